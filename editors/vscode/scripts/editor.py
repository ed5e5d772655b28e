"""VS Code for the tests: its server, whose window is a page. It comes with the npm package ``code-server``."""

from __future__ import annotations

import base64
import hashlib
import shutil
import tarfile
from pathlib import Path

import package

RELEASE = "code-server@4.100.3"
"""It has VS Code 1.100.3, and is the last one that runs on Node 20."""
SHA512 = "q/Fh2DOxCRNhC/WiG/6sAhSKnj7ZACTVBaeeZ+rWjol//0FCbl/qg1ln5ecZ99jYcfqMxZZAyWcN+YBIo0DgpA=="
FOLDER = package.ROOT / ".venv" / "vscode"
INSIDE = "package/lib/vscode/"


def vscode() -> Path:
    """The folder of VS Code's server, which is fetched if it is not there."""
    stamp = FOLDER / ".installed"
    if not (stamp.exists() and stamp.read_text() == RELEASE):
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        package.npm("pack", RELEASE, folder=FOLDER)
        (archive,) = FOLDER.glob("*.tgz")
        if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != SHA512:
            raise SystemExit(f"{RELEASE} is not what it was")
        with tarfile.open(archive) as packed:
            packed.extractall(FOLDER, [member for member in packed if member.name.startswith(INSIDE)])
        archive.unlink()
        package.npm("install", "--omit=dev", folder=FOLDER / INSIDE)
        stamp.write_text(RELEASE)
    return FOLDER / INSIDE
