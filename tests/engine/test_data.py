"""Data files: typed rows, packs laid over them, errors with file and line."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from salient.engine import DataError
from salient.engine.data import Table, load_document, load_table
from salient.engine.packs import load_pack


class Town(msgspec.Struct, frozen=True):
    name: str
    vp: int
    note: str = ""


TOWNS = Table("towns.csv", Town, ("name",))


def write(folder: Path, text: str, file: str = "towns.csv") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / file).write_text(text, encoding="utf-8")
    return folder


def test_rows_become_typed_structs(tmp_path: Path) -> None:
    write(tmp_path, "# where from\nname,vp\nWiltz,2\n")
    assert load_table(TOWNS, [tmp_path]) == [Town("Wiltz", 2)]


def test_a_pack_overrides_single_values_and_adds_rows(tmp_path: Path) -> None:
    base = write(tmp_path / "base", "name,vp,note\nWiltz,2,old\nEsch,1,old\n")
    pack = write(tmp_path / "pack", "name,vp\nWiltz,5\nNoville,1\n")
    assert load_table(TOWNS, [base, pack]) == [
        Town("Wiltz", 5, "old"),
        Town("Esch", 1, "old"),
        Town("Noville", 1),
    ]


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("name,vp\nWiltz,two\n", "data-value", ("towns.csv", "line 2", "column vp", "two", "int")),
        ("name,vp\nEsch,1\nWiltz,\n", "data-value", ("line 3", "column vp")),
        ("name,vp,river\nWiltz,1,Sure\n", "data-column", ("line 1", "river", "name, note, vp")),
        ("vp\n1\n", "data-key", ("name",)),
        ("name,vp\nWiltz\n", "data-cells", ("line 2", "1 cells", "2")),
        ("name,vp\nWiltz,1\nWiltz,2\n", "data-twice", ("line 3", "Wiltz")),
    ],
)
def test_a_wrong_file_is_reported_with_line_and_expectation(
    tmp_path: Path, text: str, code: str, says: tuple[str, ...]
) -> None:
    write(tmp_path, text)
    with pytest.raises(DataError) as error:
        load_table(TOWNS, [tmp_path])
    assert error.value.code == code
    for part in says:
        assert part in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"towns\.csv is missing"):
        load_table(TOWNS, [tmp_path])


def test_documents_are_overlaid_table_by_table(tmp_path: Path) -> None:
    base = write(tmp_path / "base", "[a]\nx = 1\ny = 2\n", "d.toml")
    pack = write(tmp_path / "pack", "[a]\ny = 3\n[b]\nz = 4\n", "d.toml")
    assert load_document("d.toml", [base, pack]) == {"a": {"x": 1, "y": 3}, "b": {"z": 4}}


def test_broken_toml_is_reported_with_its_place(tmp_path: Path) -> None:
    write(tmp_path, "[a\n", "d.toml")
    with pytest.raises(DataError, match="line 1"):
        load_document("d.toml", [tmp_path])


def test_a_pack_has_a_hash_of_its_contents(tmp_path: Path) -> None:
    pack = write(tmp_path / "p", 'name = "p"\ngame = "mist"\ntitle = "P"\n', "pack.toml")
    write(pack, "name,vp\n")
    first = load_pack(pack, "mist", ["towns.csv"])
    write(pack, "name,vp\nWiltz,1\n")
    assert load_pack(pack, "mist", ["towns.csv"]).id.digest != first.id.digest


@pytest.mark.parametrize(
    ("manifest", "code"),
    [
        ('name = "p"\ngame = "bulge"\ntitle = "P"\n', "pack-game"),
        ('name = "p"\ngame = "mist"\n', "data-entry"),
        ('name = "p"\ngame = "mist"\ntitle = "P"\nversion = 2\n', "data-entry"),
    ],
)
def test_a_wrong_manifest_is_refused(tmp_path: Path, manifest: str, code: str) -> None:
    pack = write(tmp_path / "p", manifest, "pack.toml")
    with pytest.raises(DataError) as error:
        load_pack(pack, "mist", ["towns.csv"])
    assert error.value.code == code


def test_a_file_the_game_does_not_know_is_refused(tmp_path: Path) -> None:
    pack = write(tmp_path / "p", 'name = "p"\ngame = "mist"\ntitle = "P"\n', "pack.toml")
    write(pack, "x\n", "town.csv")
    with pytest.raises(DataError, match=r"contains town\.csv"):
        load_pack(pack, "mist", ["towns.csv"])
