"""Read and write files, with error messages that name them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from oracle.errors import InputError

MOST_BYTES = 100_000_000
MOST_LINE = 10_000_000


def read_text(path: Path) -> str:
    """Return the text of a file, without the byte-order mark that some editors put before it."""
    try:
        # The size is no guide for what is no file: some devices never end.
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise InputError(f"{path}: larger than {MOST_BYTES} bytes")
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text") from None
    except InputError:
        raise
    except ValueError as fault:
        # A name with a null character, which no file system accepts.
        raise InputError(f"{str(path)!r}: {fault}") from None


def lines_of(path: Path) -> Iterator[str]:
    """Return the lines of a file one by one, so that a long file costs no memory."""
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            while line := file.readline(MOST_LINE):
                if len(line) == MOST_LINE:
                    raise InputError(f"{path}: a line is longer than {MOST_LINE} characters")
                yield line
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text") from None
    except InputError:
        raise
    except ValueError as fault:
        # A name with a null character, which no file system accepts.
        raise InputError(f"{str(path)!r}: {fault}") from None


def first_line(path: Path) -> str:
    """Return the first line of a file that holds any text."""
    return next((line for line in lines_of(path) if line.strip()), "")


def write_text(path: Path, text: str) -> None:
    """Write a file so that it is never there in part, whenever we are killed."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file so that it is never there in part."""
    with writing(path) as file:
        file.write(content)


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """Open a file beside its place and move it there at the end; what is no file, such as a pipe, is opened itself."""
    try:
        if not path.parent.is_dir():
            raise NotADirectoryError(0, f"there is no folder {path.parent}")
        place = path.resolve()
        if place.exists() and not place.is_file():
            with place.open("wb") as file:
                yield file
        else:
            with _moved_there(place) as file:
                yield file
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror}") from None
    except ValueError as fault:
        # A name with a null character, which no file system accepts.
        raise InputError(f"{str(path)!r}: {fault}") from None


@contextmanager
def _moved_there(place: Path) -> Iterator[BinaryIO]:
    part = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            yield file
        if place.exists():
            part.chmod(place.stat().st_mode)
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)
