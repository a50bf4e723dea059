"""What the memory-bounded paper concludes from Figure 2, one claim after the other, put to our games.

The words are the paper's; every verdict and every number is computed. Deals are the observations, and all points meet
the same deals, so that differences are taken deal by deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..report.tables import LEAST_DEALS, MARGIN, p_value
from ..results import interval
from ..statistics import Difference, Interval, holm, non_inferior, paired_difference
from .experiments import SIDES, UNBOUNDED
from .markdown import listed, paragraph, percent, span, table
from .panels import Panel, Scores, mean_by_deal, pairs, title_of
from .verdicts import LEVEL, OPEN, Claim, decide, less, mean_of

LEADERS = ("recycle", "collect")
LAST = "stop"
SMALL = (20, 500)
"""The sizes that the paper calls the most pertinent."""

ENOUGH = 1000
"""The pool that is said to be as good as no bound."""

WELL = 0.1
"""By how much less than without a bound one may score to `perform well`: the paper gives no number."""

CARDS = ("spades", "hearts")


def claims(panels: Sequence[Panel]) -> list[Claim]:
    """All of them."""
    return [
        not_worse_with_1000_nodes(panels),
        recycling_and_collection_lead(panels),
        stopping_is_worst(panels),
        cards_play_well_with_20_nodes(panels),
        confrontation_needs_more(panels),
        stunting_dips_in_spades(panels),
    ]


def not_worse_with_1000_nodes(panels: Sequence[Panel]) -> Claim:
    """Recycling in 1,000 nodes against no bound."""
    found: list[tuple[Panel, Difference, bool]] = []
    for panel in panels:
        scores = panel.points.get("recycle", {}).get(ENOUGH, {})
        mine, base = pairs(scores, panel.unbounded(scores))
        if len(mine) >= LEAST_DEALS:
            margin = non_inferior([a - b for a, b in zip(mine, base, strict=True)], margin=MARGIN)
            found.append((panel, paired_difference(mine, base), margin.shown))
    adjusted = holm([difference.p_value for _, difference, _ in found])
    rows = [
        [
            panel.title,
            percent(interval(panel.points["recycle"][ENOUGH].values(), panel.scoring)),
            percent(interval(panel.baseline.values(), panel.scoring)),
            f"{100 * panel.even:g}" if panel.even is not None else "the measured",
            percent(difference.interval),
            p_value(p),
            "yes" if shown else "not shown",
        ]
        for (panel, difference, shown), p in zip(found, adjusted, strict=True)
    ]
    header = ["", f"recycle, {ENOUGH:,} nodes", "unbounded, measured", "compared with", "difference", "p (Holm)"]
    header.append(f"worse by less than {100 * MARGIN:g} points")
    return Claim(
        heading=f"Recycling with {ENOUGH:,} nodes is not significantly worse than unbounded memory in any game",
        paper="a node pool size of 1000 is not significantly worse than unbounded MCTS in any of the games tested here",
        rule=f"It agrees if recycling is shown to score less than {100 * MARGIN:g} points below unbounded memory in "
        "every panel (one-sided tests of non-inferiority), and does not agree if it is significantly worse in one. "
        "That no difference is seen is not enough: few games show none.",
        verdict=decide(
            (shown for _, _, shown in found),
            (p < LEVEL and each.interval.estimate < 0 for (_, each, _), p in zip(found, adjusted, strict=True)),
        ),
        missing=_missing([panel for panel, _, _ in found]),
        evidence=[table(header, rows)] if rows else [],
    )


def recycling_and_collection_lead(panels: Sequence[Panel]) -> Claim:
    """The mean over small pools: the two of them against each of the others."""
    usable = [panel for panel in panels if _comparable(panel, LEADERS)]
    bounds = _bounds_of_all(usable)
    by_game = {bound: _by_game(usable, bound) for bound in bounds}
    overall = {bound: mean_of([_estimate(*each) for each in by_game[bound].values()]) for bound in bounds}
    ranked = sorted(bounds, key=lambda bound: -overall[bound].estimate)
    ranking = [
        [str(place), bound]
        + [percent(_estimate(panel.scoring, panel.mean_over(bound, _small(panel)))) for panel in usable]
        + [percent(overall[bound])]
        for place, bound in enumerate(ranked, 1)
    ]
    others = [bound for bound in ranked if bound not in LEADERS]
    questions = len(LEADERS) * max(1, len(others))
    leads = {
        leader: [
            mean_of(
                [
                    paired_difference(
                        *pairs(by_game[leader][game][1], by_game[other][game][1]), confidence=1 - LEVEL / questions
                    ).interval
                    for game in by_game[leader]
                ]
            )
            for other in others
        ]
        for leader in LEADERS
        if usable
    }
    every = [lead for found in leads.values() for lead in found]
    heads = ["", "bound", *(f"{panel.title}, {span(_small(panel))} nodes" for panel in usable), "mean of the games"]
    return Claim(
        heading=f"Recycling and collection lead in pools of {SMALL[0]} to {SMALL[1]} nodes",
        paper="the most effective methods overall (node recycling and Fuego-like garbage collection)",
        rule="Its authors call these sizes the most pertinent ones. Scores are averaged over them and over the games. "
        "It agrees if both are significantly ahead of each of the others, and does not agree if one is significantly "
        "behind one of them (the intervals of the second table hold together with 95 %).",
        verdict=decide((lead.low > 0 for lead in every), (lead.high < 0 for lead in every)),
        missing=_missing(usable),
        evidence=[
            table(heads, ranking, left=2),
            table(["ahead of", *others], [[leader, *map(percent, found)] for leader, found in leads.items()]),
        ]
        if usable
        else [],
    )


def stopping_is_worst(panels: Sequence[Panel]) -> Claim:
    """The mean over small pools: each of the others against stopping."""
    usable = [panel for panel in panels if _comparable(panel, (LAST,))]
    others = [bound for bound in _bounds_of_all(usable) if bound != LAST]
    ahead = {
        panel.title: [
            paired_difference(*pairs(panel.mean_over(other, sizes), panel.mean_over(LAST, sizes))) for other in others
        ]
        for panel in usable
        for sizes in [_small(panel)]
    }
    every = [difference for found in ahead.values() for difference in found]
    tested = list(zip(every, holm([each.p_value for each in every]), strict=True))
    rows = [[title, *(percent(each.interval) for each in found)] for title, found in ahead.items()]
    return Claim(
        heading="Stopping is the worst",
        paper="in all cases the slope of the other lines is much shallower than for stopping",
        rule=f"Means over {SMALL[0]} to {SMALL[1]} nodes. It agrees if every other bound is significantly ahead of "
        "stopping in every panel, and does not agree if one is significantly behind it (Holm's correction for the "
        "number of comparisons).",
        verdict=decide(
            (p < LEVEL and each.interval.estimate > 0 for each, p in tested),
            (p < LEVEL and each.interval.estimate < 0 for each, p in tested),
        ),
        missing=_missing(usable),
        evidence=[table(["ahead of stopping", *others], rows)] if rows else [],
    )


def cards_play_well_with_20_nodes(panels: Sequence[Panel]) -> Claim:
    """The best bound in the smallest pool, against no bound."""
    usable = [panel for panel in panels if panel.game in CARDS and _in_smallest(panel)]
    shown, refuted = [], []
    for panel in usable:
        best = _in_smallest(panel)
        assert best is not None
        _, mine, base, tried = best
        alpha = LEVEL / tried  # the best of several looks better than it is
        test = non_inferior([a - b for a, b in zip(mine, base, strict=True)], margin=WELL, alpha=alpha)
        shown.append(test.shown)
        refuted.append(test.interval.high < -WELL)
    return Claim(
        heading="Spades and Hearts: the best bounds play well with 20 nodes",
        paper="for Spades and Hearts, the best algorithms perform well with as few as 20 nodes",
        rule="The paper does not say what well is; here: to score less than "
        f"{100 * WELL:g} points below unbounded memory. It agrees if that is shown of the best bound at the smallest "
        "size in both games, and does not agree if the best is shown to lose more (levels corrected for choosing the "
        "best).",
        verdict=decide(shown, refuted),
        missing=_missing(usable, CARDS),
        evidence=_smallest_table(usable),
    )


def confrontation_needs_more(panels: Sequence[Panel]) -> Claim:
    """What confrontation loses in the smallest pool, against what the card games lose in theirs."""
    usable = [panel for panel in panels if _in_smallest(panel)]
    losses: dict[str, Interval] = {}
    for game in dict.fromkeys(panel.game for panel in usable):
        sides = [panel for panel in usable if panel.game == game]
        difference = _best_difference(sides) if len(sides) == len(SIDES[game]) else None
        if difference is not None:
            losses[game] = difference
    gaps = {
        game: less(losses["confrontation"], losses[game])
        for game in CARDS
        if game in losses and "confrontation" in losses
    }
    told = [f"that of {title_of(game)}, {percent(gap)}" for game, gap in gaps.items()]
    return Claim(
        heading="Confrontation: a clearer disadvantage of small pools",
        paper="for LOTR:C, there is a clearer (though still not catastrophic) disadvantage to smaller node pool sizes",
        rule="It agrees if in the smallest pool the best bound of Confrontation (the mean of its sides) is "
        "significantly further below unbounded memory than the best bound of either card game, and does not agree if "
        f"it is significantly less far below.{_other_sizes(usable)}",
        verdict=decide((gap.high < 0 for gap in gaps.values()), (gap.low > 0 for gap in gaps.values())),
        missing=_missing([panel for panel in usable if panel.game in losses]),
        evidence=[
            *_smallest_table(usable),
            *([paragraph(f"Confrontation's difference less {listed(told)} points.")] if told else []),
        ],
    )


def stunting_dips_in_spades(panels: Sequence[Panel]) -> Claim:
    """Stunting in 20 nodes against 50 and 100."""
    sizes = {size: scores for panel in panels if panel.game == "spades" for size, scores in _of(panel, "stunt").items()}
    smallest = sizes.get(SMALL[0], {})
    both = {size: pairs(smallest, sizes.get(size, {})) for size in (50, 100)}
    found = {size: paired_difference(*two) for size, two in both.items() if len(two[0]) >= LEAST_DEALS}
    tested = list(zip(found.items(), holm([each.p_value for each in found.values()]), strict=True))
    rows = [[f"{size} nodes", percent(each.interval), p_value(p)] for (size, each), p in tested]
    return Claim(
        heading="Spades: stunting plays better with 20 nodes than with 50 or 100",
        paper="in Spades, stunting with a memory budget of 20 nodes is significantly better than for 50 or 100 nodes",
        rule="It agrees if both differences are significant, and does not agree if one is in the other direction.",
        verdict=decide(
            (p < LEVEL and each.interval.estimate > 0 for (_, each), p in tested),
            (p < LEVEL and each.interval.estimate < 0 for (_, each), p in tested),
        )
        if len(found) == len(both)
        else OPEN,
        missing=[] if len(found) == len(both) else [title_of("spades")],
        evidence=[table(["20 nodes ahead of", "difference", "p (Holm)"], rows)] if rows else [],
    )


# ---- parts


def _missing(there: Sequence[Panel], games: Sequence[str] = tuple(SIDES)) -> list[str]:
    """What should be there as well: games, or single sides of one."""
    found: list[str] = []
    for game in games:
        known = [panel.side for panel in there if panel.game == game]
        sides = [side for side in SIDES[game] if side not in known]
        found += [title_of(game)] if not known else [title_of(game, side) for side in sides]
    return found


def _of(panel: Panel, bound: str) -> Mapping[int, Scores]:
    return panel.points.get(bound, {})


def _small(panel: Panel) -> list[int]:
    return panel.common_sizes(*SMALL)


def _comparable(panel: Panel, needed: Sequence[str]) -> bool:
    """Whether the bounds' means over small pools say something: enough deals, these bounds and another."""
    if not _small(panel) or not all(bound in panel.points for bound in needed) or len(panel.points) <= len(needed):
        return False
    deals = mean_by_deal([panel.mean_over(bound, _small(panel)) for bound in panel.points])
    return len(deals) >= LEAST_DEALS


