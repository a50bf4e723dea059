"""The survey's tree policies (section V) and their successors as matches: who plays whom, and what was published.

Game, budget and number of games are fixed here, before anything is played. `published` is the direction of what the
literature reports: BETTER or WORSE than the opponent, or a NULL (no difference).
"""

from __future__ import annotations

from dataclasses import dataclass

BETTER, WORSE, NULL = "better", "worse", "no difference"


@dataclass(frozen=True)
class Row:
    """A method against an opponent."""

    number: str
    """of the method, in the order of the survey's section"""
    title: str
    player: str
    """as the lab reads it"""
    game: str
    published: str
    """BETTER, WORSE or NULL"""
    figure: str
    """what was published, in a few words"""
    opponent: str = ""
    """plain UCT unless it is named"""
    iterations: int = 500
    games: int = 200
    asks: str = ""
    """for a closer look at another row: the question"""
    survey: str = "survey_trees"
    """whose row it is"""

    @property
    def id(self) -> str:
        """A name for the experiment."""
        words = self.player.replace(":", "_").replace("=", "").replace(",", "_").replace(".", "")
        return f"{self.number}_{'_'.join(words.split())}_{self.game.partition('(')[0]}"


@dataclass(frozen=True)
class Survey:
    """A page."""

    file: str
    title: str
    section: str
    rows: list[Row]
    note: str = ""
    """what a reader must know of how it was played"""


