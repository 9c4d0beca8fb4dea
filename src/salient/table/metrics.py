"""Metrics: how much a server does, in the form that Prometheus reads."""

from __future__ import annotations

import ipaddress
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from salient import __version__
from salient.table.errors import TableError

if TYPE_CHECKING:
    from salient.table.table import GameTable

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds."""


class Metrics:
    """Counts what happens."""

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()
        self._orders = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    @contextmanager
    def ordering(self) -> Iterator[None]:
        """Measure how long an order takes that is carried out in the block."""
        begin = time.perf_counter()
        yield
        spent = time.perf_counter() - begin
        self._orders[bisect_left(BUCKETS, spent)] += 1
        self._seconds += spent

    def tell(self, table: GameTable) -> str:
        """Everything, as text."""
        rooms = table.rooms.all()
        parts = (
            _gauge("salient_build_info", "The version.", 1, version=__version__),
            _gauge("salient_rooms", "Games in memory.", len(rooms)),
            _gauge("salient_entries", "Journal entries in memory.", sum(r.seq for r in rooms)),
            _gauge("salient_followers", "Live connections.", sum(len(r.listeners) for r in rooms)),
            _gauge("salient_bots", "Games whose bots are at work.", table.robots.busy),
            _gauge("process_cpu_seconds_total", "Processor time.", round(time.process_time(), 2)),
            self._tell_answers(),
            self._tell_orders(),
        )
        return "".join(parts)

    def _tell_answers(self) -> str:
        lines = [
            f'salient_answers_total{{status="{status}"}} {count}\n'
            for status, count in sorted(self.answers.items())
        ]
        return _head("salient_answers_total", "Answers by status.", "counter") + "".join(lines)

    def _tell_orders(self) -> str:
        name, total, lines = "salient_order_seconds", 0, []
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self._orders, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}\n')
        lines.append(f"{name}_sum {self._seconds:.6f}\n{name}_count {total}\n")
        return _head(name, "From order to acknowledgement.", "histogram") + "".join(lines)


def _head(name: str, about: str, kind: str) -> str:
    return f"# HELP {name} {about}\n# TYPE {name} {kind}\n"


def _gauge(name: str, about: str, value: float, **labels: str) -> str:
    told = ",".join(f'{label}="{text}"' for label, text in labels.items())
    kind = "counter" if name.endswith("_total") else "gauge"
    return f"{_head(name, about, kind)}{name}{f'{{{told}}}' if told else ''} {value}\n"


def read_networks(given: Iterable[str]) -> tuple[str, ...]:
    """Networks as they are written.

    Raises:
        TableError: ``bad-network``.
    """
    found = []
    for each in given:
        try:
            found.append(str(ipaddress.ip_network(each, strict=False)))
        except ValueError:
            raise TableError("bad-network", value=each) from None
    return tuple(found)


def is_within(address: str, networks: Iterable[str]) -> bool:
    """Whether an address belongs to one of some networks.

    >>> is_within("10.1.2.3", ["10.0.0.0/8"]), is_within("::1", ["10.0.0.0/8"])
    (True, False)
    """
    try:
        asked = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(asked in ipaddress.ip_network(each) for each in networks)
