"""The selection parts as players of a bandit (bandits.py): what they lose by not always pulling the best arm, how often
they choose what, and what each is for."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from bandits import Bandit, band, coin, regret
from scipy import stats

UCB1 = f"ucb1:c={math.sqrt(2)}"
"""As first published."""

MEANS = [0.9, 0.8, 0.8, 0.8, 0.7, 0.7, 0.7, 0.5, 0.5, 0.5]
COINS = [coin(mean) for mean in MEANS]
NARROW_MEANS = [0.55, 0.5, 0.5, 0.45]
NARROW = [band(mean, 0.05) for mean in NARROW_MEANS]


# ---- regret ---------------------------------------------------------------------------------------------------------


def test_ten_coins() -> None:
    published = regret(COINS, MEANS, UCB1, 1500, [1])
    for part in ("ucb1_tuned", "kl_ucb", "thompson"):
        assert regret(COINS, MEANS, part, 1500, [1]) < 0.5 * published, part


def test_arms_of_little_variance() -> None:
    published = regret(NARROW, NARROW_MEANS, UCB1, 3000, [1])
    for part in ("ucb1_tuned", "ucb_v", "pac_ucb", "kl_ucb", "thompson"):
        assert regret(NARROW, NARROW_MEANS, part, 3000, [1]) < 0.9 * published, part
    assert regret(NARROW, NARROW_MEANS, "gaussian_ucb", 3000, [1]) < 0.3 * published


def test_sampling_by_win_rate_loses_as_the_lecture_argues() -> None:
    """The better arms never get more than their share; and one that loses first is never looked at again."""
    assert regret(COINS, MEANS, "win_rate", 1500, [1]) > 1.3 * regret(COINS, MEANS, UCB1, 1500, [1])

    def late(source: random.Random, pulls: int) -> float:
        return float(pulls >= 2)

    stubborn, upper = Bandit([late, coin(0.3)], "win_rate"), Bandit([late, coin(0.3)], "ucb1")
    for player in (stubborn, upper):
        player.learn(player.choose(), 0.0)
        player.choose()
        player.learn(1, 1.0)
        player.pull(150)
    assert stubborn.visits[0] == 1 and upper.visits[0] > 120


def test_ucb_e_names_the_best_arm_more_often_than_equal_shares() -> None:
    means = [0.5] + [0.2] * 15  # H = 15 / 0.3^2; for 160 pulls a <= 25/36 * 144 / H = 0.6, and twice that does no harm
    arms = [coin(mean) for mean in means]
    found = equal = 0
    for seed in range(60):
        player, source = Bandit(arms, "ucb_e:a=1.2", seed), random.Random(seed)
        player.pull(160)
        rewards = [player.tree.nodes[child].reward for child in player.children]
        found += int(np.argmax([reward / n for reward, n in zip(rewards, player.visits, strict=True)])) == 0
        equal += int(np.argmax([sum(arm(source, 0) for _ in range(10)) for arm in arms])) == 0
    assert found > equal + 6


def test_groups_of_like_arms() -> None:
    """Sixteen coins, the good ones all in the upper half: whole groups are left early."""
    means = [0.2] * 8 + [0.6] * 4 + [0.7] * 4
    arms = [coin(mean) for mean in means]
    alone = regret(arms, means, "ucb1", 1000, [1, 2])
    assert regret(arms, means, "hierarchical_bandit", 1000, [1, 2]) < 0.8 * alone


def test_meta_bandits_forget_when_the_best_arm_fails() -> None:
    def good_at_first(source: random.Random, pulls: int) -> float:
        return float(source.random() < (0.8 if pulls < 1000 else 0.1))

    arms = [good_at_first, coin(0.4)]
    late = {}
    for part in ("ucb1_tuned", "meta_bandit"):
        player = Bandit(arms, part, seed=2)
        player.pull(1000)
        before = player.visits[0]
        player.pull(600)
        late[part] = player.visits[0] - before  # of the arm that is the worse one now
    assert late["ucb1_tuned"] > 500 and late["meta_bandit"] < 300


def test_meta_bandits_do_not_forget_without_a_reason() -> None:
    assert regret(COINS, MEANS, "meta_bandit", 1000, [1]) == regret(COINS, MEANS, "ucb1_tuned", 1000, [1])


def test_exp3_follows_what_changes() -> None:
    """Arms that swap their odds: EXP3's gains are of what an arm would have brought."""

    def first(source: random.Random, pulls: int) -> float:
        return float(source.random() < (0.9 if pulls < 500 else 0.0))

    def second(source: random.Random, pulls: int) -> float:
        return float(source.random() < (0.1 if pulls < 500 else 1.0))

    player = Bandit([first, second], "exp3:gamma=0.3")
    player.pull(500)
    assert player.visits[0] > 350
    player.pull(2000)
    late = player.visits[1] - 500
    assert late > 1000


