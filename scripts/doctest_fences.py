"""A griffe extension for mkdocs.yml: the examples of docstrings become blocks of code on the page."""

import griffe


class DoctestFences(griffe.Extension):
    """Put a fence around every run of examples."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Change the docstring of an object that was read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: object) -> None:
        """Change the docstring of the package itself, of which `on_object` is not told."""
        self.on_object(obj=pkg)


def fenced(text: str) -> str:
    """Return a docstring with a fence around each block of lines that begins with a prompt."""
    blocks = text.split("\n\n")
    return "\n\n".join(f"```pycon\n{block}\n```" if block.startswith(">>> ") else block for block in blocks)
