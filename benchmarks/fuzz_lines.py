"""Lines that make no sense, for benchmarks/fuzz.py: GTP, UGI and JSON."""

from __future__ import annotations

import json
import random
import threading
from typing import Any

from spoiling import Load, MakeSearch, Try, Wrong, noise, perhaps_spoilt

import anyspace
from anyspace.protocols import gtp, shelf, ugi
from anyspace.protocols.katago import Engine
from anyspace.protocols.lines import Lines
from anyspace.protocols.thinking import Thinker
from anyspace.protocols.ugi_options import usual_settings
from anyspace.search.budget import Budget

QUERIES = ("gameover", "p1turn", "result", "fen", "moves")


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


def few_boards(load: Load) -> Load:
    """Boards of few sizes and komis: to compile one for every komi would take most of the time."""

    def few(name: str, **options: Any) -> Any:
        anyspace.load(name, **options)  # raises where there is no such board
        if options["size"] not in (3, 4) or options["komi"] not in (0, 0.5, -0.5):
            raise anyspace.OptionError("another board")
        return load(name, **options)

    return few


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
    said = Said()
    session = gtp.Session(said.lines, load(name), Thinker(make, Budget(2)))

    shelf.load = few_boards(load)  # type: ignore[assignment]

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


def json_tries(load: Load, make: MakeSearch) -> Try:
    """Queries of KataGo's analysis engine, read and not searched."""
    said = Said()
    engine = Engine(said.lines, Thinker(make, Budget(2)))
    shelf.load = few_boards(load)  # type: ignore[assignment]
    good: dict[str, Any] = {"id": "q", "moves": [["B", "A1"], ["W", "B2"]], "rules": "chinese", "komi": 0.5}
    good |= {"boardXSize": 3, "boardYSize": 3, "analyzeTurns": [0, 2], "maxVisits": 2, "initialStones": [["B", "C3"]]}
    odd: list[Any] = [None, 0, -1, 2**70, 1.5, 1e300, "", "x", "B", [], [0], ["B", "A1"], [["B", "A1"]], {}, True]

    def attempt(source: random.Random) -> str:
        record = dict(good)
        if source.random() < 0.5:
            key = source.choice([*good, "action", "priority", "priorities", "overrideSettings", "includeOwnership"])
            record[key] = source.choice([*odd, noise(source)])
            text = json.dumps(record)
        else:
            text = perhaps_spoilt(json.dumps(record), source)
        said.text = ""
        waiting = len(engine._waiting)
        engine.hear(text)
        answers = [json.loads(line) for line in said.text.splitlines()]
        refused = any("error" in answer for answer in answers)
        if refused and len(engine._waiting) != waiting:
            raise Wrong(f"{text!r} was refused ({said.text!r}) and waits to be answered")
        engine._waiting.clear()
        return "refused" if refused else "taken"

    return attempt
