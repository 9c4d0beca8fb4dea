"""What clients send is taken as it is written: a word is no number, and whatever is not is named.

Litestar would make a number of ``"0"`` in a body, and of ``1e3`` or ``5.0`` in an address.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.enums import RequestEncodingType
from litestar.handlers import BaseRouteHandler

from salient.table.errors import TableError

NUMBER = re.compile(r"-?(0|[1-9][0-9]*)")
TRUTH = re.compile(r"true|false|0|1")
PLAIN = {int: ("int", NUMBER), bool: ("bool", TRUTH)}
"""How what is no text is written in an address, and what it is called."""

Figure = tuple[str, re.Pattern[str]]
"""What a parameter is that is no text, and how that is written."""

FIGURES: dict[Callable[..., Any], dict[str, Figure]] = {}
"""Such parameters by route."""

WHERE = re.compile(r"^(?P<reason>.*) - at `(key in )?\$\.?(?P<field>.*)`$", re.DOTALL)


class Reader(Request[Any, Any, Any]):
    """A request whose body is read strictly, as what its route wants."""

    async def json(self) -> Any:
        """The body.

        Raises:
            TableError: ``bad-request``, with the field that is wrong.
        """
        field = self.route_handler.parsed_data_field
        if field is None or self.content_type[0] != RequestEncodingType.JSON:
            return await super().json()
        try:
            return msgspec.json.decode(await self.body(), type=field.annotation)
        except msgspec.DecodeError as error:
            raise TableError("bad-request", reason=say_reason(str(error))) from None


def say_reason(message: str) -> str:
    """What is wrong with a body, the field in front.

    >>> say_reason("Expected `int`, got `str` - at `$.time.main`")
    'time.main: Expected `int`, got `str`'
    """
    found = WHERE.fullmatch(message)
    return f"{found['field']}: {found['reason']}" if found and found["field"] else message


def require_plain_query(connection: ASGIConnection, handler: BaseRouteHandler) -> None:  # type: ignore[type-arg]
    """Refuse numbers of an address that are not written as numbers, or twice."""
    route = handler.fn  # the handler itself is made anew for each request
    if route not in FIGURES:
        FIGURES[route] = _figures(handler)
    for name, (kind, form) in FIGURES[route].items():
        values = connection.query_params.getall(name, [])
        if len(values) > 1 or not all(map(form.fullmatch, values)):
            raise TableError("bad-request", reason=f"{name}: Expected `{kind}`, got `str`")


def _figures(handler: BaseRouteHandler) -> dict[str, Figure]:
    """The parameters of a route that are no text."""
    return {
        name: PLAIN[kind]
        for name, field in handler.parsed_fn_signature.parameters.items()
        for kind in (field.annotation, *(inner.annotation for inner in field.inner_types))
        if kind in PLAIN
    }
