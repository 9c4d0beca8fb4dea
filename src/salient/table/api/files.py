"""What does not change is not sent twice: the files of the page, texts, boards.

The page names its files with a version in their path, which changes when any of them does; under it
they may be kept for ever. Modules name each other relatively, so the version reaches all of them;
most of them travel in one parcel (:mod:`salient.table.parcels`). Everything else that seldom
changes has a tag, and who has it already is told so in a few bytes. What is sent to many is
packed once, and as small as it can be.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import HttpMethod, MediaType, Request, Response, get, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from salient.engine import AnyGame
from salient.games import find_game
from salient.table import parcels

PAGE = Path(__file__).parents[1] / "page"
VERSION = re.compile(r"v-[0-9a-f]{12}")
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
KINDS = {".js": "text/javascript", ".svg": "image/svg+xml"}
"""Which the machine's own table of kinds may know otherwise."""

OWN_PACKING = "own_packing"
"""Says of a route that its answers are packed already: the server shall not do it again."""

WORTH_PACKING = 1000
PACKED = frozenset({"image/webp"})
"""Kinds that are small as they are."""

KEPT = 500
parcels_kept: dict[str, bytes] = {}
"""What has been packed, by its tag; begun anew when there are too many."""

Client = Request[Any, Any, Any]


@get(
    [
        *("/", "/new", "/account", "/game/{game_id:str}", "/replay/{game_id:str}"),
        *("/people/{name:str}", "/best", "/best/{title:str}"),
        *("/rules", "/rules/{title:str}", "/rules/{title:str}/{rule:str}"),
    ],
    include_in_schema=False,
    opt={OWN_PACKING: True},
)
async def show_page(request: Client) -> Response[bytes]:
    """The page; which part of it is seen, its own code decides by the address."""
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    text = text.replace('"/page/', f'"/page/{page_version()}/')
    return unless_known(request, text.encode(), MediaType.HTML, ASK_AGAIN)


@route(
    "/page/{path:path}",
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    opt={OWN_PACKING: True},
)
async def show_file(request: Client, path: FromPath[str]) -> Response[bytes]:
    """A file of the page."""
    name = path.lstrip("/") if path.startswith("/") and not path.startswith("//") else ""
    first, _, rest = name.partition("/")
    versioned = VERSION.fullmatch(first) is not None
    wanted = rest if versioned else name
    if wanted not in page_files():
        raise NotFoundException
    suffix = Path(wanted).suffix
    kind = KINDS.get(suffix) or mimetypes.guess_type(wanted)[0] or "text/plain"
    keep = FOR_EVER if first == page_version() else ASK_AGAIN
    body = file_as_sent(page_version(), wanted)
    return unless_known(request, body, f"{kind}; charset=utf-8", keep)


@get("/worker.js", include_in_schema=False, opt={OWN_PACKING: True})
async def show_worker(request: Client) -> Response[bytes]:
    """What browsers run in the background; at the root, so that it serves the whole page."""
    body = file_as_sent(page_version(), "worker.js")
    return unless_known(request, body, "text/javascript; charset=utf-8", ASK_AGAIN)


@lru_cache(maxsize=256)
def file_as_sent(version: str, name: str) -> bytes:  # noqa: ARG001 - by which it is kept
    """A file of the page as it is sent, made once for each version of the page."""
    sources = {name: file.read_text(encoding="utf-8") for name, file in page_files().items()}
    return parcels.as_sent(sources, name).encode()


def card_of(game: AnyGame) -> Path:
    """The card of a title in the lobby, if it has one."""
    return game.folder / "show" / "card.webp"


@get("/api/titles/{title:str}/picture", include_in_schema=False, opt={OWN_PACKING: True})
async def show_picture(request: Client, title: FromPath[str]) -> Response[bytes]:
    """A picture of a title, for the lobby."""
    path = card_of(find_game(title))
    if not path.exists():
        raise NotFoundException
    return unless_known(request, path.read_bytes(), "image/webp", "public, max-age=86400")


def page_files() -> dict[str, Path]:
    """The files of the page by their names; there are no others."""
    return {file.relative_to(PAGE).as_posix(): file for file in PAGE.rglob("*") if file.is_file()}


def page_version() -> str:
    """A word that changes when any file of the page does."""
    known = hashlib.blake2b(digest_size=6)
    for name, file in sorted(page_files().items()):
        status = file.stat()
        known.update(f"{name} {status.st_mtime_ns} {status.st_size}\n".encode())
    return f"v-{known.hexdigest()}"


def tell_once(request: Client, value: Any) -> Response[Any]:
    """An answer that is sent only to who does not have it yet; others may not keep it for him."""
    return unless_known(request, msgspec.json.encode(value), MediaType.JSON, "private, no-cache")


def unless_known(request: Client, body: bytes, kind: str, keep: str) -> Response[bytes]:
    """The body with its tag, or that it has not changed since it was asked for last."""
    tag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": keep}
    known = [each.strip() for each in request.headers.get("If-None-Match", "").split(",")]
    if tag in known:
        return Response(b"", status_code=304, media_type=kind, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    packs = "gzip" in request.headers.get("Accept-Encoding", "")
    if packs and kind not in PACKED and len(body) > WORTH_PACKING:
        headers["Content-Encoding"] = "gzip"
        body = packed(tag, body)
    return Response(body, media_type=kind, headers=headers)


def packed(tag: str, body: bytes) -> bytes:
    """As small as it can be: who is sent the same gets what was packed for the first."""
    if tag not in parcels_kept:
        if len(parcels_kept) >= KEPT:
            parcels_kept.clear()
        parcels_kept[tag] = gzip.compress(body, mtime=0)
    return parcels_kept[tag]


ROUTES = [show_page, show_file, show_worker, show_picture]
