"""Read and write files, with error messages that name them."""

import os
from pathlib import Path

from oracle.errors import InputError

MOST_BYTES = 100_000_000
BYTE_ORDER_MARK = "\ufeff"


def read_text(path: Path) -> str:
    """Return the text of a file, without the byte-order mark that some editors put before it."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path}: larger than {MOST_BYTES} bytes")
        return path.read_text(encoding="utf-8-sig")
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text") from None
    except ValueError as fault:
        # A name with a null character, which no file system accepts.
        raise InputError(f"{str(path)!r}: {fault}") from None


def write_text(path: Path, text: str) -> None:
    """Write a file."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror}") from None
    except ValueError as fault:
        raise InputError(f"{str(path)!r}: {fault}") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is never there in part: beside its place, then moved there."""
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            part.write_text(text, encoding="utf-8")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror}") from None
    except ValueError as fault:
        # A name with a null character, which no file system accepts.
        raise InputError(f"{str(path)!r}: {fault}") from None
