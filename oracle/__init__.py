"""The tool around the reference: CLI, trace verification, explanations, odds, vectors, protocol server."""
