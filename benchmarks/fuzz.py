"""Input that makes no sense, as much as one likes: nothing may crash or hang, only the errors that are meant may be
raised, and what is refused may change nothing.

    python benchmarks/fuzz.py                        a million inputs of each kind
    python benchmarks/fuzz.py gtp sgf --inputs 10000 --seed 7

Kinds: gtp, ugi and json (lines), notation (positions of every game that has a text), match (saved as JSON), sgf. Every
input is a sensible one that was spoilt, or left as it was, or plain noise. A position that was accepted is written and
read again, and played on with. An input that takes longer than a minute is a hang; what went wrong is printed with
its seed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import faulthandler
import random
import sys
import time
from collections import Counter
from collections.abc import Callable

from fuzz_lines import gtp_tries, json_tries, ugi_tries
from fuzz_records import match_tries, notation_tries, sgf_tries
from spoiling import Load, MakeSearch, Try, Wrong

import anyspace

HANG_SECONDS = 60.0

KINDS: dict[str, Callable[[Load, MakeSearch], Try]] = {
    "gtp": gtp_tries,
    "ugi": ugi_tries,
    "json": json_tries,
    "notation": notation_tries,
    "match": match_tries,
    "sgf": sgf_tries,
}


# ---- running


def run(kind: str, inputs: int, seed: int, load: Load, make: MakeSearch, told: bool = False) -> Counter[str]:
    """Try so many inputs of a kind. Raises `Wrong`, or whatever was raised, with the number of the input."""
    attempt = KINDS[kind](load, make)
    counts: Counter[str] = Counter()
    began = said = time.monotonic()
    for number in range(inputs):
        source = random.Random(f"{kind} {seed} {number}")
        before = time.monotonic()
        try:
            counts[attempt(source)] += 1
        except Exception as error:
            raise Wrong(f"{kind}, seed {seed}, input {number}: {type(error).__name__}: {error}") from error
        now = time.monotonic()
        if now - before > HANG_SECONDS:
            raise Wrong(f"{kind}, seed {seed}, input {number} took {now - before:.0f} s")
        if told and now - said > 10:
            said = now
            print(f"{kind:10} {number + 1:>9,} {now - began:6.0f} s  {dict(counts)}", file=sys.stderr, flush=True)
    return counts


def main() -> int:
    """Try all kinds, or those that were named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    if unknown := [kind for kind in args.kinds if kind not in KINDS]:
        parser.error(f"no kind {unknown[0]!r}; known: {', '.join(KINDS)}")
    faulthandler.enable()
    code = 0
    for kind in args.kinds or KINDS:
        try:
            counts = run(kind, args.inputs, args.seed, anyspace.load, lambda game: anyspace.Search(game, "plain"), True)
            print(f"{kind:10} {sum(counts.values()):>9,} inputs: {dict(counts)}", flush=True)
        except Wrong as wrong:
            code = 1
            print(f"{kind:10} {wrong}", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
