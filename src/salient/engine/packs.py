"""Packs: folders of TOML and CSV that override a game's data value by value.

For owners who transcribe their printed copy, for variants, for designers. A pack is a folder with
a ``pack.toml`` (name, game, title) and any of the game's data files, holding only the rows and
columns it changes. A record names the packs a game was played with, and their hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from pathlib import Path

import msgspec

from salient.engine.data import convert_document, read_toml
from salient.engine.errors import DataError
from salient.engine.setting import PackId

MANIFEST = "pack.toml"


class Manifest(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of ``pack.toml``."""

    name: str
    game: str
    title: str
    author: str = ""
    note: str = ""


class Pack(msgspec.Struct, frozen=True):
    """A pack that has been found and hashed."""

    folder: Path
    manifest: Manifest
    id: PackId


def load_pack(folder: Path, game: str, files: Collection[str]) -> Pack:
    """Find a pack and check its outside: manifest, game and file names.

    Args:
        folder: The pack's folder.
        game: Id of the game it is wanted for.
        files: The data files that game has.
    """
    if not folder.is_dir():
        raise DataError("pack-missing", folder=str(folder))
    manifest = convert_document(MANIFEST, "pack", read_toml(folder / MANIFEST), Manifest)
    if manifest.game != game:
        raise DataError("pack-game", folder=str(folder), game=manifest.game, expected=game)
    digest = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.name != MANIFEST and path.name not in files:
            raise DataError(
                "pack-file", file=path.name, folder=str(folder), expected=", ".join(sorted(files))
            )
        content = path.read_bytes()
        digest.update(f"{path.name}\n{len(content)}\n".encode() + content)
    return Pack(folder, manifest, PackId(manifest.name, digest.hexdigest()))
