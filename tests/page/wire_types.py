"""The types of the wire for the page, written as TypeScript: ``python -m tests.page.wire_types``.

Structs come from :mod:`salient.table.wire`, routes from the OpenAPI document of the server. The
page has no build step: the file is read by the type checker and by editors, never by a browser.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as shapes

from salient.table import wire
from salient.table.api.files import PAGE
from salient.table.config import Config
from salient.table.server import create_app
from salient.table.wire import catalogue, company, games, learning, live, people, playing

PARTS = (people, catalogue, games, playing, learning, company, live)
FILE = PAGE / "wire.d.ts"

HEAD = """/**
 * What travels between the server and the page. Written by `make wire` from the server's own types.
 *
 * The methods are interfaces: to each path belong its parameters (those named in the path and
 * those of the query), what is sent, and what is answered.
 */
"""

PLAIN: dict[type[shapes.Type], str] = {
    shapes.BoolType: "boolean",
    shapes.DateTimeType: "string",
    shapes.FloatType: "number",
    shapes.IntType: "number",
    shapes.NoneType: "null",
    shapes.StrType: "string",
}
JSON_TYPES = {"boolean": "boolean", "integer": "number", "null": "null", "string": "string"}
METHODS = ("get", "post", "put", "patch", "delete")

Json = dict[str, Any]


def write() -> str:
    """The whole file."""
    app = create_app(Config(database="sqlite:///never-opened"))
    document = app.openapi_schema.to_schema()
    return "\n".join([HEAD, *_types(), *_routes(document["paths"])])


# -- structs ------------------------------------------------------------------------------------


def _types() -> Iterator[str]:
    """Every struct of the wire and what it is made of, in the order in which they are met."""
    waiting = [
        struct
        for part in PARTS
        for struct in vars(part).values()
        if isinstance(struct, type)
        and issubclass(struct, msgspec.Struct)
        and struct is not wire.Request
        and struct.__module__ == part.__name__
    ]
    done: set[type] = set()
    while waiting:
        thing = waiting.pop(0)
        if thing not in done:
            done.add(thing)
            yield _enum(thing) if issubclass(thing, Enum) else _interface(thing, waiting)


def _enum(thing: type[Enum]) -> str:
    words = " | ".join(f'"{member.value}"' for member in thing)
    return f"{_comment(_about(thing)[0])}export type {thing.__name__} = {words};\n"


def _interface(struct: type[msgspec.Struct], met: list[type]) -> str:
    shape = shapes.type_info(struct)
    assert isinstance(shape, shapes.StructType)
    about, fields = _about(struct)
    # What the server sends is complete unless the struct says otherwise; what it gets need not be.
    partial = issubclass(struct, wire.Request) or struct.__struct_config__.omit_defaults
    lines = []
    for field in shape.fields:
        mark = "?" if partial and not field.required else ""
        lines.append(_comment(fields.get(field.name, ""), "  "))
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type, met)};\n")
    return f"{_comment(about)}export interface {struct.__name__} {{\n{''.join(lines)}}}\n"


def _type(shape: shapes.Type, met: list[type]) -> str:
    """A type in TypeScript; the structs and enums it names are added to those met."""
    match shape:
        case shapes.StructType(cls=cls) | shapes.EnumType(cls=cls):
            met.append(cls)
            return cls.__name__
        case shapes.ListType(item_type=item) | shapes.VarTupleType(item_type=item):
            inner = _type(item, met)
            return f"({inner})[]" if isinstance(item, shapes.UnionType) else f"{inner}[]"
        case shapes.TupleType(item_types=items):
            return f"[{', '.join(_type(item, met) for item in items)}]"
        case shapes.DictType(value_type=value):
            return f"Record<string, {_type(value, met)}>"
        case shapes.UnionType(types=types):
            return " | ".join(_type(one, met) for one in types)
    return PLAIN[type(shape)]


# -- words --------------------------------------------------------------------------------------


def _about(thing: type) -> tuple[str, dict[str, str]]:
    """A docstring without its list of attributes, and that list."""
    text = re.sub(r"``(.+?)``", r"`\1`", inspect.cleandoc(thing.__doc__ or ""))
    about, _, listed = text.partition("\n\nAttributes:\n")
    entries = re.split(r"\n {4}(?=\w)", f"\n{listed}")[1:]
    parts = (entry.partition(":") for entry in entries)
    return about, {name: " ".join(words.split()) for name, _, words in parts}


def _comment(text: str, indent: str = "") -> str:
    if not text:
        return ""
    if "\n" not in text:
        return f"{indent}/** {text} */\n"
    lines = "".join(f"{indent} * {line}".rstrip() + "\n" for line in text.splitlines())
    return f"{indent}/**\n{lines}{indent} */\n"


# -- routes -------------------------------------------------------------------------------------


def _routes(paths: dict[str, Json]) -> Iterator[str]:
    """An interface for each method, with an entry for each path."""
    for method in METHODS:
        routes = [_route(path, told[method]) for path, told in paths.items() if method in told]
        yield f"export interface {method.capitalize()} {{\n{''.join(routes)}}}\n"


def _route(path: str, operation: Json) -> str:
    rows = [
        f"    params: {_params(operation.get('parameters', []))};",
        f"    body: {_content(operation.get('requestBody', {}))};",
        f"    answer: {_answer(operation['responses'])};",
    ]
    about = _comment(operation["summary"], "  ")
    return f'{about}  "{path}": {{\n' + "\n".join(rows) + "\n  };\n"


def _params(parameters: Sequence[Json]) -> str:
    entries = (
        f"{one['name']}{'' if one['required'] else '?'}: {_schema(one['schema'])}"
        for one in parameters
    )
    return f"{{ {'; '.join(entries)} }}" if parameters else "Record<string, never>"


def _answer(responses: dict[str, Json]) -> str:
    [done] = (answer for status, answer in responses.items() if status.startswith("2"))
    return _content(done) if "content" in done else "null"


def _content(body: Json) -> str:
    if "content" not in body:
        return "undefined"
    [content] = body["content"].values()
    return _schema(content["schema"])


def _schema(schema: Json) -> str:
    """A schema of the document in TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "oneOf" in schema:
        return " | ".join(_schema(one) for one in schema["oneOf"])
    if "enum" in schema:
        return " | ".join(f'"{word}"' for word in schema["enum"])
    if schema["type"] == "array":
        return f"{_schema(schema['items'])}[]"
    if schema["type"] == "object":
        return f"Record<string, {_schema(schema['additionalProperties'])}>"
    return JSON_TYPES[schema["type"]]


if __name__ == "__main__":
    FILE.write_text(write(), encoding="utf-8")
    print(FILE.relative_to(Path.cwd()))
