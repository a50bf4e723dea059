"""SGF: Go and Hex written and read again, real-looking records, and whatever else comes along."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import anyspace
from anyspace import GameError, Match, PositionError
from anyspace.matches.sgf import Node, read, write

GO = r"""(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[6.5]
PB[Tanaka \[3d\]]PW[O'Brien: the second]RE[W+R]DT[2019-04-01]
GC[A friendly game\
, continued]C[Colons \: and backslashes \\ are
escaped]
;B[ee]BL[590.2]C[The centre.];W[gc]
;B[cg]
;W[gg](;B[ge];W[];B[tt])
(;B[gd]C[Another branch (with brackets)];W[fc]))
(;FF[4]GM[1]SZ[9];B[aa])
"""

HANDICAP = """(;GM[1]FF[3]SZ[13]HA[4]KM[0.5]AB[dd][jd][dj][jj];W[gg];B[fg];W[gf])"""
HEX = """(;FF[4]EV[hex.ch.3.1]PB[first]PW[second]SZ[11]GM[11]GC[ game #1]SO[http://example.org]
;B[a3];W[swap-pieces];B[E6];W[g5];B[resign])"""


def test_a_record_of_go() -> None:
    match = Match.from_sgf(GO)
    assert match.game == anyspace.load("go", size=9, komi=6.5)
    assert match.names == ["E5", "G7", "C3", "G3", "G5", "pass", "pass"]
    assert match.over


def test_a_handicap_game() -> None:
    match = Match.from_sgf(HANDICAP)
    assert [step.player for step in match.history] == [1, 0, 1]
    assert match.names == ["G7", "F7", "G8"]
    assert match.start.notation().startswith("13/13/13/3X5X3/13")


def test_a_record_of_hex_with_a_swap_and_a_resignation() -> None:
    match = Match.from_sgf(HEX)
    assert match.game == anyspace.load("hex", size=11, swap=True)
    assert match.names == ["a3", "swap", "e6", "g5"] and match.mover == 0


def test_escapes_are_undone() -> None:
    root = read(GO)[0]
    assert root["PB"] == ["Tanaka [3d]"] and root["PW"] == ["O'Brien: the second"]
    assert root["GC"] == ["A friendly game, continued"]
    assert root["C"] == ["Colons : and backslashes \\ are\nescaped"]


@pytest.mark.parametrize("name", ["go(size=5,komi=0)", "go", "hex(size=5)", "hex(size=4,swap=true)"])
def test_random_games_and_back(name: str) -> None:
    for seed in range(6):
        match, source = Match(anyspace.load(name), 0), random.Random(seed)
        while not match.over and len(match) < 100:
            match.play(source.choice(match.state.moves()))
        text = match.to_sgf()
        again = Match.from_sgf(text)
        assert again == match and again.game == match.game
        assert ("RE[" in text) == match.over


def test_matches_from_a_position_and_files(tmp_path: Path) -> None:
    game = anyspace.load("go", size=5)
    match = Match(game, start=game.position("5/1X1O1/5/1O1X1/5 O")).play_all("C3 pass A1")
    text = match.to_sgf()
    assert "AB[bb][dd]AW[db][bd]PL[W]" in text
    match.save(tmp_path / "game.SGF")
    again = Match.load(tmp_path / "game.SGF")
    assert again.names == match.names and again.state.notation() == match.state.notation()
    ko = game.position("5/5/1XO2/X1XO1/1XO2 O").play(game.start().parse("B2"))
    with pytest.raises(GameError, match="no word for passes and repetitions"):
        Match(game, start=ko).to_sgf()
    hexes = anyspace.load("hex", size=4)
    begun = Match(hexes, start=hexes.position("x3/4/4/3o x")).play("b2")
    assert Match.from_sgf(begun.to_sgf()) == begun


def test_other_games_have_no_sgf() -> None:
    with pytest.raises(GameError, match="only go and hex"):
        Match(anyspace.load("tic_tac_toe")).to_sgf()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "character 1: a game begins with '('; found the end"),
        ("hello", "a game begins with '('; found 'hello'"),
        ("()", "a branch begins with a node, ';'; found ')'"),
        ("(;B[aa]", "expected ';', '(' or ')'; found the end"),
        ("(;B[aa)", "a value of B that does not end"),
        ("(;B)", "B has no value"),
        ("(;b[aa])", "expected ';'"),
        ("(;SZ[5]SZ[5])", "the node has SZ already"),
        ("(;GM[1];B[aa]) rubbish", "a game begins with '('; found 'rubbish'"),
        ("(;GM[2])", "GM[2] is neither Go"),
        ("(;SZ[9:7])", "as wide as it is high, not '9:7'"),
        ("(;SZ[x])", "as wide as it is high"),
        ("(;SZ[99])", "go: size must be a whole number from 2 to 19, not 99"),
        ("(;SZ[9][9])", "SZ has 2 values, not one"),
        ("(;SZ[9]KM[many])", "KM, the komi, must be a number, not 'many'"),
        ("(;SZ[9]KM[inf])", "KM, the komi, must be a number"),
        ("(;SZ[9];B[zz])", "SGF, move 1: B[zz] is no move on a board of size 9"),
        ("(;SZ[9];B[aa];B[bb])", "SGF, move 2: B[bb], but W is to move"),
        ("(;SZ[9];B[aa];W[aa])", "SGF, move 2: W[aa], A9, is not legal here"),
        ("(;SZ[9];B[aa]W[bb])", "a node makes one move, not several"),
        ("(;SZ[9];B[aa][bb])", "a node makes one move, not several"),
        ("(;SZ[9];B[];W[];B[aa])", "SGF, move 3: B[aa] comes after the end of the game"),
        ("(;SZ[9];B[aa];AB[bb])", "stones are set up after move 1"),
        ("(;SZ[9]AB[aa]AW[aa])", "AW[aa] is set up twice"),
        ("(;SZ[9]AB[ak])", "[ak] is no point of a board of size 9"),
        ("(;SZ[9]AB[aa:bb:cc])", "[aa:bb:cc] is no point"),
        ("(;SZ[9]AB[aa:ii])", "has no liberty"),
        ("(;SZ[9]PL[green])", "PL must be B or W, not 'green'"),
        ("(;GM[11]SZ[5];B[f1])", "B[f1] is no move"),
        ("(;GM[11]SZ[5];B[a1];W[swap-sides])", "W[swap-sides] is no move"),
        ("(;GM[11]SZ[5];W[a1])", "o cannot be to move"),
    ],
)
def test_what_is_no_record(text: str, message: str) -> None:
    with pytest.raises(PositionError) as raised:
        Match.from_sgf(text)
    assert message in str(raised.value) and "\n" not in str(raised.value)


def test_branches_may_nest_as_deep_as_they_like() -> None:
    deep = "(;GM[1]SZ[9]" + "(;C[x]" * 50_000 + ")" * 50_000 + ")"
    assert len(Match.from_sgf(deep)) == 0


VALUES = st.text(max_size=12).map(lambda text: text.replace("\r", ""))
NODES = st.dictionaries(
    st.from_regex(r"[A-Z]{1,3}", fullmatch=True), st.lists(VALUES, min_size=1, max_size=3), max_size=4
)


@given(nodes=st.lists(NODES, min_size=1, max_size=12))
@example(nodes=[{"A": ["\\\n"]}])  # a backslash at the end of a line
def test_nodes_and_back(nodes: list[Node]) -> None:
    assert read(write(nodes)) == nodes


@settings(max_examples=400, deadline=None)
@given(text=st.text(alphabet="();[]\\:BWABSZKMGM0159aet \n", max_size=60))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    try:
        match = Match.from_sgf(text)
    except PositionError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert Match.from_sgf(match.to_sgf()).names == match.names


@settings(max_examples=40, deadline=None)
@given(record=st.sampled_from([GO, HANDICAP, HEX]), data=st.data())
def test_damaged_records_are_read_or_refused(record: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(record) - 1))
    other = data.draw(st.sampled_from(["", "[", "]", "(", ")", ";", "\\", "a", "9", "B", "W"]))
    try:
        Match.from_sgf(record[:at] + other + record[at + 1 :])
    except PositionError as error:
        assert "\n" not in str(error)  # noqa: PT017
