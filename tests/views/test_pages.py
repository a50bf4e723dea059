"""What notebooks are shown: boards, tables, trees; and that nothing hidden is among it."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from typing import Any

import pytest
from toys import PythonNim, nim
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace import Search
from anyspace.rules.constant_sum import constant_sum
from anyspace.views import board

VOID = {"br", "hr", "meta"}


class Balanced(HTMLParser):
    """Every tag is closed, in order; what is written between them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)


def words_of(markup: str) -> str:
    """What is to be read, once the markup is seen to be whole."""
    reader = Balanced()
    reader.feed(markup)
    reader.close()
    assert reader.open == []
    return " ".join(reader.words)


@pytest.fixture(scope="module")
def searched() -> Search:
    game = nim(9)
    search = plain_search(game, seed=1)
    search.run(game.start(), iterations=400)
    return search


def test_a_result_is_short_in_plain_text_and_a_table_in_a_notebook() -> None:
    game = nim(9)
    result = plain_search(game, seed=1).run(game.start(), iterations=200)
    assert repr(result).startswith(f"<Result of nim: {result.name}, value ") and "200 iterations" in repr(result)
    told = words_of(result._repr_html_())
    for row in result.table:
        assert f"{row.visits:,}" in told and f"{row.value:+.3f}" in told
    assert f"for player {result.player}" in told and "  ".join(result.line_names) in told


def test_searches_nodes_states_and_games_are_pages(searched: Search) -> None:
    game = searched.game
    fresh = plain_search(nim(9))
    assert "nothing searched yet" in repr(fresh) and "nothing has been searched yet" in words_of(fresh._repr_html_())
    assert repr(searched) == f"<Search of nim, 400 visits: {' '.join(map(str, searched.parts))}>"
    told = words_of(searched._repr_html_())
    assert "400 visits" in told and all(f"{child.visits:,}" in told for child in searched.root.children)
    node = searched.root.children[0].children[0]
    assert f"{node.visits:,} visits" in words_of(node._repr_html_())
    assert "player 0 to move" in words_of(game.start()._repr_html_())
    over = game.after("3 3 3")
    assert "over, 1 : -1" in words_of(over._repr_html_())
    assert "at most 3" in words_of(game._repr_html_())


def test_an_earlier_search_is_said_to_be_one() -> None:
    search = plain_search(nim(9), seed=1)
    search.run(search.game.start(), iterations=50)
    node = search.root.children[0]
    search.run(search.game.start(), iterations=50)
    assert "earlier search" in words_of(node._repr_html_()) and "earlier search" in repr(node)


def test_names_are_escaped() -> None:
    game = nim(5, name="<b>", move_name=lambda state, move: f"<script>{move}", render=lambda state: "<i>")
    search = plain_search(game, seed=1)
    result = search.run(game.start(), iterations=50)
    pages = [each._repr_html_() for each in (result, search, search.root, game.start(), game)]
    assert not any("<script" in page or "<i>" in page for page in pages)
    assert "<script>" in words_of(pages[0]) and "<script>" not in search.to_svg()


# ---- trees


def test_the_picture_is_as_wide_as_nodes_were_visited(searched: Search) -> None:
    picture = ElementTree.fromstring(searched.to_svg(width=500))
    assert picture.get("width") == "500"
    boxes = [each for each in picture if each.tag.endswith("svg")]
    wide = {box[0].text: float(str(box.get("width")).rstrip("%")) for box in boxes}
    root = searched.root
    assert wide[f"root: 400 visits, {root.value:+.3f} for player 0"] == 100
    for child in root.children:
        told = f"{child.name}: {child.visits:,} visits, {child.value:+.3f} for player 0"
        assert wide[told] == pytest.approx(100 * child.visits / root.visits, abs=0.01)
        for below in child.children[:1]:  # the other player's: seen with the eyes of the first
            told = f"{child.name} {below.name}: {below.visits:,} visits, {-below.value:+.3f} for player 0"
            assert wide[told] == pytest.approx(100 * below.visits / root.visits, abs=0.01)
    by_other = searched.to_svg(player=1)
    assert f"{-root.value:+.3f} for player 1" in by_other


