"""What a full pool means where nothing is dropped."""

from __future__ import annotations

from ...core.growth import POOL_FULL
from ...core.policy import Policy
from ...core.questions import Scratch
from ...core.tree import Tree, room
from ...rules.codes import OK


def stop_when_full(tree: Tree, policy: Policy, scratch: Scratch) -> int:
    """For `make_room`: the driver is told."""
    return OK if room(tree) > 0 else POOL_FULL


def go_on(tree: Tree, policy: Policy, scratch: Scratch) -> int:
    """For `make_room`: the tree may be full."""
    return OK