# ---- what is chosen how often ---------------------------------------------------------------------------------------


def shares(player: Bandit, draws: int = 2000) -> Any:
    """How often each arm is chosen while nothing is learnt."""
    return np.bincount([player.choose() for _ in range(draws)], minlength=len(player.arms))


def fits(seen: Any, odds: Any) -> bool:
    return bool(stats.chisquare(seen, np.array(odds) / sum(odds) * sum(seen)).pvalue > 0.01)


def test_win_rate_chooses_by_the_win_rate() -> None:
    player = Bandit(COINS[:2], "win_rate")
    player.set([10, 10], [8.0, 1.0])
    assert fits(shares(player), [8, 1])


def test_where_nobody_has_won_any_will_do() -> None:
    player = Bandit(COINS[:3], "win_rate")
    player.set([5, 5, 1], [0.0, 0.0, 0.0])
    assert fits(shares(player), [1, 1, 1])


def test_epsilon_greedy_chooses_any_now_and_then() -> None:
    player = Bandit(COINS[:3], "epsilon_greedy:epsilon=0.3")
    player.set([10, 10, 10], [4.0, 7.0, 1.0])
    assert fits(shares(player), [0.1, 0.8, 0.1])
    greedy = Bandit(COINS[:3], "epsilon_greedy:epsilon=0")
    greedy.set([10, 10, 10], [4.0, 7.0, 1.0])
    assert shares(greedy, 200).tolist() == [0, 200, 0]


def test_coulom_s_choice_by_its_formula() -> None:
    player = Bandit(COINS[:3], "coulom")
    player.set([10, 20, 5], [6.0, 10.0, 1.0])
    means = [0.6, 0.5, 0.2]
    scatter = [(n * m * (1 - m) + 1) / (n + 1) / n for n, m in zip([10, 20, 5], means, strict=True)]
    odds = [
        math.exp(-2.4 * (0.6 - m) / math.sqrt(2 * (scatter[0] + s))) + (0.1 + 0.5**i) / 3
        for i, (m, s) in enumerate(zip(means, scatter, strict=True))
    ]
    assert fits(shares(player, 1500), odds)


def test_thompson_chooses_what_is_likely_to_be_the_best() -> None:
    player = Bandit(COINS[:2], "thompson")
    player.set([4, 6], [3.0, 3.0])
    source = np.random.default_rng(1)
    ahead = (source.beta(4, 2, 200_000) > source.beta(4, 4, 200_000)).mean()
    assert fits(shares(player, 1000), [ahead, 1 - ahead])


def test_exp3_s_odds_and_gains() -> None:
    gamma, k = 0.4, 3
    player = Bandit(COINS[:k], f"exp3:gamma={gamma}")
    player.pull(60)
    for _ in range(40):
        gains = player.field("gain")
        weights = np.exp(gamma / k * (np.array(gains) - max(gains)))
        odds = (1 - gamma) * weights / weights.sum() + gamma / k
        arm = player.choose()
        player.learn(arm, 0.5)
        assert player.field("odds")[arm] == pytest.approx(odds[arm])
        assert player.field("gain")[arm] == pytest.approx(gains[arm] + 0.5 / odds[arm])
    gains = player.field("gain")
    weights = np.exp(gamma / k * (np.array(gains) - max(gains)))
    assert fits(shares(player, 1000), (1 - gamma) * weights / weights.sum() + gamma / k)


def test_exp3_s_first_visits_were_not_drawn() -> None:
    player = Bandit(COINS[:2], "exp3")
    player.learn(player.choose(), 0.7)
    assert player.field("gain")[0] == 0.7 and player.field("odds")[0] == 0.0


def test_gaussian_ucb_gives_every_arm_its_visits() -> None:
    player = Bandit(COINS[:3], "gaussian_ucb")
    player.pull(300)
    assert min(player.visits) >= math.floor(8 * math.log(300))


def test_pac_ucb_gives_a_bad_arm_up() -> None:
    """Its bound does not wait for the pulls of others: so it comes to an end."""
    player = Bandit([coin(0.95), coin(0.05)], "pac_ucb:delta=0.5")
    player.pull(400)
    bad = player.visits[1]
    player.pull(600)
    assert player.visits[1] <= bad + 2
