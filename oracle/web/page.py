"""The page of the explorer as files: where it was built, and what every answer with it says to browsers."""

from pathlib import Path

from oracle.errors import InputError
from oracle.places import IS_INSTALLED, ROOT

HOME = "home.json"
# No inline scripts or styles, nothing from elsewhere. Pyodide is WebAssembly.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def built_page(folder: Path | None = None) -> Path:
    """Return the folder with the page, which must have been built."""
    usual = ROOT / "explorer" if IS_INSTALLED else ROOT / "explorer" / "dist"
    found = usual if folder is None else folder
    if not (found / "index.html").is_file():
        raise InputError(f"{found}: the page of the explorer is not built; in a checkout, `make explorer` builds it")
    return found
