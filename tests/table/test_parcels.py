"""The page travels in a few parcels, and is the same page."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from salient.table import parcels
from salient.table.api import files
from tests.table.required import require

NODE = shutil.which("node")
SOURCES = {
    "main.js": 'import { make as h } from "./dom.js";\nimport { Map } from "./table/map.js";\n'
    'const later = async () => (await import("./later.js")).open();\n'
    "globalThis.told = [h(new Map().name), later];\n",
    "dom.js": "/** Makes it. */\nlet count = 0;\n"
    "export const make = (word) => `${word}${(count += 1)}`;\n",
    "table/map.js": 'import { make } from "../dom.js";\n'
    'export class Map {\n  name = make("map");\n  url = import.meta.url;\n}\n',
    "later.js": 'import { make } from "./dom.js";\nimport { word } from "./only-later.js";\n'
    "export async function open() {\n  return make(word);\n}\n",
    "only-later.js": 'export const word = "later";\n',
    "page.css": '@import "./style.css";\n',
    "style.css": "/* Paint. */\nbody {\n  color: red;\n}\n",
}  # fmt: skip


def test_modules_are_one_and_those_that_come_later_share_what_they_need(tmp_path: Path) -> None:
    require("node", NODE, "Node.js is not installed (Debian: apt install nodejs)")
    for name in ("main.js", "later.js", "only-later.js"):
        (tmp_path / name).write_text(parcels.as_sent(SOURCES, name), encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "run.js").write_text(
        'await import("./main.js");\nconsole.log(globalThis.told[0], await globalThis.told[1]());\n'
    )
    command = [str(NODE), str(tmp_path / "run.js")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "map12 later3\n", done.stderr  # one dom.js counts for all


def test_a_module_knows_where_it_lies() -> None:
    assert 'new URL("./table/map.js", import.meta.url)' in parcels.as_sent(SOURCES, "main.js")


def test_style_sheets_take_in_what_they_import() -> None:
    assert parcels.as_sent(SOURCES, "page.css") == "body {\ncolor: red;\n}\n"


@pytest.mark.parametrize(
    "line", ["export default 1;", "export let a = 1;", 'import * as dom from "./dom.js";']
)
def test_what_is_not_understood_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"main.js: .*by names"):
        parcels.as_sent({"main.js": f"{line}\n", "dom.js": ""}, "main.js")


def test_modules_in_a_circle_are_refused() -> None:
    circle = {
        "main.js": 'import { a } from "./other.js";\nexport const b = a;\n',
        "other.js": 'import { b } from "./main.js";\nexport const a = b;\n',
    }
    with pytest.raises(ValueError, match=r"main.js → other.js → main.js"):
        parcels.as_sent(circle, "main.js")


def test_every_file_of_the_page_can_be_sent() -> None:
    sources = {name: file.read_text(encoding="utf-8") for name, file in files.page_files().items()}
    joined = set(parcels.in_order(sources, "main.js"))
    for name in sources:
        sent = parcels.as_sent(sources, name)
        if name.endswith(".js"):
            assert not re.search(r"^\s*(//|/\*)", sent, re.MULTILINE), name
        elif name.endswith(".css"):
            assert "@import" not in sent, name
    assert "table/library.js" not in joined, "it comes when it is wanted"
    assert {"table/table.js", "dom.js"} <= joined
