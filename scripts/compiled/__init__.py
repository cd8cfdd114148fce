"""The fast build: `reference/` compiled to machine code from the very same source.

`python -m scripts.compiled` copies the sources into build/compiled, rewrites the copy by fixed patterns that change no
meaning (`transform`), and has mypyc and a C compiler make extension modules of it. docs/compiled.md describes it.
"""
