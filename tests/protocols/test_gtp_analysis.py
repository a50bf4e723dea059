"""What the search thinks, line by line: Leela Zero's and KataGo's forms, and a session as Sabaki has it."""

from __future__ import annotations

import re

import pytest
from protocols.talking import Gtp, talk_gtp

from anyspace.errors import ProtocolError
from anyspace.protocols import thinking
from anyspace.protocols.gtp_analysis import Wish, wish

MOVE_LZ = re.compile(
    r"info move (\S+) visits (\d+) winrate (\d+) prior (\d+) lcb (\d+) order (\d+) pv ((?:(?:[A-Z]\d+|pass) ?)+)"
)
SHARE = r"(-?\d\.\d+)"
MOVE_KATA = re.compile(
    rf"info move (\S+) visits (\d+) utility {SHARE} winrate {SHARE} "
    rf"scoreLead \S+ scoreStdev \S+ prior {SHARE} lcb {SHARE} utilityLcb {SHARE} "
    r"order (\d+) pv ((?:(?:[A-Z]\d+|pass) ?)+)"
)


def test_wishes() -> None:
    assert wish([]) == Wish()
    assert wish(["b"]) == wish(["Black"]) == Wish(player=0)
    assert wish(["w", "50"]) == wish(["white", "interval", "50"]) == Wish(player=1, interval=0.5)
    assert wish(["0"]) == Wish(interval=0.01)
    assert wish(["interval", "10", "maxmoves", "3", "minmoves", "2", "ownership", "true", "pvVisits", "true"]) == Wish(
        interval=0.1, most=3, ownership=True, line_visits=True
    )
    assert wish(["rootInfo", "true", "ownership", "false"]).root
    for words in (
        "x",
        "b w",
        "b 5 interval",
        "interval x",
        "avoid b D4",
        "ownership maybe",
        "interval -5",
        "b 99999999999",
    ):
        with pytest.raises(ProtocolError):
            wish(words.split())


@pytest.mark.parametrize(
    ("command", "form"), [("lz-analyze b 1", MOVE_LZ), ("kata-analyze b 1", MOVE_KATA)], ids=["lz", "kata"]
)
def test_analysis_goes_on_until_something_is_said(command: str, form: re.Pattern[str]) -> None:
    talk = talk_gtp()
    talk.say(f"4 {command}")
    assert talk.line() == "=4"
    first, second = talk.line(), talk.line()
    for line in (first, second):
        found = list(form.finditer(line))
        assert found and "".join(each[0] for each in found).count("info") == line.count("info move")
        assert [each[0].split(" order ")[1].split()[0] for each in found] == [str(n) for n in range(len(found))]
        visits = [int(each[2]) for each in found]
        assert all(each[1] == each[0].split(" pv ")[1].split()[0] for each in found)
        assert visits[1:] == sorted(visits[1:], reverse=True)
    assert sum(int(each[2]) for each in form.finditer(second)) > sum(int(each[2]) for each in form.finditer(first))
    talk.say("5 protocol_version")
    assert talk.until("")[-1] == ""
    answers = talk.until("=5")
    assert answers[-1] == "=5 2" and not any(line.startswith("info") for line in answers)
    assert talk.line() == "" and talk.silence(0.1)
    talk.close()


def test_an_empty_line_ends_an_analysis_too() -> None:
    talk = talk_gtp()
    talk.say("lz-analyze 1")
    talk.until("info")
    talk.say("")
    assert all(line.startswith("info") for line in talk.until("")[:-1])
    assert talk.silence(0.1)
    talk.close()


def test_analysis_does_not_change_the_board() -> None:
    talk = talk_gtp()
    for command in ("play b C3", "lz-analyze b 1"):  # of the colour that is not to move
        talk.say(command)
    talk.until("info")
    talk.say("move_history")
    assert talk.until("= black")[-1] == "= black C3"
    talk.close()


def test_the_end_of_input_ends_an_analysis() -> None:
    talk = talk_gtp()
    talk.say("kata-analyze 1")
    talk.until("info")
    talk.close()


def test_whose_the_points_are() -> None:
    talk = talk_gtp()
    for vertex in ("A2", "B2", "C2", "D2", "E2", "A4", "C4", "E4"):
        talk.say(f"play b {vertex}")
    talk.say("play w A1")
    talk.say("kata-analyze w 5 ownership true maxmoves 2 rootInfo true pvVisits true")
    line = talk.until("info")[-1]
    talk.say("stop")
    assert line.count("info move") == 2 and line.count("pvVisits") == 2
    lead, spread = (float(re.findall(rf"{key} (\S+)", line)[0]) for key in ("scoreLead", "scoreStdev"))
    points = [float(number) for number in line.split(" ownership ")[1].split()]
    assert len(points) == 25 and all(-1 <= point <= 1 for point in points) and sum(points) < 0
    winrate = float(re.findall(r"winrate (\S+)", line)[0])
    assert (lead > 0) == (winrate > 0.5) and abs(lead) < 3 * spread
    assert re.search(r" rootInfo visits \d+ utility \S+ winrate \S+ scoreLead", line)
    talk.close()


