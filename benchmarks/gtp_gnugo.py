"""Games of Go against GNU Go, through GTP on both sides: no protocol error, and both count the same in the end.

    python benchmarks/gtp_gnugo.py --games 200 --iterations 200

Colours alternate. Both programs are told every move and asked for the score when both have passed. GNU Go takes dead
stones off the board first, and we do not: where it names some the winner has to be the same, and elsewhere the score. A
game that our rules end after 3 * size * size moves is counted apart. Exit code 1 where something disagreed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from anyspace.lab.outside.gtp import Gtp
from anyspace.protocols.vertices import COLOURS

OUR_RULES = "--chinese-rules --positional-superko --forbid-suicide --play-out-aftermath --capture-all-dead"
TIMEOUT = 600.0


@dataclass
class Played:
    """What came of a game."""

    ours: int
    scores: tuple[str, str] = ("", "")
    moves: list[str] = field(default_factory=list)
    dead: str = ""
    """Stones that GNU Go takes off the board."""
    trouble: str = ""

    @property
    def agrees(self) -> bool:
        """Whether both say the same of the game."""
        ours, theirs = self.scores
        return not self.trouble and (ours[:1] == theirs[:1] if self.dead else ours == theirs)


def play(engines: tuple[Gtp, Gtp], size: int, komi: float, ours: int) -> Played:
    """One game; `engines` are ours and theirs."""
    played = Played(ours)

    def ask(engine: Gtp, command: str) -> str:
        accepted, answer = engine.ask(command)
        if not accepted:
            played.trouble = f"{engine.name} refuses {command!r} after {len(played.moves)} moves: {answer}"
            raise RuntimeError(played.trouble)
        return answer

    try:
        for engine in engines:
            for command in (f"boardsize {size}", "clear_board", f"komi {komi}"):
                ask(engine, command)
        passes = 0
        while passes < 2 and len(played.moves) < 3 * size * size:
            mover = len(played.moves) % 2
            asked, told = engines if mover == ours else engines[::-1]
            vertex = ask(asked, f"genmove {COLOURS[mover]}")
            if vertex.lower() == "resign":
                played.trouble = f"{asked.name} resigned"
                return played
            ask(told, f"play {COLOURS[mover]} {vertex}")
            played.moves.append(vertex)
            passes = passes + 1 if vertex.lower() == "pass" else 0
        first, second = (ask(engine, "final_score") for engine in engines)
        played.scores = (_plain(first), _plain(second))
        played.dead = ask(engines[1], "final_status_list dead")
    except RuntimeError:
        pass
    return played


def _plain(score: str) -> str:
    winner, plus, points = score.strip().partition("+")
    return f"{winner}+{float(points):g}" if plus else winner


def main() -> int:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=200, help="of our moves")
    parser.add_argument("--level", type=int, default=1, help="of GNU Go")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--gnugo", help="the program, if it is not on the path")
    parser.add_argument("--with", dest="parts", action="append", default=[])
    args = parser.parse_args()
    program = args.gnugo or shutil.which("gnugo", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
    if program is None:
        print("gnugo is not installed", file=sys.stderr)
        return 2
    parts = "".join(f" --with {part}" for part in args.parts)
    ours = Gtp(
        f"{sys.executable} -m anyspace gtp go(size={args.size},komi={args.komi}) --iterations {args.iterations}{parts}",
        Path(),
        TIMEOUT,
    )
    counts: Counter[str] = Counter()
    began = time.monotonic()
    for number in range(args.games):
        theirs = Gtp(f"{program} --mode gtp --level {args.level} --seed {number + 1} {OUR_RULES}", Path(), TIMEOUT)
        try:
            played = play((ours, theirs), args.size, args.komi, number % 2)
        finally:
            theirs.close()
        cut = len(played.moves) >= 3 * args.size * args.size and not played.trouble
        counts["games"] += 1
        counts["moves"] += len(played.moves)
        counts["refused"] += bool(played.trouble)
        counts["cut short"] += cut
        counts["agree"] += played.agrees and not cut
        counts["with dead stones"] += bool(played.dead)
        counts["won by us"] += played.scores[1][:1] == "BW"[played.ours]
        if not played.agrees:
            print(f"game {number + 1}: {played.trouble or played.scores} {' '.join(played.moves)}", flush=True)
        elif (number + 1) % 10 == 0:
            print(f"{time.monotonic() - began:6.0f} s  {dict(counts)}", flush=True)
    ours.close()
    print(f"{time.monotonic() - began:6.0f} s  {dict(counts)}")
    return int(counts["refused"] > 0 or counts["agree"] + counts["cut short"] < counts["games"])


if __name__ == "__main__":
    sys.exit(main())
