"""How long an iteration's playout was, for backups to which that matters: `scratch.told[2]`, which goes with the leaf
where another thread backs it up than played it out. 0 where nothing was played: the game was over, or its result
proven."""

from __future__ import annotations

from typing import Any

from ...core.binding import Loop


def tell_length(loop: Loop) -> None:
    """Have it told. Several parts may ask for it."""
    if loop.tells_length:
        return
    loop.tells_length = True
    entered, play_out = loop.entered, loop.play_out

    def forget_length(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
        if depth == 0:
            scratch.told[2] = 0
        entered(tree, policy, scratch, which, depth, node)

    def play_and_tell(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
        length = play_out(tree, game, policy, scratch)
        scratch.told[2] = max(length, 0)
        return length

    loop.entered, loop.play_out = forget_length, play_and_tell
