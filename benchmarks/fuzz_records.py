"""Positions and saved games that make no sense, for benchmarks/fuzz.py."""

from __future__ import annotations

import json
import random
from typing import Any

from spoiling import Load, MakeSearch, Pool, Try, Wrong, noise, perhaps_spoilt

import anyspace
from anyspace.games import GAMES
from anyspace.matches import sgf_games

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


def small(name: str) -> str:
    """A game with few cells, where it has sizes."""
    return SMALL.get(name, name)


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
