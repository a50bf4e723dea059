"""Instances of puzzles: numbers that choose one, and the files that hold them."""

from __future__ import annotations

import re
from pathlib import Path

from ..errors import OptionError


def whole_option(game: str, option: str, value: object, least: int, most: int) -> int:
    """An option that is a whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise OptionError(f"{game}: {option} must be a whole number from {least} to {most}, not {value!r}")
    return value


def flag_option(game: str, option: str, value: object) -> bool:
    """An option that is true or false."""
    if not isinstance(value, bool):
        raise OptionError(f"{game}: {option} must be true or false, not {value!r}")
    return value


def text_of(game: str, file: object) -> str:
    """What a file of instances says."""
    if not isinstance(file, str) or not file:
        raise OptionError(f"{game}: file must be the path of a file, not {file!r}")
    try:
        return Path(file).expanduser().read_text(encoding="utf-8")
    except OSError as error:
        raise OptionError(f"{game}: cannot read {file!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise OptionError(f"{game}: {file!r} is not a text file") from None


def paragraphs(text: str) -> list[list[str]]:
    """The lines of a text in blocks, as blank lines divide them; what follows a # is left out."""
    blocks: list[list[str]] = [[]]
    for raw in text.splitlines():
        line = re.sub(r"#.*", "", raw).strip()
        if line:
            blocks[-1].append(line)
        elif blocks[-1] and not raw.strip():
            blocks.append([])
    return [block for block in blocks if block]
