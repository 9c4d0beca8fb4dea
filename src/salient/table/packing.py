"""Packing of live messages: what is told to many at once is packed once.

Each message stands for itself (no context is taken over from the one before, of which the small
window holds next to nothing anyway), so the same message is packed in the same way for everybody.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache

from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import CTRL_OPCODES, Frame
from websockets.typing import ExtensionParameter

WINDOW_BITS = 12
LEVEL = 4
"""Almost as small as the usual 6, in two thirds of the time."""

MEMORY_LEVEL = 5
KEPT = 16
"""So many messages are kept packed: those that have just been sent."""


class Packing(PerMessageDeflate):
    """Packs what goes out once for all who are sent the same."""

    def encode(self, frame: Frame) -> Frame:
        """A frame as it is sent."""
        if frame.opcode in CTRL_OPCODES:
            return frame
        assert frame.fin, "messages are sent whole"
        data = packed(bytes(frame.data), self.local_max_window_bits)
        return Frame(frame.opcode, data, frame.fin, True, frame.rsv2, frame.rsv3)


@lru_cache(KEPT)
def packed(data: bytes, bits: int) -> bytes:
    """A message in its packed form, without the mark at its end that the protocol leaves out."""
    packer = zlib.compressobj(LEVEL, wbits=-bits, memLevel=MEMORY_LEVEL)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


class PackingFactory(ServerPerMessageDeflateFactory):
    """Agrees with a client on how messages are packed."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True,
            server_max_window_bits=WINDOW_BITS,
            client_max_window_bits=WINDOW_BITS,
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What is agreed on, and what does it."""
        agreed, usual = super().process_request_params(params, accepted_extensions)
        own = Packing(
            usual.remote_no_context_takeover,
            usual.local_no_context_takeover,
            usual.remote_max_window_bits,
            usual.local_max_window_bits,
            {},
        )
        return agreed, own
