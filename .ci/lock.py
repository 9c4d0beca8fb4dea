"""Write the locks: every package by version and by the hashes of all its files.

    .ci/lock.py            resolve anew, with the newest versions that the project allows
    .ci/lock.py --keep     keep the versions that are locked, and look for their hashes again

``requirements/run.lock`` is what a server needs, ``dev.lock`` what tests need too, ``docs.lock``
what the documents need. The hashes are those of the package index, for all platforms.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from pip._internal.models.index import PyPI
from pip._vendor.packaging.markers import default_environment
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import (
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)

ROOT = Path(__file__).parents[1]
LOCKS = {"run": [""], "dev": ["", "dev", "research"], "docs": ["", "docs"]}
"""Per lock the extras of the project that it holds."""

BUILD = ("hatchling", "editables")
"""What builds the project; it is pinned like everything else."""

INDEX = PyPI.simple_url
WINDOWS = {"platform_system": "Windows", "sys_platform": "win32", "os_name": "nt"}
LINK = re.compile(r'<a href="[^"]*/([^"/]+?)#sha256=([0-9a-f]{64})"')


def main() -> None:
    """Write all locks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", action="store_true")
    found = resolve(locked() if parser.parse_args().keep else {})
    versions = {name: each["metadata"]["version"] for name, each in found.items()}
    with ThreadPoolExecutor(8) as pool:
        hashes = dict(zip(versions, pool.map(hashes_of, versions, versions.values()), strict=True))
    for lock, extras in LOCKS.items():
        wanted = closure(found, extras)
        text = "".join(entry(name, versions[name], hashes[name]) for name in sorted(wanted))
        head = f"# Written by .ci/lock.py: {lock}.\n"
        (ROOT / "requirements" / f"{lock}.lock").write_text(head + text, encoding="utf-8")


def locked() -> dict[str, str]:
    """The versions that are locked now."""
    lines = [
        line
        for lock in LOCKS
        for line in (ROOT / "requirements" / f"{lock}.lock").read_text().splitlines()
    ]
    return dict(re.findall(r"^(\S+?)==(\S+)", "\n".join(lines), re.MULTILINE))


def resolve(versions: dict[str, str]) -> dict[str, Any]:
    """What pip would install of everything, by name."""
    with tempfile.TemporaryDirectory() as folder:
        pins, report = Path(folder, "pins"), Path(folder, "report")
        pins.write_text("".join(f"{name}=={version}\n" for name, version in versions.items()))
        extras = ",".join(sorted({extra for each in LOCKS.values() for extra in each if extra}))
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed",
             "--report", report, "-c", pins, "-e", f"{ROOT}[{extras}]", *BUILD],
            check=True,
        )  # fmt: skip
        installed = json.loads(report.read_text())["install"]
    return {canonicalize_name(each["metadata"]["name"]): each for each in installed}


def closure(found: dict[str, Any], extras: list[str]) -> set[str]:
    """The packages that the project with some extras leads to, and what builds it."""
    seen: set[tuple[str, str]] = set()
    waiting = [("salient", extra) for extra in extras] + [(name, "") for name in BUILD]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in seen or name not in found:
            continue
        seen.add((name, extra))
        for text in found[name]["metadata"].get("requires_dist", []):
            needed = Requirement(text)
            if needed.marker is None or any(
                needed.marker.evaluate({**default_environment(), **there, "extra": extra})
                for there in ({}, WINDOWS)
            ):
                waiting += [(canonicalize_name(needed.name), e) for e in ("", *needed.extras)]
    return {name for name, _ in seen} - {"salient"}


def hashes_of(name: str, version: str) -> list[str]:
    """The hashes of all files of a package's version."""
    if name == "salient":
        return []
    with urllib.request.urlopen(f"{INDEX}/{name}/", timeout=60) as answer:
        links = LINK.findall(answer.read().decode())
    found = {digest for file, digest in links if version_of(file) == version}
    if not found:
        raise SystemExit(f"{name} {version} is not in the index")
    return sorted(found)


def version_of(file: str) -> str:
    """The version in a file's name."""
    try:
        parse = parse_wheel_filename if file.endswith(".whl") else parse_sdist_filename
        return str(parse(file)[1])
    except ValueError:
        return ""


def entry(name: str, version: str, hashes: list[str]) -> str:
    """The lines of one package."""
    return " \\\n".join([f"{name}=={version}", *(f"    --hash=sha256:{h}" for h in hashes)]) + "\n"


if __name__ == "__main__":
    main()
