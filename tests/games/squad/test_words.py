"""Japanese texts and the ledger use the words of the Japanese documents."""

from __future__ import annotations

import pytest

from salient.games.squad.terrain.kinds import FOLDER

OTHER_WORDS = {
    "道路阻止": "道路障害", "路上障害物": "道路障害", "ケース": "事例", "待ち伏せ": "不意打ち",
    "乱戦": "混戦", "暗渠": "排水管", "泥沼": "立ち往生", "偽地雷原": "ダミー地雷原",
    "残骸物": "破片", "貨車": "列車", "渡渉点": "浅瀬", "スロープ": "斜面", "市街戦": "街路戦闘",
    "捜索": "索敵", "路地": "狭路", "修正": "修整", "疾走": "ダッシュ",
}  # fmt: skip
"""What else a thing might be called, and what the documents call it."""


@pytest.mark.parametrize("file", ["text/ja.toml", "rules.csv"])
def test_a_thing_is_called_as_in_the_documents(file: str) -> None:
    text = (FOLDER / file).read_text(encoding="utf-8")
    assert [word for word in OTHER_WORDS if word in text] == []