ROWS = [
    Row("01", "UCB1-tuned, sequential", "ucb1_tuned", "othello", NULL, "Tron, sequential form: 50 %", games=400),
    Row("10", "first play urgency", "fpu", "hex(size=7)", BETTER, "no figure; exploits earlier", games=400),
    Row("11", "decisive and anti-decisive moves", "decisive", "breakthrough(rows=6,columns=6)", BETTER,
        "Havannah: significant; Breakthrough 94 % with captures", iterations=300),
    Row("12", "move groups", "groups", "go(size=7)", BETTER, "better in Go", games=400),
    Row("14", "progressive bias", "progressive_bias:weight=10", "breakthrough(rows=6,columns=6)", BETTER,
        "Lines of Action against an αβ program: 40 → 62 %"),
    Row("15a", "unpruning with a heuristic order", "widening", "breakthrough(rows=6,columns=6)", BETTER,
        "a little in MoGo"),
    Row("15b", "unpruning in random order", "widening:order=random", "havannah(size=4)", NULL,
        "Havannah: little effect", games=400),
    Row("16", "progressive history", "progressive_history", "breakthrough(rows=6,columns=6)", BETTER,
        "considerable in Focus and Chinese Checkers"),
    Row("17a", "RAVE", "rave", "atarigo(size=7)", BETTER, "Atarigo 8x8: 94 %", iterations=1000),
    Row("17b", "RAVE", "rave", "domineering", BETTER, "Domineering 8x8: 73 %"),
    Row("17c", "RAVE", "rave", "go", BETTER, "Go 9x9: 73 %", iterations=1000),
    Row("17d", "RAVE, hand-selected schedule", "rave:schedule=hand", "go(size=7)", BETTER, "as RAVE", iterations=500),
    Row("17e", "RAVE, linear schedule", "rave:schedule=linear", "go(size=7)", BETTER, "as RAVE", iterations=500),
    Row("18", "search seeding", "seeding", "breakthrough(rows=6,columns=6)", BETTER,
        "Go 60 → 69 %; Breakthrough 63 → 78 %"),
    Row("19a", "GRAVE against RAVE", "grave", "atarigo(size=7)", BETTER, "Atarigo 8x8: 88 %", opponent="rave",
        iterations=1000),
    Row("19b", "GRAVE against RAVE", "grave", "knightthrough(rows=6,columns=6)", BETTER, "Knightthrough: 67 %",
        opponent="rave", iterations=1000),
    Row("19c", "GRAVE", "grave", "go", BETTER, "a prototype: 20 of 20", iterations=1000),
    Row("20a", "AMAF", "amaf", "hex(size=7)", BETTER, "every playout's AMAF helps"),
    Row("20b", "alpha-AMAF", "amaf:alpha=0.5", "hex(size=7)", BETTER, "combinations are best"),
    Row("20c", "some-first AMAF", "amaf:alpha=0.5,first=10", "hex(size=7)", BETTER, "earlier moves tell more"),
    Row("20d", "cutoff AMAF", "amaf:alpha=0.5,cutoff=250", "hex(size=7)", BETTER, "warms up the tree"),
    Row("20e", "permutation AMAF", "permutation_amaf", "hex(size=7)", BETTER, "as AMAF"),
    Row("22", "killer RAVE against RAVE", "killer_rave", "havannah(size=4)", BETTER, "Havannah: better than RAVE",
        opponent="rave", iterations=1000),
    Row("24a", "MCTS-Solver", "solver", "breakthrough(rows=6,columns=6)", BETTER, "Lines of Action: 65 %"),
    Row("24b", "MCTS-Solver", "solver", "connect_four", BETTER, "never harmful", games=400),
    Row("27", "score-bounded search", "score_bounded", "connect_four", BETTER, "better in Connect Four", games=400),
    Row("28a", "implicit minimax, 0.3", "implicit_minimax:alpha=0.3 playout_limit=4", "kalah", BETTER,
        "Kalah, 4-ply playouts: 70 %", opponent="playout_limit=4", games=400),
    Row("28b", "implicit minimax, 1", "implicit_minimax:alpha=1 playout_limit=4", "kalah", WORSE, "Kalah: 9 %",
        opponent="playout_limit=4"),
    Row("28c", "implicit minimax, 0.4", "implicit_minimax:alpha=0.4", "breakthrough(rows=6,columns=6)", BETTER,
        "Breakthrough, 1 s: 82 %"),
    Row("30", "max backup against implicit minimax", "max_backup", "breakthrough(rows=6,columns=6)", WORSE,
        "loses 64 to 82 %", opponent="implicit_minimax:alpha=0.4"),
    Row("66a", "history heuristic in the tree", "history", "breakthrough(rows=6,columns=6)", BETTER,
        "Arimaa: significant"),
    Row("66b", "grandfather heuristic against seeding", "grandfather", "breakthrough(rows=6,columns=6)", WORSE,
        "behind other starts", opponent="seeding"),
    Row("70", "pruning by knowledge: inferior cells", "solver knowledge_pruning", "hex(size=7)", BETTER,
        "Hex: large; Dead End 51 %", opponent="solver", games=600),
    Row("67", "slow node creation, 5 visits", "slow_creation:visits=5", "othello", NULL,
        "common in Go programs; costs little", games=400),
    # closer looks, each after its row was played: they ask why
    Row("01x", "UCB1-tuned", "ucb1_tuned", "othello", NULL, "", opponent="ucb1:c=0.4", games=400,
        asks="is it ahead of UCB1 with a constant that suits the game?"),
    Row("01y", "UCB1", "ucb1:c=0.4", "othello", BETTER, "", games=400, asks="does c = 1 suit it?"),
    Row("10x", "first play urgency", "fpu ucb1:c=0.2", "hex(size=7)", NULL, "", opponent="ucb1:c=0.2", games=400,
        asks="at c = 1 every move tried once scores more than 1.1: and where exploration leaves it room?"),
    Row("10y", "first play urgency", "fpu ucb1:c=0.2", "hex(size=7)", BETTER, "", games=400,
        asks="the same against c = 1?"),
    Row("12x", "move groups", "groups ucb1:c=0.4", "go(size=7)", BETTER, "", opponent="ucb1:c=0.4",
        asks="is it the exploration of groups that costs?"),
    Row("15x", "unpruning in random order", "widening:order=random,first=20", "havannah(size=4)", NULL, "", games=400,
        asks="do five moves first keep the good ones out for too long?"),
    Row("16x", "progressive history", "progressive_history", "hex(size=7)", BETTER, "", games=400,
        asks="and where a good move is good wherever it is played?"),
    Row("19x", "GRAVE", "grave", "knightthrough", BETTER, "", opponent="rave", iterations=1000,
        asks="on 6x6 the seat decides nearly every game: and on 8x8?"),
    Row("24x", "MCTS-Solver", "solver", "lines_of_action", BETTER, "", asks="and in the game of the publication?"),
    Row("66x", "history heuristic", "history", "hex(size=7)", BETTER, "", games=400,
        asks="and where a good move is good wherever it is played?"),
    Row("67x", "slow node creation", "slow_creation:visits=2", "othello", NULL, "", games=400,
        asks="is it the 5 visits, of 500 iterations?"),
]  # fmt: skip
"""In the order of the table."""

TREES = Survey("survey_trees", "The survey's tree policies, played", "Section V", ROWS)