def test_json_and_dot_and_networkx_tell_the_same(searched: Search) -> None:
    told = json.loads(searched.to_json(40))
    tree = told["tree"]
    assert told["format"] == "anyspace tree 1" and told["game"] == "nim" and told["payoffs"] == [-1, 1]
    assert {len(column) for column in tree.values()} == {40} and tree["parent"][0] == -1 and tree["name"][0] == ""
    assert tree["visits"][0] == 400 and all(parent < row for row, parent in enumerate(tree["parent"]))
    dot = searched.to_graphviz(40)
    assert dot.count("->") == 39 and f'label="{tree["name"][1]}"' in dot and f"{tree['visits'][1]:,}\\n" in dot
    networkx = pytest.importorskip("networkx")
    graph = searched.to_networkx(40)
    assert networkx.is_arborescence(graph) and graph.nodes[1]["visits"] == tree["visits"][1]
    assert [graph.edges[tree["parent"][row], row]["name"] for row in range(1, 40)] == tree["name"][1:]
    with pytest.raises(anyspace.OptionError, match="player of nim, 0 to 1"):
        searched.to_json(player=2)


def test_a_result_as_a_frame() -> None:
    pytest.importorskip("pandas")
    game = nim(9)
    result = plain_search(game, seed=1).run(game.start(), iterations=100)
    frame = result.to_frame()
    assert list(frame.columns) == ["move", "name", "visits", "share", "value", "proven"]
    assert frame.visits.sum() == 100 and frame.move.tolist() == [row.move for row in result.table]


def test_values_for_one_player_where_payoffs_do_not_add_up() -> None:
    """Three players: a node says what it is worth to one; to another it is worth what that one's nodes below say."""
    game = nim(7, players=3)
    search = plain_search(game, seed=1)
    search.run(game.start(), iterations=300)
    assert constant_sum(game.start()) is None and constant_sum(nim(7).start()) == 0
    told = json.loads(search.to_json(10_000, player=1))["tree"]
    rows = range(len(told["visits"]))
    own = [row for row in rows if told["mover"][row] == 1 and row]
    assert own
    for row in own[:5]:
        node: Any = search.root
        line = []
        while row > 0:
            line.append(told["move"][row])
            row = told["parent"][row]
        for move in reversed(line):
            node = node.child(move)
        assert node.player == 1
    for row in (row for row in rows if told["depth"][row] == 1):  # player 0 moved here, player 1 moves next
        below = [child for child in rows if told["parent"][child] == row]
        if below:
            seen = sum(told["visits"][child] * told["value"][child] for child in below)
            assert told["value"][row] == pytest.approx(seen / sum(told["visits"][child] for child in below))


# ---- hidden information


@pytest.mark.parametrize("mode", ["single", "multi", "determinized:count=3"])
def test_what_is_shown_does_not_depend_on_what_is_hidden(mode: str) -> None:
    """Player 0 has the jack; whether the other has the queen or the king is nowhere to be seen."""
    game = uncompiled(anyspace.load("kuhn_poker"))
    truths: dict[str, Any] = {}
    for seed in range(60):
        state = game.start(seed)
        if "player 0: J" in str(state):
            truths.setdefault(str(state), state)
    assert len(truths) == 2
    shown = []
    for state in truths.values():
        search = plain_search(game, "plain", information=mode, seed=3)
        result = search.run(state, iterations=90)
        node = search.root.children[0]
        pages = [state._repr_html_(), search._repr_html_(), node._repr_html_(), search.to_json(), repr(node)]
        shown.append([*pages, search.to_graphviz(), str(result.line_names), *(repr(each) for each in node.children)])
        assert "as player 0 sees it" in shown[-1][0] and "as player 0 sees it" in shown[-1][1]
    assert shown[0] == shown[1]


def test_moves_of_others_are_named_without_a_look_at_their_hands() -> None:
    """Which of a tree's moves the others can make is theirs to know: deals that look the same are shown so."""
    game = uncompiled(anyspace.load("hearts", passing="hold"))
    true, source = game.start(2), random.Random(1)
    for _ in range(38):
        true.play(source.choice(true.moves()))
    shown = []
    for state in (true, *(true.determinize(true.mover, seed=seed) for seed in (5, 6))):
        search = plain_search(game, "plain", seed=3)
        result = search.run(state, iterations=100, even_if_forced=True)
        nodes = [repr(below) for below in search.root.children[0].children]
        assert all(below.name in repr(below) for below in search.root.children[0].children[:2])
        page = search.root.children[0].children[0]._repr_html_()
        shown.append([result.line_names, search.to_json(), search._repr_html_(), nodes, page])
    assert all(each == shown[0] for each in shown)
    assert len(shown[0][0]) > 1


