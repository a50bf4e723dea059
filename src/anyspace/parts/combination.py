"""Which parts a search has where none are named: those that suit the game, by what it declares; or plain UCT.

Which parts suit which game was found by tournaments at equal time (docs/default.md). A line of the table below adds its
parts if it fits the game; a part that cannot be part of the search at hand (hidden information, several threads, a rule
that the game does not have) is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..core.binding import Setup
from ..core.policy import MULTI, PERFECT
from ..rules.character import KEPT, character
from .part import Part
from .registry import from_text


@dataclass(frozen=True)
class Plain(Part):
    """UCT, and nothing else but what is named."""

    kind = "combination"
    reference = "Kocsis and Szepesvári 2006; survey, III"


@dataclass(frozen=True)
class Default(Part):
    """What suits the game by what it declares; parts that are named take the place of those of their kind."""

    kind = "combination"
    reference = "docs/default.md"
    consistent = "as the parts are that it chooses: `result.stats.parts`"


@dataclass(frozen=True)
class Choice:
    """One line of the table."""

    when: str
    fits: Callable[[Setup], bool]
    parts: tuple[str, ...]


FEW_MOVES = 50
"""Where there are more to choose from on average, weighing each costs a playout more than it gains."""

LONG_GAME = 35
"""Moves. Playouts of shorter games are played to the end, unless there are many moves to choose from."""

VERY_LONG_GAME = 100
"""Moves. Where those of others are hidden, a search of a game that goes on for so long has few visits for each."""

SELDOM = 0.3
"""Of the moves of a player at most so many may be such as it made before, for MAST to learn from them."""


def is_open(setup: Setup) -> bool:
    """Whether the game is for two and both see everything."""
    return setup.game.players == 2 and setup.information == PERFECT and not setup.game.simultaneous


def is_simultaneous(setup: Setup) -> bool:
    """Whether moves are made at the same time, and each player chooses in a tree of its own."""
    return setup.game.simultaneous and setup.information == MULTI


def is_closed(setup: Setup) -> bool:
    """Whether there are several players, and that is not so."""
    return setup.game.players > 1 and not is_open(setup) and not is_simultaneous(setup)


def shows_moves(setup: Setup) -> bool:
    """Whether that is so, and what is hidden are cards, say, and not what others do."""
    return is_closed(setup) and not setup.game.hides_moves


def hides_moves_that_stay(setup: Setup) -> bool:
    """Whether moves are hidden, in a very long game in which what can be done now can be done later."""
    if not is_closed(setup) or not setup.game.hides_moves or setup.game.actions is None:
        return False
    found = character(setup.game)
    return found.kept >= KEPT and found.length >= VERY_LONG_GAME


def moves_last(setup: Setup) -> bool:
    """Whether what can be done now can be done later, once (rules/character.py)."""
    return is_open(setup) and setup.game.actions is not None and character(setup.game).moves_last


def moves_pass(setup: Setup) -> bool:
    """Whether not."""
    return is_open(setup) and not moves_last(setup)


def knows_odds(setup: Setup) -> bool:
    """Whether the game can tell how likely a good player is to make a move, as it was learnt from games."""
    return is_open(setup) and setup.game.learnt_prior and setup.game.backend.has("prior")


def moves_last_without_odds(setup: Setup) -> bool:
    """Whether moves last, and what is known of them is made by hand at best."""
    return moves_last(setup) and not knows_odds(setup)


def moves_pass_without_odds(setup: Setup) -> bool:
    """The same where they do not."""
    return moves_pass(setup) and not knows_odds(setup)


def judges(setup: Setup) -> bool:
    """Whether the game can tell what a position is worth, and does not say how to answer a move instead."""
    return is_open(setup) and setup.game.backend.has("evaluate") and not setup.game.backend.has("reply")


def judges_large_games(setup: Setup) -> bool:
    """Whether it can, and random playouts are long or choose among many moves."""
    return moves_pass(setup) and judges(setup) and is_large(setup)


def is_large(setup: Setup) -> bool:
    """Whether random games are long, or have many moves to choose from."""
    found = character(setup.game)
    return found.length >= LONG_GAME or found.width > FEW_MOVES


def judges_what_is_shown(setup: Setup) -> bool:
    """Whether a large game, of more than two players or with something hidden, but no moves, can tell what a position
    is worth."""
    return shows_moves(setup) and setup.game.backend.has("evaluate") and is_large(setup)


def weighs_cards(setup: Setup) -> bool:
    """Whether a game in which something is hidden can tell good moves from bad, of which there are few, and not what a
    position is worth."""
    has = setup.game.backend.has
    if not is_closed(setup) or setup.information == PERFECT or not has("prior") or has("evaluate"):
        return False
    return character(setup.game).width <= FEW_MOVES


def weighs_few_moves(setup: Setup) -> bool:
    """Whether the game can tell good moves from bad, of which there are few."""
    return moves_pass(setup) and setup.game.backend.has("prior") and character(setup.game).width <= FEW_MOVES


def knows_nothing(setup: Setup) -> bool:
    """Whether there are rules and nothing else, and moves that tell something of themselves."""
    has = setup.game.backend.has
    if not moves_pass(setup) or any(has(rule) for rule in ("evaluate", "prior", "playout")):
        return False
    return setup.game.actions is not None and character(setup.game).repeated <= SELDOM


def answers(setup: Setup) -> bool:
    """Whether the game knows how to answer a move."""
    return is_open(setup) and setup.game.backend.has("reply")


CHOICES: tuple[Choice, ...] = (
    Choice("two players, everything is seen", is_open, ("solver",)),
    Choice("... and a rule `prior` that was learnt from games (`learnt_prior`)", knows_odds, ("puct:c=2.0",)),
    Choice("... without that, moves last", moves_last_without_odds, ("grave", "ucb1:c=0.01")),
    Choice("... without that, they do not", moves_pass_without_odds, ("ucb1:c=0.5",)),
    Choice("a rule `evaluate`, and none to `reply`", judges, ("implicit_minimax",)),
    Choice(
        f"... moves do not last; random games have {LONG_GAME} moves or more, or more than {FEW_MOVES} to choose from",
        judges_large_games,
        ("cut:moves=4",),
    ),
    Choice(f"a rule `prior`, moves do not last, at most {FEW_MOVES} to choose from", weighs_few_moves, ("heavy",)),
    Choice("none of `evaluate`, `prior`, `playout`; moves do not last, few are repeated", knows_nothing, ("mast",)),
    Choice("a rule `reply`", answers, ("knowing_replies",)),
    Choice("moves are made at the same time", is_simultaneous, ("regret_matching",)),
    Choice("several players, more than two or something hidden, but no moves", shows_moves, ("ucb1:c=0.6",)),
    Choice(
        f"... a rule `evaluate`; {LONG_GAME} moves or more, or more than {FEW_MOVES} to choose from",
        judges_what_is_shown,
        ("cut:moves=4",),
    ),
    Choice(
        f"something hidden, a rule `prior` and none to `evaluate`, at most {FEW_MOVES} to choose from",
        weighs_cards,
        ("heavy",),
    ),
    Choice(
        f"moves are hidden; they last; random games have {VERY_LONG_GAME} moves or more",
        hides_moves_that_stay,
        ("grave", "ucb1:c=0.1"),
    ),
)
"""In order. Of parts of which a search has one, the first."""


def suited(setup: Setup) -> list[Part]:
    """The parts for a game, by what it declares. Those that it cannot be searched with are left out by who asks."""
    found: dict[str, Part] = {}
    for choice in CHOICES:
        if choice.fits(setup):
            for text in choice.parts:
                part = from_text(text)
                found.setdefault(part.name, part)
    return [*found.values()]
