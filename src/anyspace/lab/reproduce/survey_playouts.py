"""The survey's playouts and backups (section VI) and their successors as matches, as survey_rows.py has the trees."""

from __future__ import annotations

from functools import partial

from .survey_rows import BETTER, NULL, WORSE, Row, Survey

row = partial(Row, survey="survey_playouts")

LONGER = 1_000
"""Games of rows that their first 200 or 400 left undecided: all of these are played on to this number, once."""

SMALL_BREAKTHROUGH = "breakthrough(rows=6,columns=6)"

ROWS = [
    row("21", "PoolRAVE", "rave pool_rave", "atarigo(size=7)", BETTER, "Go 63 % against random playouts",
        opponent="rave", games=400),
    row("29a", "early termination", "cut:moves=6", SMALL_BREAKTHROUGH, BETTER, "69 % against improved playouts"),
    row("29b", "early termination", "cut:moves=4", "kalah", BETTER, "Kalah, 4 moves", games=400),
    row("29c", "early termination where the evaluation is clear", "cut:moves=1000,clear=0.75", SMALL_BREAKTHROUGH,
        BETTER, "a clear evaluation, 0.5 of -1 to 1 (Lanctot et al.)", games=400),
    row("29d", "ε-greedy by evaluation, ended early", "greedy_playouts:epsilon=0.1 cut:moves=6", SMALL_BREAKTHROUGH,
        BETTER, "ε-greedy 0.1 and early end (Lanctot et al.)", games=400),
    row("31a", "αβ of depth 2 in playouts", "alpha_beta_playouts:sample=5", SMALL_BREAKTHROUGH, BETTER,
        "the strongest Lines of Action program", iterations=300),
    row("31b", "αβ of depth 1 in playouts", "alpha_beta_playouts:depth=1", SMALL_BREAKTHROUGH, BETTER,
        "as depth 2, cheaper", iterations=300),
    row("34a", "MAST", "mast", SMALL_BREAKTHROUGH, BETTER, "Breakthrough 90 %"),
    row("34b", "MAST, Gibbs", "mast:method=gibbs", SMALL_BREAKTHROUGH, BETTER, "Breakthrough 90 %"),
    row("34c", "MAST", "mast", "othello", BETTER, "Othello 61 %"),
    row("35", "MAST from the tree alone", "mast:tree_only=true", SMALL_BREAKTHROUGH, BETTER, "Breakthrough 82 to 85 %"),
    row("35b", "predicate averages (PAST)", "past", SMALL_BREAKTHROUGH, BETTER, "Breakthrough 82 to 85 %"),
    row("35c", "features by temporal differences (FAST)", "fast", SMALL_BREAKTHROUGH, BETTER,
        "Breakthrough 82 to 85 %"),
    row("36a", "NST", "nst", SMALL_BREAKTHROUGH, BETTER, "about 70 % against MAST over five games"),
    row("36b", "NST", "nst", "othello", BETTER, "about 70 % against MAST over five games"),
    row("36c", "NST", "nst", "hex(size=7)", BETTER, "about 70 % against MAST over five games", games=LONGER),
    row("36d", "NST against MAST", "nst", SMALL_BREAKTHROUGH, BETTER, "about 70 % over five games", opponent="mast",
        games=400),
    row("36e", "NST against MAST", "nst", "hex(size=7)", BETTER, "about 70 % over five games", opponent="mast",
        games=400),
    row("36f", "NST against MAST", "nst", "atarigo(size=7)", BETTER, "about 70 % over five games", opponent="mast",
        games=400),
    row("36g", "NST against MAST", "nst", "othello", BETTER, "about 70 % over five games", opponent="mast", games=400),
    row("37a", "last good reply with forgetting, 2 moves", "lgr", "hex(size=7)", BETTER, "Go: forgetting is the gain",
        games=LONGER),
    row("37b", "the same, 1 move", "lgr:memory=1", "hex(size=7)", BETTER, "Go: forgetting is the gain", games=LONGER),
    row("37c", "last good reply without forgetting", "lgr:memory=1,forget=false", "hex(size=7)", NULL,
        "alone often null", games=LONGER),
    row("37d", "last good reply with forgetting, 2 moves", "lgr", "go(size=7)", BETTER, "Go: forgetting is the gain",
        games=400),
    row("37e", "forgetting against none", "lgr:memory=1", "go(size=7)", BETTER, "Go: forgetting is the gain",
        opponent="lgr:memory=1,forget=false", games=400),
    row("37f", "2 moves against 1, with forgetting", "lgr", "hex(size=7)", BETTER, "Go: 2 moves superior to 1",
        opponent="lgr:memory=1", games=400),
    row("37g", "2 moves against 1, with forgetting", "lgr", "atarigo(size=7)", BETTER, "Go: 2 moves superior to 1",
        opponent="lgr:memory=1", games=400),
    row("37h", "2 moves against 1, with forgetting", "lgr", "go(size=7)", BETTER, "Go: 2 moves superior to 1",
        opponent="lgr:memory=1", games=400),
    row("38a", "playout policy adaptation", "ppa", "breakthrough(rows=6,columns=6,misere=true)", BETTER,
        "misère Breakthrough 99 %", iterations=300, games=100),
    row("38b", "playout policy adaptation", "ppa", "atarigo(size=7)", BETTER, "Atarigo 72 %", games=LONGER),
    row("38c", "playout policy adaptation", "ppa", "knightthrough(rows=6,columns=6)", BETTER, "Knightthrough 64 %"),
    row("38d", "playout policy adaptation", "ppa", "go(size=7)", WORSE, "Go 23 %", iterations=1_000),
    row("39a", "contextual Monte Carlo", "contextual", "hex(size=7)", BETTER, "Havannah: better", games=LONGER),
    row("39b", "fill the board", "fill_board", "hex(size=7)", NULL, "Go, small boards: little", games=LONGER),
    row("39c", "captures, rescues and 3x3 patterns", "knowing_replies", "go(size=7)", BETTER, "MoGo: large"),
    row("39d", "fill the board", "fill_board", "go(size=7)", NULL, "Go, small boards: little", iterations=200),
    row("40a", "bridge completion", "knowing_replies", "hex(size=7)", BETTER, "+105 Elo"),
    row("40b", "bridge completion", "knowing_replies", "havannah(size=5)", BETTER, "MoHex: large", games=LONGER),
    row("41a", "a game's prior as odds", "heavy", SMALL_BREAKTHROUGH, BETTER, "heavy playouts: large"),
    row("41b", "greedy by evaluation", "greedy_playouts", SMALL_BREAKTHROUGH, BETTER, "Lines of Action: large",
        iterations=300),
    row("41c", "sampled early, greedy late", "greedy_playouts:mixed=2", SMALL_BREAKTHROUGH, BETTER,
        "the best of four in Lines of Action", iterations=300),
    row("41d", "the same against early termination", "greedy_playouts:mixed=2", SMALL_BREAKTHROUGH, BETTER,
        "the best of four in Lines of Action", opponent="cut:moves=6", iterations=300, games=400),
    row("11", "decisive moves in tree and playouts", "decisive decisive_playouts", SMALL_BREAKTHROUGH, BETTER,
        "Breakthrough 94 % with captures", iterations=300),
    row("43a", "score bonus", "score_bonus:source=evaluate", "sum_of_switches(n=16,order=3)", NULL, "no gain",
        games=LONGER),
    row("43b", "decaying reward", "decay", SMALL_BREAKTHROUGH, NULL, "prefers the shorter win", games=LONGER),
    row("43c", "later playouts weigh more", "weighted", SMALL_BREAKTHROUGH, NULL, "no figure", games=LONGER),
    row("73a", "four trees against one", "root:threads=4", "go(size=7)", BETTER, "Go: better (Chaslot)", games=400),
    row("73b", "four trees against one", "root:threads=4", SMALL_BREAKTHROUGH, NULL, "not better (Fern and Lewis)",
        games=400),
    row("73c", "four trees against one", "root:threads=4", "connect_four", NULL, "not better (Fern and Lewis)",
        games=400),
    row("73", "several agents in one playout", "agents:of=mast+heavy+random", SMALL_BREAKTHROUGH, BETTER,
        "Go: better than one", iterations=300),
    # closer looks, each after its row was played: they ask why
    row("35x", "MAST from the tree alone", "mast:tree_only=true", SMALL_BREAKTHROUGH, BETTER, "", iterations=5_000,
        asks="500 iterations make a small tree: and with ten times as many?"),
    row("38x", "playout policy adaptation", "ppa", "atarigo(size=8)", BETTER, "", iterations=1_000,
        asks="and on the board and with the playouts of the publication?"),
    row("39x", "contextual Monte Carlo", "contextual", "havannah(size=4)", BETTER, "", games=400,
        asks="and in the game of the publication?"),
]  # fmt: skip
"""In the order of the table."""

