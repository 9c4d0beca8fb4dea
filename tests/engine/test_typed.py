"""Types are worked out by one thread at a time: several at once would bring the process down."""

from __future__ import annotations

import subprocess
import sys

CROWD = """
import sys, threading, msgspec
from salient.engine.typed import convert

sys.setswitchinterval(1e-6)
for number in range(100):
    cells = [(f"cell{n}", dict[str, tuple[int, ...]] | None, None) for n in range(20)]
    row = msgspec.defstruct(f"Row{number}", cells)
    table = msgspec.defstruct(f"Table{number}", [(f"rows{n}", list[row]) for n in range(5)])
    gate = threading.Barrier(6)

    def read():
        gate.wait()
        convert({f"rows{n}": [{"cell19": {"a": [1]}}] for n in range(5)}, table)

    threads = [threading.Thread(target=read) for _ in range(6)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
print("all read")
"""


def test_many_threads_may_read_a_type_for_the_first_time_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", CROWD], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "all read"), done.stderr