def test_genmove_with_analysis_ends_with_the_move() -> None:
    gtp = Gtp(iterations=60)
    answer = gtp.hear("8 kata-genmove_analyze b 1 maxmoves 1")
    lines = answer.splitlines()
    assert lines[0] == "=8" and lines[-1] == "" and lines[1].startswith("info move")
    assert lines[-2].startswith("play ") and lines[-2][5:] == lines[-3].split()[2]
    assert gtp.ask("move_history") == f"black {lines[-2][5:]}"


def test_a_mistake_of_ours_ends_an_analysis_and_not_the_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    gtp = Gtp(iterations=60)
    monkeypatch.setattr("anyspace.protocols.gtp_analysis.decide", lambda *given: 1 // 0)
    gtp.session.hear("7 lz-genmove_analyze b 10")
    assert gtp.text.startswith("=7\n") and gtp.text.endswith("\n\n")
    assert gtp.ask("name") == "anyspace"


def test_an_analysis_of_what_is_over_fails() -> None:
    gtp = Gtp("tic_tac_toe")
    for command in ("b a1", "w b1", "b a2", "w b2", "b a3"):
        gtp.ask(f"play {command}")
    for command in ("lz-analyze", "lz-genmove_analyze b", "kata-analyze ownership true"):
        gtp.refuses(command)
    assert Gtp("tic_tac_toe").refuses("kata-analyze 10 ownership true").endswith("whose the cells of its board are")


def test_a_search_that_has_seen_all_waits_in_silence() -> None:
    talk = talk_gtp("go(size=2)")
    talk.say("lz-analyze 2")
    talk.until("info")
    talk.say("name")
    talk.until("= anyspace")
    talk.close()


def test_a_session_as_sabaki_has_it() -> None:
    """Attached, synchronized with a position in which one colour has more stones, analysed, interrupted by
    protocol_version, a move, an undo, another."""
    talk = talk_gtp()
    number = 0

    def ask(command: str) -> str:
        nonlocal number
        number += 1
        talk.say(f"{number} {command}")
        lines = talk.until("=" + str(number))
        while lines[-1] != "":
            lines.append(talk.line())
        return "\n".join(lines[:-1]).removeprefix(f"={number}").strip()

    assert ask("name") == "anyspace"
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", ask("version"))
    assert ask("protocol_version") == "2"
    known = ask("list_commands").split()
    assert "lz-analyze" in known and "lz-genmove_analyze" in known
    assert ask("boardsize 5") == ask("komi 0") == ask("clear_board") == ""
    for command in ("B C3", "B B2", "W D4", "W B4", "W C2"):
        assert ask(f"play {command}") == ""
    for colour in ("B", "W"):
        number += 1
        talk.say(f"{number} lz-analyze {colour} 2")
        talk.until("=" + str(number))
        assert talk.until("info move")[-1].count(" pv ") >= 1
        number += 1
        talk.say(f"{number} protocol_version")
        assert talk.until("")[-1] == "" and talk.until(f"={number} 2")
        assert talk.line() == ""
    assert ask("undo") == ""
    analysed = ask("lz-genmove_analyze W 2")
    assert re.search(r"play (\S+)$", analysed)
    assert ask("genmove B") and ask("final_score")
    talk.say("99 quit")
    assert talk.until("=99")[-1] == "=99"
    talk.close()


def test_a_tree_that_is_large_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """The analysis says what it has once more, and is silent until something is said."""
    monkeypatch.setattr(thinking, "MOST_BYTES", 100)
    monkeypatch.setattr(thinking, "LOOK_SECONDS", 0.01)
    talk = talk_gtp("connect_four")
    talk.say("lz-analyze 5")
    talk.until("info")
    while not talk.silence(1.0):
        talk.line()
    talk.say("name")
    talk.until("= anyspace")
    talk.close()


def test_pondering() -> None:
    talk = talk_gtp(ponders=True, iterations=10)
    talk.say("genmove b")
    talk.until("= ")
    assert talk.line() == "" and talk.silence(0.2)
    for command in ("name", "genmove w", "undo", "genmove b", "clear_board", "komi 3", "genmove b"):
        talk.say(command)
        assert talk.until("=") and talk.line() == ""
    talk.close()
