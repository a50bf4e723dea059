"""Input that makes no sense, as much as one likes: nothing may crash or hang, only the errors that are meant may be
raised, and what is refused may change nothing.

    python benchmarks/fuzz.py                        a million inputs of each kind
    python benchmarks/fuzz.py gtp sgf --inputs 10000 --seed 7

Kinds: gtp and ugi (lines), notation (positions of every game that has a text), match (saved as JSON), sgf. Every
input is a sensible one that was spoilt, or left as it was, or plain noise. A position that was accepted is written and
read again, and played on with. An input that takes longer than a minute is a hang; what went wrong is printed with
its seed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import anyspace
from anyspace.games import GAMES
from anyspace.protocols import gtp, ugi
from anyspace.protocols.lines import Lines
from anyspace.protocols.thinking import Thinker
from anyspace.protocols.ugi_options import usual_settings
from anyspace.search.budget import Budget

POOL = 500
HANG_SECONDS = 60.0
NOISE = "\x00\t\r\x1b\x7f #=?/-+.,;:()[]{}\"'\\0123456789abcdefghxoXOBW\u00e9\u0660\u2028\U0001f600"
WORDS = "b w black white pass resign true false nan inf -1 0 1 2 3 4 5 19 1e9 99999999999999999999 name value moves fen"
QUERIES = ("gameover", "p1turn", "result", "fen", "moves")
SMALL = {
    "go": "go(size=4)",
    "hex": "hex(size=4)",
    "mnk": "mnk(columns=4,rows=3,k=3)",
    "havannah": "havannah(size=3)",
    "atarigo": "atarigo(size=4)",
    "nogo": "nogo(size=4)",
    "domineering": "domineering(rows=4,columns=4)",
    "breakthrough": "breakthrough(rows=5,columns=4)",
    "knightthrough": "knightthrough(rows=5,columns=5)",
    "clobber": "clobber(rows=4,columns=4)",
}

Try = Callable[[random.Random], str]
"""One input, tried; returns what it was taken for. Raises where something is wrong."""
Load = Callable[..., Any]
MakeSearch = Callable[[Any], Any]


class Wrong(Exception):
    """What must not be."""


# ---- spoiling


def noise(source: random.Random, most: int = 40) -> str:
    """Any characters at all."""
    return "".join(
        source.choice(NOISE) if source.random() < 0.8 else chr(source.choice([source.randrange(1, 300), 0xFFFD]))
        for _ in range(source.randrange(most))
    )


def spoilt(text: str, source: random.Random) -> str:
    """A text with something wrong: a part missing, twice, elsewhere, or replaced."""
    kind = source.randrange(7)
    start = source.randrange(len(text) + 1)
    end = min(len(text), start + source.randrange(1, 6))
    if kind == 0:
        return text[:start] + text[end:]
    if kind == 1:
        return text[:start] + text[start:end] * source.randrange(2, 5) + text[end:]
    if kind == 2:
        return text[:start] + noise(source, 6) + text[end:]
    if kind == 3:
        return text[:start]
    words = text.split(" ")
    place = source.randrange(len(words))
    if kind == 4:
        words[place] = source.choice(WORDS.split())
    elif kind == 5:
        words.insert(place, source.choice(WORDS.split()))
    else:
        words.append(words.pop(place))
    return " ".join(words)


def perhaps_spoilt(text: str, source: random.Random) -> str:
    """As it was, a little wrong, very wrong, or noise."""
    draw = source.random()
    if draw < 0.4:
        return text
    if draw < 0.9:
        for _ in range(source.choice([1, 1, 2, 5])):
            text = spoilt(text, source)
        return text
    return noise(source)


# ---- lines


class Said:
    """Lines that are handed over one by one."""

    def __init__(self) -> None:
        self.text = ""
        self._never = threading.Event()
        self.lines = Lines(self._wait, self._note)

    def _wait(self) -> bytes:
        self._never.wait()
        return b""

    def _note(self, text: str) -> None:
        self.text += text


def gtp_line(session: gtp.Session, source: random.Random) -> str:
    """A line that would mostly be right."""
    colour = source.choice(["b", "w", "black", "WHITE"])
    vertex = source.choice(["pass", *(f"{column}{row}" for column in "ABCDEabcde" for row in range(6))])
    moves = [play.vertex for play in session.board.plays[-3:]]
    return source.choice(
        [
            *[f"play {colour} {vertex}"] * 12,
            *[f"play {colour} {source.choice(moves)}" if moves else "clear_board"] * 2,
            *("undo", "undo", "undo", "clear_board", "showboard", "final_score", "name", "list_commands", "version"),
            *(f"genmove {colour}", f"reg_genmove {colour}", f"all_legal {colour}", f"is_legal {colour} {vertex}"),
            f"boardsize {source.choice([3, 4])}",
            f"komi {source.choice(['0', '0.5', '-0.5'])}",
            f"time_settings {source.choice([0, 1, 300])} {source.choice([0, 30])} {source.choice([0, 5])}",
            f"time_left {colour} {source.choice([0, 5, 100])} {source.choice([0, 1, 5])}",
            f"kgs-time_settings {source.choice(['none', 'absolute 3', 'byoyomi 3 3 3', 'canadian 3 3 3'])}",
            *("fixed_handicap 2", f"set_free_handicap A1 {vertex} C3", "final_status_list alive", "move_history"),
            f"known_command {noise(source, 5)}",
            f"{source.randrange(1000)} get_komi",
            f"lz-genmove_analyze {colour} 5",
        ]
    )


def gtp_state(session: gtp.Session) -> tuple[object, ...]:
    """All that a refused line must not change."""
    board = session.board
    times = session.times and [str(each.allowance()) for each in session.times]
    return board.options, board.plays, board.state.frozen(), session.settings, times, session.over


def gtp_tries(load: Load, make: MakeSearch, name: str = "go(size=3,komi=0.5)") -> Try:
    """A session that goes on and on."""
    from anyspace.protocols import shelf

    said = Said()
    session = gtp.Session(said.lines, load(name), Thinker(make, Budget(2)))

    def few(name: str, **options: Any) -> Any:
        """Boards of few sizes and komis: to compile one for every komi would take most of the time."""
        anyspace.load(name, **options)
        if options["size"] not in (3, 4) or options["komi"] not in (0, 0.5, -0.5):
            raise anyspace.OptionError("another board")
        return load(name, **options)

    shelf.load = few  # type: ignore[assignment]

    def attempt(source: random.Random) -> str:
        line = perhaps_spoilt(gtp_line(session, source), source)
        if len(session.board.plays) > 40:
            session.board.clear()
        before = gtp_state(session)
        said.text = ""
        session.hear(line)
        if "internal error" in said.text:
            raise Wrong(f"{line!r} is answered {said.text!r}")
        if said.text and not (said.text[0] in "=?" and said.text.endswith("\n\n")):
            raise Wrong(f"{line!r} is answered {said.text!r}, which is no answer")
        refused = said.text.startswith("?")
        if (refused or not said.text) and gtp_state(session) != before:
            raise Wrong(f"{line!r} was refused ({said.text!r}) and has changed something")
        if session.over:
            session.over = False
        return "refused" if refused else "ignored" if not said.text else "answered"

    return attempt


def ugi_line(session: ugi.Session, source: random.Random) -> str:
    """A line that would mostly be right."""
    state = session.match.state
    names = [state.name(move) for move in state.moves()] or ["a1"]
    played = " ".join(session.match.names)
    now = state.notation()
    further = f"position startpos moves {played} {source.choice(names)}"
    return source.choice(
        [
            *[further] * 6,
            *("position startpos", f"position fen {now}", f"position fen {now} moves {names[0]}"),
            *("go nodes 1", "go nodes 2 movetime 5", "go p1time 1 p2time 1 p1inc 0 p2inc 0", "go depth 1 nodes 1"),
            *("ugi", "isready", "uginewgame", "stop", f"query {source.choice(QUERIES)}"),
            f"setoption name {source.choice(['MultiPV', 'Level', 'Threads'])} value {source.randrange(12)}",
        ]
    )


def ugi_tries(load: Load, make: MakeSearch, name: str = "tic_tac_toe") -> Try:
    """A session that goes on and on."""
    said = Said()
    session = ugi.Session(said.lines, load(name), Thinker(make, Budget(2)), usual_settings())

    def attempt(source: random.Random) -> str:
        line = perhaps_spoilt(ugi_line(session, source), source)
        words = line.split()
        if words[:1] == ["go"] and not ({"nodes", "movetime", "p1time"} & set(words) and "infinite" not in words):
            line = "go nodes 1"  # nobody would end it
        before = session.match.to_json(), dict(session.settings), session.over
        said.text = ""
        session.hear(line)
        if "info string error: internal" in said.text:
            raise Wrong(f"{line!r} is answered {said.text!r}")
        refused = said.text.startswith("info string error")
        if refused and (session.match.to_json(), dict(session.settings), session.over) != before:
            raise Wrong(f"{line!r} was refused ({said.text!r}) and has changed something")
        if session.over:
            session.over = False
        return "refused" if refused else "taken"

    return attempt


# ---- positions and saved games


def small(name: str) -> str:
    """A game with few cells, where it has sizes."""
    return SMALL.get(name, name)


class Pool:
    """Sensible texts to be spoilt, made anew now and then: to play a game for every input would take most of the
    time."""

    def __init__(self, make: Callable[[random.Random], Any]) -> None:
        self._make = make
        self._texts: list[Any] = []

    def draw(self, source: random.Random) -> Any:
        """One of them."""
        if len(self._texts) < POOL:
            self._texts.append(self._make(source))
            return self._texts[-1]
        place = source.randrange(POOL)
        if source.random() < 0.01:
            self._texts[place] = self._make(source)
        return self._texts[place]


def some_state(game: Any, source: random.Random) -> Any:
    """A position somewhere in a random game."""
    state = game.start(seed=source.randrange(1000))
    for _ in range(source.randrange(30)):
        if state.over:
            break
        state.play(source.choice(state.moves()))
    return state


def notation_tries(load: Load, make: MakeSearch) -> Try:
    """Texts of positions, of every game that has them."""
    games = []
    for name in GAMES:
        game = load(small(name))
        try:
            game.start(seed=0).notation()
        except anyspace.GameError:
            continue
        games.append(game)

    def one(source: random.Random) -> tuple[Any, str]:
        game = source.choice(games)
        return game, some_state(game, source).notation()

    pool = Pool(one)

    def attempt(source: random.Random) -> str:
        game, text = pool.draw(source)
        text = perhaps_spoilt(text, source)
        try:
            state = game.position(text)
        except anyspace.PositionError:
            return "refused"
        again = game.position(state.notation())
        if again.notation() != state.notation() or again.mover != state.mover or again.moves() != state.moves():
            raise Wrong(f"{game.name}: {text!r} is read, written and read again as something else")
        for _ in range(3):
            if state.over:
                break
            state.play(source.choice(state.moves()))
        return "taken"

    return attempt


def played_match(game: Any, source: random.Random) -> anyspace.Match:
    """A random game as far as it came."""
    match = anyspace.Match(game, source.randrange(1000))
    for _ in range(source.randrange(20)):
        if match.over:
            break
        match.play(source.choice(match.state.moves()))
    return match


def match_tries(load: Load, make: MakeSearch) -> Try:
    """Saved matches."""
    games = [load(small(name)) for name in ("tic_tac_toe", "connect_four", "hex", "go", "oware", "pig", "kuhn_poker")]
    by_name = {game.origin.name: game for game in games}
    pool = Pool(lambda source: played_match(source.choice(games), source).to_json())

    def attempt(source: random.Random) -> str:
        text = pool.draw(source)
        if source.random() < 0.5:
            record = json.loads(text)
            key = source.choice(list(record))
            record[key] = source.choice(
                [None, 0, -1, 2**70, 1.5, "", "x", [], ["a1"], {}, True, noise(source), "deleted"]
            )
            if record[key] == "deleted":
                del record[key]
            text = json.dumps(record)
        else:
            text = perhaps_spoilt(text, source)
        try:
            name = json.loads(text).get("game")
        except (ValueError, AttributeError, RecursionError):
            name = None
        try:  # the game itself is given: to load it anew would be to compile it anew
            match = anyspace.Match.from_json(text, by_name.get(name, games[0]) if isinstance(name, str) else games[0])
        except anyspace.PositionError:
            return "refused"
        if anyspace.Match.from_json(match.to_json(), match.game) != match:
            raise Wrong(f"{text!r} is read, written and read again as something else")
        return "taken"

    return attempt


def sgf_tries(load: Load, make: MakeSearch) -> Try:
    """Records of Go and Hex."""
    from anyspace.matches import sgf_games

    games = {name: load(small(name)) for name in ("go", "hex")}
    usual = {name: dict(game.origin.options) for name, game in games.items()}

    def known(name: str, **options: Any) -> Any:
        """The games there are; others are built, which says whether there are such, and are not played."""
        if {**usual[name], **options} == usual[name]:
            return games[name]
        anyspace.load(name, **options)
        raise anyspace.OptionError("another board")

    pool = Pool(lambda source: played_match(source.choice(list(games.values())), source).to_sgf())

    def attempt(source: random.Random) -> str:
        text = perhaps_spoilt(pool.draw(source), source)
        before, sgf_games.load = sgf_games.load, known  # type: ignore[assignment]
        try:
            match = anyspace.Match.from_sgf(text)
        except anyspace.PositionError:
            return "refused"
        finally:
            sgf_games.load = before
        if not match.over and len(match):
            match.undo()
        return "taken"

    return attempt


KINDS: dict[str, Callable[[Load, MakeSearch], Try]] = {
    "gtp": gtp_tries,
    "ugi": ugi_tries,
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
