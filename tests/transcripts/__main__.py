"""Write the transcripts anew."""

from __future__ import annotations

from tests.transcripts import transcripts

for path, text in transcripts():
    path.write_text(text, encoding="utf-8")
    print(path.name)
