"""Posting to addresses on the web that strangers have given: webhooks, push services.

Such an address is looked up once, checked, and connected to as it was checked: it cannot be used to
reach into the server's own network.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Mapping
from concurrent.futures import Executor
from typing import NamedTuple

import httpx

from salient import __version__

HOST = re.compile(rb"[\w.-]+|[0-9a-fA-F:.]+")
"""How hosts are written: names, and numbers of either kind."""

SECONDS = 5.0
"""That one try may take."""

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class Refused(Exception):
    """Something that will not be taken, however often it is tried."""


class Posted(NamedTuple):
    """What is posted: a body, and what is said about it."""

    body: bytes
    headers: Mapping[str, str]


class Post:
    """Posts to addresses of strangers."""

    def __init__(self, threads: Executor, *, private: bool = False) -> None:
        """Open the post office.

        Args:
            threads: In which names are looked up; that may take long.
            private: Whether addresses may point into private networks.
        """
        self.private = private
        self._threads = threads
        self._trust = httpx.create_ssl_context()

    async def send(self, address: str, letter: Posted, attempt: int = 0) -> int:
        """Post once; returns the status that is answered.

        Args:
            address: Where.
            letter: What.
            attempt: Which try it is; a host with several addresses is tried at each in turn.

        Raises:
            Refused: The address is none of the public web.
            OSError: It cannot be reached now, or answers too late.
            httpx.TransportError: The same.
        """
        async with asyncio.timeout(SECONDS):
            url = read_web_address(address)
            hosts = await self._look_up(url)
            return await self._post(url, hosts[attempt % len(hosts)], letter)

    async def _look_up(self, url: httpx.URL) -> list[str]:
        """The numeric addresses of a host, all of them checked."""
        found = await asyncio.get_running_loop().run_in_executor(
            self._threads, _addresses, url.raw_host.decode()
        )
        if not self.private and not all(is_public(address) for address in found):
            raise Refused("the address is not public")
        return found

    async def _post(self, url: httpx.URL, host: str, letter: Posted) -> int:
        """Post to a checked address under the name of its host.

        A bare transport makes one request: no redirects, no proxies, and no connection kept that
        was made under another name. The answer's body is not read.
        """
        own = {"Host": url.netloc.decode(), "User-Agent": f"Salient/{__version__}"}
        request = httpx.Request(
            "POST",
            url.copy_with(host=host),
            headers={**own, **letter.headers},
            content=letter.body,
            extensions={"sni_hostname": url.raw_host.decode()},
        )
        async with httpx.AsyncHTTPTransport(verify=self._trust) as transport:
            response = await transport.handle_async_request(request)
            await response.aclose()
        return response.status_code


def require_taken(status: int) -> None:
    """Whether what was posted is taken, or will be when it is tried again.

    Raises:
        ConnectionError: It may be tried again.
        Refused: It may not.
    """
    if status >= 500:
        raise ConnectionError(f"status {status}")
    if status >= 300:
        raise Refused(f"status {status}")


# -- addresses ----------------------------------------------------------------------------------


def read_web_address(text: str) -> httpx.URL:
    """An address of the web.

    Raises:
        Refused: It is none; what it is is not told, for it may be a secret.
    """
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, ValueError):
        raise Refused("no web address") from None
    if url.scheme not in ("http", "https") or not HOST.fullmatch(url.raw_host):
        raise Refused("no web address")
    return url


def is_reachable(text: str, *, private: bool) -> bool:
    """Whether something could ever be posted to an address, as far as it tells by itself.

    >>> given = ("https://a.example/x", "http://a b/", "http://127.0.0.1/", "http://[fd00::1]/")
    >>> [is_reachable(text, private=False) for text in given]
    [True, False, False, False]
    """
    try:
        host = read_web_address(text).host
    except Refused:
        return False
    if private:
        return True
    try:
        return is_public(host)
    except ValueError:  # a name, which is looked up when it is needed
        return host.rstrip(".") != "localhost" and not host.rstrip(".").endswith(".localhost")


def is_public(text: str) -> bool:
    """Whether a numeric address belongs to the public internet.

    >>> [is_public(text) for text in ("1.1.1.1", "192.168.1.1", "::ffff:127.0.0.1", "fec0::1")]
    [True, False, False, False]
    """
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        # These carry an IPv4 address to which they may be translated.
        inner = address.ipv4_mapped or address.sixtofour or _translated(address)
        if inner is not None:
            return is_public(str(inner))
        if address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _translated(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None


def _addresses(host: str) -> list[str]:
    """The numeric addresses of a host, the best first."""
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]
