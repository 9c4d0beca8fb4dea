"""Errors: how they are answered, and how the document of the API tells of them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from litestar import MediaType, Request, Response, Router
from litestar.exceptions import (
    HTTPException,
    InternalServerException,
    ValidationException,
)
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from salient.engine import SalientError
from salient.table.api.access import SAFE, choose_language
from salient.table.errors import TableError
from salient.table.mishaps import STORAGE_FAILURES, quiet
from salient.table.wire import Problem

UNREADABLE = (RecursionError, UnicodeDecodeError)
"""What reading a body may raise beside what is meant for it: nested too deeply, no text at all."""

HUNG_UP = "client disconnected prematurely"
"""What Litestar says when the body of a request breaks off; nobody is left to read an answer."""

LONGEST_MESSAGE = 1000
RETRY_SECONDS = 5
"""When to come again where nothing better is known."""

log = logging.getLogger("salient.table")


# -- answering ----------------------------------------------------------------------------------


def answer_mistake(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Any error as a problem with a code and a sentence."""
    language = choose_language(
        request.query_params.get("lang", ""), request.headers.get("accept-language", "")
    )
    mistake = _mistake(request, error)
    status = mistake.status if isinstance(mistake, TableError) else HTTPStatus.BAD_REQUEST
    headers = {}
    if isinstance(error, HTTPException):
        status = error.status_code
        headers = dict(error.headers or {})
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers["Retry-After"] = str(mistake.params.get("seconds", RETRY_SECONDS))
    seq = mistake.params.get("seq")
    problem = Problem(
        status=status,
        code=mistake.code,
        message=_short(mistake.describe(language)),
        seq=seq if isinstance(seq, int) else None,
    )
    return Response(problem, status_code=status, media_type=MediaType.JSON, headers=headers)


def _short(message: str) -> str:
    """A message without what is only sent back: a word of megabytes is not worth it."""
    return message if len(message) <= LONGEST_MESSAGE else f"{message[:LONGEST_MESSAGE]}…"


def _mistake(request: Request[Any, Any, Any], error: Exception) -> SalientError:
    """What went wrong, as one of our own errors."""
    if isinstance(error, SalientError):
        return error
    if isinstance(error, ValidationException):
        return TableError("bad-request", reason=_reasons(error))
    if isinstance(error, HTTPException) and error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
        if error.status_code == HTTPStatus.NOT_FOUND:
            return TableError("no-such-page", path=request.scope["path"])
        if error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            handler: HTTPRouteHandler = request.scope["route_handler"]  # type: ignore[assignment]
            return TableError("too-large", limit=handler.resolve_request_max_body_size())
        return TableError("bad-request", reason=error.detail)
    hung_up = isinstance(error, InternalServerException) and error.detail == HUNG_UP
    if hung_up or isinstance(error, UNREADABLE):
        return TableError("bad-request", reason=error)
    if isinstance(error, STORAGE_FAILURES):
        quiet.failure(error)
        return TableError("no-storage")
    log.error("request failed: %s %s", request.method, request.scope["path"], exc_info=error)
    return TableError("broken")


def _reasons(error: ValidationException) -> str:
    """What a validation complains of, field by field."""
    if not isinstance(error.extra, list):
        return error.detail
    return "; ".join(
        f"{item['key']}: {item['message']}" if "key" in item else str(item.get("message", item))
        for item in error.extra
        if isinstance(item, dict)
    )


# -- documenting --------------------------------------------------------------------------------


def chapter(tag: str, handlers: Sequence[BaseRouteHandler]) -> Router:
    """The routes of one part of the API, each with its summary and the errors it may answer."""
    for handler in handlers:
        if isinstance(handler, HTTPRouteHandler):
            handler.summary = (handler.fn.__doc__ or "").partition("\n")[0].rstrip(".")
            handler.responses = {
                status: ResponseSpec(
                    Problem, generate_examples=False, description=HTTPStatus(status).phrase
                )
                for status in _statuses(handler)
            }
    return Router("/", route_handlers=handlers, tags=[tag])


def _statuses(handler: HTTPRouteHandler) -> list[int]:
    """The statuses of the errors that a route may answer."""
    paths, changes = " ".join(handler.paths), not handler.http_methods & SAFE
    found = {
        HTTPStatus.BAD_REQUEST, HTTPStatus.MISDIRECTED_REQUEST, HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.SERVICE_UNAVAILABLE,
    }  # fmt: skip
    if changes or "{" in paths:  # what is not there may be named in the body as well
        found.add(HTTPStatus.NOT_FOUND)
    if changes:
        found.add(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if changes or "{game_id" in paths:
        found |= {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT}
    return sorted(found)
