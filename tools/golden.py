"""Write the kept playthroughs anew, after a change of rules or words that was meant.

python tools/golden.py [GAME or FOLDER ...]
"""

import sys
from pathlib import Path

from gamelib import game, testing

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"

for name in sys.argv[1:] or game.names():
    found = game.load(name)
    (GOLDEN / f"{found.name}.txt").write_text(testing.playthrough(found), encoding="utf-8")
    print(f"tests/golden/{found.name}.txt")