NOTE = (
    f"The rows that 200 or 400 games, fixed before, had left undecided are all played on to {LONGER:,}, once, whatever "
    "comes of it; the column of games says how far that is. "
    "Rows 35b, 35c, 37d, 37e, 38d and 73a to 73c were added, and fixed, when the others had been played; 36d to 36g, "
    "37f, 37g, 39d and 41d after those, 29c, 29d and 37h last of all, on a machine that was busy, and none of them was "
    "played on; the speeds of 39d, 41d, 29c, 29d and 37h are of processor time. Of the claims that are no matches, 42 "
    "had been put to 1,500 positions and 3 seeds, which left 0.67 of the error (0.48 to 0.86) and decided nothing: "
    "positions, steps and seeds were fixed anew, and it was run once more. 43 had been asked with 1,000 iterations, by "
    "which every win at hand is taken, with decay and without: it was asked again with 30, and in won games. (These "
    "were first to be games in which plain UCT expects 0.95; there are hardly any, and before one was played proofs "
    "took the place of what it expects.) What it costs to learn had been measured by one pair of searches each, which "
    "gave 0.80 for NST in Hex, where three more pairs gave 0.39: it was measured again, by 31."
)
PLAYOUTS = Survey("survey_playouts", "The survey's playouts and backups, played", "Section VI", ROWS, note=NOTE)