def test_moves_that_nobody_noticed_are_not_named() -> None:
    """What a player sees of another's move is no move: it is called what it may be."""
    game = uncompiled(anyspace.load("phantom", m=3, n=3, k=3))
    shown = []
    for first in (0, 8):
        state = game.start().play(first)
        while state.mover < 0:
            state.play(state.moves()[0])
        search = plain_search(game, "plain", seed=1)
        search.run(state, iterations=60)
        names = json.loads(search.to_json())["tree"]["name"]
        shown.append((search._repr_html_(), names))
    assert "accepted" in shown[0][1] and "x" not in words_of(shown[0][0]).split("o knows")[0]
    assert shown[0][0].split("</svg>")[0] == shown[1][0].split("</svg>")[0]  # the board that player 1 knows


@pytest.mark.parametrize("name", ["rock_paper_scissors", "goofspiel"])
def test_what_is_chosen_at_the_same_time_is_not_drawn(name: str) -> None:
    game = uncompiled(anyspace.load(name))
    state = game.start(seed=1)
    chosen = [state.copy().play(move) for move in state.moves()]
    assert all(each.together() == 0 and each.mover == 1 for each in chosen)
    assert len({each._repr_html_() for each in chosen}) == 1


def test_a_hidden_game_without_a_view_is_not_drawn() -> None:
    game = anyspace.load("kuhn_poker")
    game = uncompiled(anyspace.Game(**{**game.facts(), "view": None}))
    told = words_of(game.start(1)._repr_html_())
    assert "no rule view" in " ".join(told.split()) and "pot" not in told


def test_who_cheats_is_told_so() -> None:
    game = uncompiled(anyspace.load("kuhn_poker"))
    search = plain_search(game, "plain", information="cheating", seed=1)
    result = search.run(game.start(1), iterations=30)
    assert "gives that away" in result._repr_html_() and "gives that away" in search._repr_html_()


@pytest.mark.parametrize("name", ["hanoi", "sudoku", "pig", "kalah", "leduc_poker", "p_game", "dou_di_zhu"])
def test_every_kind_of_game_can_be_shown(name: str) -> None:
    game = uncompiled(anyspace.load(name))
    state, source = game.start(1), random.Random(1)
    while state.mover < 0:
        state.play(source.choice(state.moves()))
    search = plain_search(game, "plain", seed=1)
    result = search.run(state, iterations=12)
    for thing in (game, state, result, search, search.root, search.root.children[0], search.shape()):
        assert words_of(thing._repr_html_())
    assert "nan" not in search.to_json()


# ---- boards


@pytest.mark.parametrize(
    ("name", "hexagonal", "rows", "stones"),
    [("connect_four", False, 6, 2), ("go", False, 9, 2), ("hex", True, 11, 2), ("havannah", True, 9, 2)],
)
def test_boards_are_recognised(name: str, hexagonal: bool, rows: int, stones: int) -> None:
    game = uncompiled(anyspace.load(name))
    state = game.start()
    for place in (3, 4):
        state.play(state.moves()[place])
    found = board.recognised(str(state))
    assert found is not None and found.hexagonal == hexagonal and len(found.rows) == rows
    picture = board.picture(str(state))
    assert picture.count("<circle") == stones and "<pre" not in picture
    words_of(picture)


def test_what_is_no_board_stays_text() -> None:
    for name in ("hearts", "pig", "oware", "skirmish", "twenty_forty_eight"):
        text = str(uncompiled(anyspace.load(name)).start(1))
        assert board.recognised(text) is None and "<pre" in board.picture(text)
    assert board.recognised("") is None and board.recognised(". x .\n. . . .\n. .") is None


class JudgedNim(PythonNim):
    """Whose positions are all worth the same."""

    def evaluate(self) -> list[float]:
        return [0.0, 0.0]


def test_a_game_of_python_objects() -> None:
    told = words_of(anyspace.PythonGame(JudgedNim)._repr_html_())
    assert "evaluate" in told and "heuristic" not in told
