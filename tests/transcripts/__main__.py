"""Write what is missing of the transcripts, and the stories anew."""

from __future__ import annotations

import sys

from tests.transcripts import FOLDER, Changed, games, renew

refused = False
for game in games():
    try:
        for path in renew(game):
            print(path.relative_to(FOLDER))
    except Changed as changed:
        refused = True
        print(changed, file=sys.stderr)
sys.exit(refused)