def _bounds_of_all(panels: Sequence[Panel]) -> list[str]:
    """The bounds that all of these panels have."""
    first = list(panels[0].points) if panels else []
    return [bound for bound in first if all(bound in panel.points for panel in panels)]


def _by_game(panels: Sequence[Panel], bound: str) -> dict[str, tuple[str, Scores]]:
    """A bound's mean over small pools, deal by deal: of each game, for the sides of one share their deals."""
    found: dict[str, list[Panel]] = {}
    for panel in panels:
        found.setdefault(panel.game, []).append(panel)
    return {
        game: (sides[0].scoring, mean_by_deal([side.mean_over(bound, _small(side)) for side in sides]))
        for game, sides in found.items()
    }


def _estimate(scoring: str, scores: Scores) -> Interval:
    found = interval(scores.values(), scoring)
    assert found is not None  # there are deals
    return found


def _in_smallest(panel: Panel) -> tuple[str, list[float], list[float], int] | None:
    """The best bound in the smallest pool, its scores, those of unbounded memory, and of how many it is the best."""
    if not panel.sizes:
        return None
    at = {bound: sizes[panel.sizes[0]] for bound, sizes in panel.points.items() if panel.sizes[0] in sizes}
    paired = {bound: pairs(scores, panel.unbounded(scores)) for bound, scores in at.items()}
    enough = {bound: two for bound, two in paired.items() if len(two[0]) >= LEAST_DEALS}
    if not enough:
        return None
    best = max(enough, key=lambda bound: sum(enough[bound][0]) / len(enough[bound][0]))
    return best, *enough[best], len(enough)


