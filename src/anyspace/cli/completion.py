"""`anyspace --print-completion SHELL`: what makes a shell complete commands, options, games and parts.

The script is made by shtab from the parser itself, all commands in it. What is no choice of argparse's is known by
the name that help gives it: GAME, PART and the like.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

SHELLS = ("bash", "zsh")
FILES = ("FILE", "PATH", "DATABASE", "DB")
FOLDERS = ("FOLDER", "DIR")
WORDS_OF = {"GAME": "_anyspace_games", "PART": "_anyspace_parts"}
"""What help calls an argument, and the function of the script that lists what it may be."""


class PrintCompletion(argparse.Action):
    """Print the script for a shell, and nothing else."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Needs shtab."""
        print(script(str(values)))
        parser.exit()


def script(shell: str) -> str:
    """The script for a shell. Raises `ModuleNotFoundError` without shtab."""
    import shtab

    from . import make_parser

    parser = make_parser([], everything=True)
    for action in actions_of(parser):
        if isinstance(action.choices, dict) and not isinstance(action, argparse._SubParsersAction):
            action.choices = list(action.choices)  # shtab would take it for commands
        names = [word.strip("[].") for word in _metavars(action)]
        found = next((WORDS_OF[name] for name in names if name in WORDS_OF), None)
        if found is not None:
            setattr(action, "complete", dict.fromkeys(SHELLS, found))  # noqa: B010
        elif any(name in FILES for name in names):
            setattr(action, "complete", shtab.FILE)  # noqa: B010
        elif any(name in FOLDERS for name in names):
            setattr(action, "complete", shtab.DIRECTORY)  # noqa: B010
    text: str = shtab.complete(parser, shell, preamble=_preamble())
    return text


def actions_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of a parser, and of the commands below it."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in dict.fromkeys(action.choices.values()):
                yield from actions_of(command)


def _metavars(action: argparse.Action) -> Sequence[str]:
    given = action.metavar
    return () if given is None else (given,) if isinstance(given, str) else given


def _preamble() -> dict[str, str]:
    from ..games import GAMES
    from ..parts.registry import names

    words = {"_anyspace_games": sorted(GAMES), "_anyspace_parts": sorted(names())}
    bash = [f'{name}() {{ compgen -W "{" ".join(each)}" -- "$1"; }}' for name, each in words.items()]
    zsh = [f"{name}() {{ compadd -- {' '.join(each)} }}" for name, each in words.items()]
    return {"bash": "\n".join(bash), "zsh": "\n".join(zsh)}
