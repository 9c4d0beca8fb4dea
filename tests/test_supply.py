"""What is installed is what was locked, and is asked about."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_locked_package_has_a_version_and_hashes(lock: Path) -> None:
    entries = lock.read_text(encoding="utf-8").replace("\\\n", "").splitlines()[1:]
    assert len(entries) > 20
    for entry in entries:
        assert re.fullmatch(r"[\w.-]+==\S+(\s+--hash=sha256:[0-9a-f]{64})+", entry), entry[:60]


@pytest.mark.parametrize(("lock", "extra"), [("run", ""), ("dev", "dev"), ("docs", "docs")])
def test_a_lock_holds_what_the_project_asks_for(lock: str, extra: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"].get(extra, [])
    held = (ROOT / "requirements" / f"{lock}.lock").read_text(encoding="utf-8")
    for requirement in wanted:
        name = re.split(r"[\[>=<]", requirement)[0].lower().replace("_", "-")
        assert re.search(rf"^{re.escape(name)}==", held, re.MULTILINE), name


@pytest.mark.parametrize("file", ["Makefile", "docs/hosting.md"])
def test_whatever_installs_packages_asks_for_their_hashes(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    lines = re.findall(r"^(?!INSTALL :=|#).*(?:pip install|\$\(INSTALL\)).*$", text, re.MULTILINE)
    assert lines
    for line in lines:  # what is ours needs nothing else, not even something to build it with
        ours = "--no-deps" in line and "--no-build-isolation" in line
        assert ours or "--require-hashes" in line, line


def audit(service: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / ".ci" / "audit.py", "--service", service],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture
def service() -> Iterator[tuple[str, list[str]]]:
    """A database of weaknesses that knows one of the package whose name it is given."""
    weak: list[str] = []

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            results = [
                {"vulns": [{"id": "TEST-1"}]} if query["package"]["name"] in weak else {}
                for query in asked
            ]
            body = json.dumps({"results": results}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", weak
        server.shutdown()


def test_an_audit_names_what_is_weak(service: tuple[str, list[str]]) -> None:
    address, weak = service
    assert audit(address).returncode == 0
    weak.append("msgspec")
    done = audit(address)
    assert done.returncode == 1
    assert re.search(r"^msgspec \S+: TEST-1$", done.stdout, re.MULTILINE)


def test_an_audit_without_a_network_is_no_failure() -> None:
    done = audit("http://127.0.0.1:1/")
    assert done.returncode == 0
    assert done.stdout.startswith("SKIPPED")
