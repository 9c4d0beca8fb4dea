"""The document of the API: good enough to write a client from, and true."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi import checks

from salient.table.api import company, games, learning, people, play
from tests.table.people import Hall, Person

Operation = tuple[str, str, dict[str, Any]]


@pytest.fixture(scope="module")
def document(hall: Hall) -> dict[str, Any]:
    found: dict[str, Any] = hall.stranger().get("/schema/openapi.json")
    return found


@pytest.fixture(scope="module")
def operations(document: dict[str, Any]) -> list[Operation]:
    return [
        (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def references(value: Any) -> Iterator[str]:
    """All schemas that something refers to."""
    if isinstance(value, dict):
        yield from [value["$ref"]] if "$ref" in value else []
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def schema_of(response: dict[str, Any]) -> Any:
    [content] = response["content"].values()
    return content["schema"]


# -- good ---------------------------------------------------------------------------------------


def test_the_document_names_every_route_of_the_interface(operations: list[Operation]) -> None:
    assert len(operations) > 25
    assert all(path.startswith("/api/") for _, path, _ in operations)


def test_every_operation_has_a_sentence_a_name_and_a_chapter(operations: list[Operation]) -> None:
    for method, path, operation in operations:
        where = f"{method} {path}"
        assert " " in operation["summary"], where
        assert operation["summary"][0].isupper(), where
        assert operation["description"], where
        assert operation["operationId"].isidentifier(), where
        assert operation["tags"] in (["people"], ["games"], ["playing"], ["learning"]), where
    names = [operation["operationId"] for _, _, operation in operations]
    assert len(set(names)) == len(names)


def test_every_parameter_of_a_query_is_described(operations: list[Operation]) -> None:
    for _, path, operation in operations:
        for parameter in operation.get("parameters", []):
            assert parameter["schema"], path
            if parameter["in"] == "query" and parameter["name"] != "action":
                assert parameter["description"], (path, parameter["name"])


def test_every_body_and_answer_is_typed(operations: list[Operation]) -> None:
    untyped = {"/api/texts", "/api/games/{game_id}/record"}  # a mapping, a text
    for method, path, operation in operations:
        if "requestBody" in operation:
            assert list(references(operation["requestBody"])), path
        done = [code for code in operation["responses"] if code.startswith("2")]
        assert len(done) == 1, path
        if done != ["204"] and path not in untyped:
            assert list(references(operation["responses"][done[0]])), (method, path)


def test_every_error_is_a_problem(document: dict[str, Any], operations: list[Operation]) -> None:
    problem = document["components"]["schemas"]["Problem"]
    assert set(problem["properties"]) == {"status", "code", "message", "seq"}
    for method, path, operation in operations:
        errors = {c: r for c, r in operation["responses"].items() if not c.startswith("2")}
        assert errors, (method, path)
        for response in errors.values():
            assert schema_of(response) == {"$ref": "#/components/schemas/Problem"}
        if method != "get":
            assert {"400", "401", "403", "409", "413"} <= set(errors)
        if "{" in path:
            assert "404" in errors


def test_the_document_explains_itself(document: dict[str, Any]) -> None:
    about = document["info"]["description"]
    for word in ("Bearer", "X-Salient", "lang", "/live", "Problem"):
        assert word in about
    schemes = document["components"]["securitySchemes"]
    assert {scheme["type"] for scheme in schemes.values()} == {"http", "apiKey"}


def test_no_schema_is_missing(document: dict[str, Any]) -> None:
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert set(references(document)) <= known


# -- true ---------------------------------------------------------------------------------------

CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
EXAMPLES = 12


@pytest.fixture(scope="module")
def player(hall: Hall) -> Person:
    return hall.account("Fuzzer")


@pytest.fixture(scope="module")
def api(hall: Hall) -> Any:
    """The interface as the document tells it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of the tool
        return schemathesis.openapi.from_url(f"http://127.0.0.1:{hall.port}/schema/openapi.json")


def operation_names() -> list[str]:
    """Every operation has a test of its own; the handlers are their names."""
    return [
        handler.fn.__name__
        for module in (people, games, play, learning, company)
        for handler in module.ROUTES
    ]


@pytest.mark.parametrize("name", operation_names())
def test_an_operation_answers_as_the_document_says(api: Any, player: Person, name: str) -> None:
    game = player.new_game(open=True)
    answered: list[int] = []

    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None,
        phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def check(case: Any) -> None:
        if "game_id" in (case.path_parameters or {}) and len(answered) % 2 == 0:
            case.path_parameters["game_id"] = game  # else one that is not there
        headers = {"X-Salient": "1"}
        cookies = {} if name == "sign_out" else dict(player.client.cookies)
        response = case.call(headers=headers, cookies=cookies)
        case.validate_response(response, checks=CHECKS)
        answered.append(response.status_code)

    given(case=api.find_operation_by_id(name).as_strategy())(check)()
    assert answered
