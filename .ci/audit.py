"""Ask a public database of weaknesses about everything that is locked.

Exit status 1 if it knows of any. If it cannot be reached, that is said and is no failure: a build
without a network must work. Only the standard library is needed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import urllib.request
from pathlib import Path

SERVICE = "https://api.osv.dev/v1/querybatch"
LOCKS = Path(__file__).parents[1] / "requirements"
SECONDS = 20


def main() -> int:
    """Ask, and tell what was answered."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--service", default=SERVICE)
    pins = locked()
    try:
        known = ask(parser.parse_args().service, pins)
    except (OSError, ValueError) as error:
        print(
            f"SKIPPED: {len(pins)} packages are not audited, the database is out of reach: {error}"
        )
        return 0
    for (name, version), weaknesses in known.items():
        print(f"{name} {version}: {', '.join(weaknesses)}")
    print(f"{len(pins)} packages audited, {len(known)} with known weaknesses")
    return 1 if known else 0


def locked() -> list[tuple[str, str]]:
    """Every package and version of all locks."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(LOCKS.glob("*.lock")))
    return sorted(set(re.findall(r"^([\w.-]+)==([\w.+!-]+)", text, re.MULTILINE)))


def ask(service: str, pins: list[tuple[str, str]]) -> dict[tuple[str, str], list[str]]:
    """The weaknesses of those packages that have any."""
    questions = [
        {"package": {"ecosystem": "PyPI", "name": name}, "version": version}
        for name, version in pins
    ]
    request = urllib.request.Request(
        service, json.dumps({"queries": questions}).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        results = json.load(answer)["results"]
    return {
        pin: [weakness["id"] for weakness in result["vulns"]]
        for pin, result in zip(pins, results, strict=True)
        if result.get("vulns")
    }


if __name__ == "__main__":
    sys.exit(main())