def _best_difference(sides: Sequence[Panel]) -> Interval | None:
    """To unbounded memory, in the smallest pool: of the bound that is best over the sides."""
    paired = []
    for bound in _bounds_of_all(sides):
        if all(side.sizes[0] in side.points[bound] for side in sides):
            scores = mean_by_deal([side.points[bound][side.sizes[0]] for side in sides])
            paired.append(pairs(scores, mean_by_deal([side.unbounded(scores) for side in sides])))
    enough = [two for two in paired if len(two[0]) >= LEAST_DEALS]
    found = [paired_difference(*two, confidence=1 - LEVEL / len(enough)).interval for two in enough]
    return max(found, key=lambda each: each.estimate, default=None)


def _other_sizes(panels: Sequence[Panel]) -> str:
    """Where the smallest pools that were played are not as large in Confrontation as in the card games, that they are
    not."""
    smallest = {panel.game: panel.sizes[0] for panel in panels if panel.sizes}
    others = sorted({smallest[game] for game in CARDS if game in smallest})
    mine = smallest.get("confrontation")
    if mine is None or not others or others == [mine]:
        return ""
    theirs = listed([str(size) for size in others])
    return f" The smallest that was played there has {mine} nodes, in the card games {theirs}."


def _smallest_table(panels: Sequence[Panel]) -> list[str]:
    rows = []
    for panel in panels:
        best = _in_smallest(panel)
        assert best is not None
        name, mine, base, _ = best
        score = percent(interval(mine, panel.scoring))
        rows.append([panel.title, name, f"{panel.sizes[0]}", score, percent(paired_difference(mine, base).interval)])
    return (
        [table(["", "best bound", "smallest pool", "its score", f"difference to {UNBOUNDED}"], rows, left=2)]
        if rows
        else []
    )
