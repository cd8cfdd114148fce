"""A platform wheel: the pure wheel with the compiled modules of a build beside the sources they were made of."""

import base64
import hashlib
import sys
import sysconfig
import zipfile
from pathlib import Path

from oracle.compiled_build import RECORD

ABI = f"cp{sys.version_info.major}{sys.version_info.minor}"
PURE = "py3-none-any"


def platform_tag() -> str:
    """Return the tag of a wheel that only this Python on this platform can use."""
    return f"{ABI}-{ABI}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def platform_wheel(pure: Path, tree: Path, folder: Path) -> Path:
    """Write the platform wheel of a pure one and a compiled build, and return its path."""
    with zipfile.ZipFile(pure) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist()}
    record = next(name for name in files if name.endswith(".dist-info/RECORD"))
    about = record.replace("RECORD", "WHEEL")
    del files[record]
    for path in sorted(tree.rglob("*")):
        name = path.relative_to(tree).as_posix()
        if path.is_file() and name != RECORD and "__pycache__" not in name:
            files[name] = path.read_bytes()
    told = files[about].decode().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
    files[about] = told.replace(f"Tag: {PURE}", f"Tag: {platform_tag()}").encode()
    files[record] = _record(files, record).encode()
    target = folder / pure.name.replace(PURE, platform_tag())
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            # The same build gives the same bytes.
            wheel.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return target


def _record(files: dict[str, bytes], record: str) -> str:
    lines = [
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip('=')},{len(content)}"
        for name, content in files.items()
    ]
    return "\n".join((*lines, f"{record},,", ""))
