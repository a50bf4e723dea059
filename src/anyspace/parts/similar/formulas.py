"""What the memory answers, and what becomes of it up the tree, the paper's formulas (8) and (9); how much it counts
beside the usual mean."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def recollection(
    found: Any, likenesses: Any, n: int, visits: Any, sums: Any, tau: float, weigh: float, told: Any
) -> None:
    """What the first `n` entries of `found` say of a position that they are so much like: the value for every player
    into `told`, and last how many visits stand behind it; 0 visits where nobody knows anything.

        w_i ~ N_i^weigh exp(cos_i / tau)    k_i ~ exp(cos_i / tau)    V = sum w_i V_i    N = sum k_i N_i
    """
    last = len(told) - 1
    for k in range(len(told)):
        told[k] = 0.0
    total, kernel = 0.0, 0.0
    for i in range(n):
        entry = np.int64(found[i])
        near = np.exp((likenesses[i] - likenesses[0]) / tau)  # the nearest counts 1: no overflow
        many = visits[entry]
        kernel += near
        told[last] += near * many
        if many > 0.0:
            weight = near * many**weigh
            total += weight
            for player in range(last):
                told[player] += weight * sums[entry, player] / many
    for player in range(last):
        told[player] = told[player] / total if total > 0.0 else 0.0
    told[last] = told[last] / kernel if total > 0.0 else 0.0


def share_of(many: float, plies: int, eta: float) -> float:
    """X: how much of what was recalled so many plies below counts here."""
    return max(many / eta**plies, 1.0)


def more_recalled(recalled: float, recalls: float, worth: float, many: float, counted: float, letter: bool) -> float:
    """V_M after one more recollection, `recalls` being N_M with it: to the letter R = V N_M(x), else R = V X."""
    brought = worth * (many if letter else counted)
    return recalled + (brought - recalled * counted) / recalls


# lambda: `lam` at first, half of that after `fade` visits


def fading(lam: float, fade: float, visits: Any) -> float:
    """As a prior of so many visits would count."""
    return lam * fade / (fade + visits)


def hand_selected(lam: float, fade: float, visits: Any) -> float:
    """As RAVE's (Gelly and Silver 2007): it lasts."""
    return lam * math.sqrt(fade / (3.0 * visits + fade))


def linear(lam: float, fade: float, visits: Any) -> float:
    """As RAVE's (Helmbold and Parker-Wood 2009): it ends."""
    return lam * max(0.0, 1.0 - 0.5 * visits / fade)


def constant(lam: float, fade: float, visits: Any) -> float:
    """Always the same."""
    return lam


SCHEDULES = {"fading": fading, "hand": hand_selected, "linear": linear, "constant": constant}
