"""The same questions as on the command line, over JSON-RPC."""
