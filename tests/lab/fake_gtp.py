"""A GTP engine for tests: plays the first vertex that is free, and misbehaves as it is told, in its third move.

python fake_gtp.py [good|crash|hang|slow|illegal|resign|refuse|deny|silent|small] [FILE]; FILE gets what it was told.
"""

from __future__ import annotations

import sys
import time

LETTERS = "ABCDEFGHJKLMNOPQRST"
BEHAVIOUR = sys.argv[1] if len(sys.argv) > 1 else "good"
KNOWN = ("boardsize", "clear_board", "komi", "play", "genmove", "quit", "time_settings", "time_left")


def main() -> None:
    size, taken, moves = 19, set(), 0
    print("a program that greets", flush=True)
    for line in sys.stdin:
        if len(sys.argv) > 2:
            with open(sys.argv[2], "a") as log:
                log.write(line)
        words = line.split()
        answer, fine = "", True
        if words[0] == "known_command":
            answer = str(words[1] in KNOWN).lower()
        elif words[0] == "boardsize":
            size, fine, answer = int(words[1]), BEHAVIOUR != "small", "" if BEHAVIOUR != "small" else "too large for me"
        elif words[0] == "clear_board":
            taken.clear()
        elif words[0] == "play":
            fine, answer = BEHAVIOUR != "deny", "" if BEHAVIOUR != "deny" else "illegal move"
            taken.add(words[2].upper())
        elif words[0] == "genmove":
            moves += 1
            free = [f"{LETTERS[x]}{y + 1}" for y in range(size) for x in range(size)]
            answer = next(vertex for vertex in free if vertex not in taken)
            if moves == 3 or BEHAVIOUR == "silent":
                if BEHAVIOUR == "crash":
                    print("out of luck", file=sys.stderr, flush=True)
                    sys.exit(3)
                if BEHAVIOUR == "slow":
                    time.sleep(1.3)
                if BEHAVIOUR in ("hang", "silent"):
                    print("thinking hard", file=sys.stderr, flush=True)
                    time.sleep(60)
                answer = {"illegal": min(taken), "resign": "resign"}.get(BEHAVIOUR, answer)
                fine = BEHAVIOUR != "refuse"
            taken.add(answer.upper())
        elif words[0] == "quit":
            print("=\n", flush=True)
            return
        print(f"{'=' if fine else '?'} {answer}\n", flush=True)


if __name__ == "__main__":
    main()
