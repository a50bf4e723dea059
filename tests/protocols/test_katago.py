"""KataGo's JSON analysis: what is answered to which query."""

from __future__ import annotations

import json
import statistics
from typing import Any

import numpy as np
import pytest
from protocols.talking import Said, Talk, load_uncompiled, thinker

from anyspace.protocols import katago
from anyspace.protocols.estimate import Estimate
from anyspace.protocols.katago import Engine
from anyspace.protocols.katago_query import read_query
from anyspace.protocols.shelf import Shelf

BASE = {"id": "q", "moves": [], "rules": "chinese", "komi": 0.5, "boardXSize": 4, "boardYSize": 4, "maxVisits": 30}


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(katago, "PLAYOUTS", 1)
    monkeypatch.setattr(katago, "PLAYOUTS_FOR_POINTS", 8)


def talk(iterations: int | None = 20) -> Talk:
    return Talk(lambda lines: Engine(lines, thinker(iterations)).serve())


def answers(talk: Talk, *records: Any, count: int = 1) -> list[dict[str, Any]]:
    for record in records:
        talk.say(record if isinstance(record, str) else json.dumps(record))
    return [json.loads(talk.line()) for _ in range(count)]


def test_a_position() -> None:
    engine = talk()
    (answer,) = answers(engine, {**BASE, "moves": [["B", "B2"], ["W", "C3"]]})
    assert answer["id"] == "q" and answer["turnNumber"] == 2 and answer["isDuringSearch"] is False
    assert sum(move["visits"] for move in answer["moveInfos"]) == 30 == answer["rootInfo"]["visits"]
    assert [move["order"] for move in answer["moveInfos"]] == list(range(len(answer["moveInfos"])))
    assert answer["rootInfo"]["currentPlayer"] == "B"
    for move in answer["moveInfos"]:
        assert move["pv"][0] == move["move"] and 0 <= move["lcb"] <= move["winrate"] <= 1 and "pvVisits" not in move
        assert move["utility"] == pytest.approx(2 * move["winrate"] - 1, abs=1e-5)
    engine.close()


def test_whose_chances_they_are() -> None:
    engine = talk()
    moves = [["B", "B2"], ["B", "C3"], ["B", "B3"]]  # white is to move, and is lost
    rates = {}
    for side in ("BLACK", "WHITE", "SIDETOMOVE"):
        query = {
            **BASE,
            "moves": moves,
            "overrideSettings": {"reportAnalysisWinratesAs": side},
            "includeOwnership": True,
        }
        (answer,) = answers(engine, query)
        rates[side] = answer["rootInfo"]["winrate"]
        sign = 1 if side == "BLACK" else -1
        assert len(answer["ownership"]) == 16 and sign * sum(answer["ownership"]) > 0
        lead = answer["rootInfo"]["scoreLead"]
        assert (lead > 0) == (rates[side] > 0.5) and abs(lead) < 3 * answer["rootInfo"]["scoreStdev"]
        assert answer["rootInfo"]["currentPlayer"] == "W"
    assert rates["WHITE"] == rates["SIDETOMOVE"] == pytest.approx(1 - rates["BLACK"])
    engine.close()


def test_several_turns_by_priority() -> None:
    engine = talk()
    query = {**BASE, "moves": [["B", "B2"], ["W", "C3"]], "analyzeTurns": [0, 1, 2], "priorities": [1, 3, 2]}
    found = answers(engine, query, count=3)
    assert [answer["turnNumber"] for answer in found] == [1, 2, 0]
    assert [answer["rootInfo"]["currentPlayer"] for answer in found] == ["W", "B", "B"]
    engine.close()


def test_stones_that_were_there_before() -> None:
    stones = [["B", "A1"], ["B", "B2"], ["W", "D4"]]
    query = read_query({**BASE, "initialStones": stones, "initialPlayer": "W"}, Shelf())
    assert query.turns[0].state.mover == 1 and query.turns[0].state.notation().split()[0] == "3O/4/1X2/X3"
    query = read_query({**BASE, "initialStones": stones, "moves": [["W", "C4"]], "analyzeTurns": [0, 1]}, Shelf())
    assert [turn.state.mover for turn in query.turns] == [1, 0]


def test_reports_during_a_search() -> None:
    engine = talk()
    found = answers(
        engine, {**BASE, "maxVisits": 150, "reportDuringSearchEvery": 0.02, "includePVVisits": True}, count=2
    )
    assert found[0]["isDuringSearch"] is True and "pvVisits" in found[0]["moveInfos"][0]
    while found[-1]["isDuringSearch"]:
        found += answers(engine)
    assert found[-1]["rootInfo"]["visits"] == 150
    engine.close()


def test_what_ends_early() -> None:
    engine = talk()
    long = {**BASE, "maxVisits": 100_000_000, "analyzeTurns": [0, 1], "moves": [["B", "B2"]]}
    engine.say(json.dumps(long))
    (answer,) = answers(engine, {"id": "t", "action": "terminate", "terminateId": "other"})
    assert answer == {"id": "t", "action": "terminate", "terminateId": "other"}
    found = answers(engine, {"id": "t", "action": "terminate", "terminateId": "q", "turnNumbers": [0, 1]}, count=3)
    assert found[0]["action"] == "terminate"
    assert found[1]["turnNumber"] == 0 and (found[1].get("noResults") or found[1]["rootInfo"]["visits"] < 100_000_000)
    assert found[2] == {"id": "q", "isDuringSearch": False, "noResults": True, "turnNumber": 1}
    engine.say(json.dumps(long))
    assert answers(engine, {"id": "u", "action": "terminate_all"}, count=3)[0]["action"] == "terminate_all"
    engine.close()


def test_the_policy_has_every_point_and_the_pass() -> None:
    engine = talk()
    (answer,) = answers(engine, {**BASE, "moves": [["B", "A4"]], "includePolicy": True})
    policy = answer["policy"]
    assert len(policy) == 17 and policy[0] == -1 and policy[1:] == [pytest.approx(1 / 16)] * 16
    engine.close()


def test_scores_follow_the_chances() -> None:
    """A normal curve: even is even, one standard deviation is worth 84 %; few visits say little."""
    estimate = Estimate(load_uncompiled("go(size=3)").start())
    estimate.improve(playouts=6)
    assert estimate.lead(0.5, 10) == 0 and estimate.lead(0.3, 10) == pytest.approx(-estimate.lead(0.7, 10))
    assert estimate.lead(0.8413, 10**6) == pytest.approx(estimate.spread, rel=1e-3)
    sure = estimate.lead(1.0, 10**6)
    assert sure == pytest.approx(estimate.lead(0.99, 10**6), rel=1e-3) and sure < 3 * estimate.spread
    assert 0 < estimate.lead(1.0, 1) < estimate.lead(1.0, 10)


def test_the_spread_is_that_of_all_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    leads = [3.0, -5.0, 9.0, 1.0]
    told = iter([np.array([[[lead]], [[0.0]]]) for lead in leads])
    estimate = Estimate(load_uncompiled("go(size=3)").start())
    monkeypatch.setattr("anyspace.protocols.estimate.ownership", lambda state, playouts: next(told))
    estimate.improve(playouts=1)
    assert estimate.spread == 1.0  # at the least
    estimate.improve(playouts=3)
    assert estimate.playouts == 4 and estimate.spread == pytest.approx(statistics.stdev(leads))


def test_a_most_time() -> None:
    engine = talk()
    query = {**BASE, "maxVisits": 100_000_000, "overrideSettings": {"maxTime": 0.05, "wideRootNoise": 0.04}}
    (answer,) = answers(engine, query)
    assert 0 < answer["rootInfo"]["visits"] < 100_000_000
    engine.close()


def test_actions() -> None:
    engine = talk()
    (answer,) = answers(engine, {"id": "v", "action": "query_version"})
    assert answer["action"] == "query_version" and answer["version"]
    assert answers(engine, {"id": "m", "action": "query_models"})[0]["models"] == []
    assert answers(engine, {"id": "c", "action": "clear_cache"}) == [{"id": "c", "action": "clear_cache"}]
    engine.close()


@pytest.mark.parametrize(
    ("record", "where"),
    [
        ("nonsense", None),
        ("[" * 5000, None),
        ("[1, 2]", None),
        ("5", None),
        ({}, "id"),
        ({**BASE, "id": 5}, "id"),
        ({**BASE, "boardXSize": 25}, "boardXSize"),
        ({**BASE, "boardXSize": True}, "boardXSize"),
        ({**BASE, "boardYSize": 5}, "boardYSize"),
        ({**BASE, "komi": "x"}, "komi"),
        ({**BASE, "komi": 1e9}, "komi"),
        ({**BASE, "komi": 10**400}, "komi"),
        ({**BASE, "komi": float("nan")}, None),
        ({"id": "a", "action": "query_version", "turnNumbers": float("inf")}, None),
        ({**BASE, "moves": None}, "moves"),
        ({**BASE, "moves": [["B"]]}, "moves"),
        ({**BASE, "moves": [["G", "A1"]]}, "moves"),
        ({**BASE, "moves": [["B", "A1"], ["W", "A1"]]}, "moves"),
        ({**BASE, "moves": [["B", "Z9"]]}, "moves"),
        ({**BASE, "initialStones": [["B", "A1"], ["B", "A1"]]}, "initialStones"),
        ({**BASE, "initialPlayer": "X"}, "initialPlayer"),
        ({**BASE, "maxVisits": 0}, "maxVisits"),
        ({**BASE, "maxVisits": 1.5}, "maxVisits"),
        ({**BASE, "analyzeTurns": [1]}, "analyzeTurns"),
        ({**BASE, "analyzeTurns": [0, 0]}, "analyzeTurns"),
        ({**BASE, "analyzeTurns": "all"}, "analyzeTurns"),
        ({**BASE, "includeOwnership": "yes"}, "includeOwnership"),
        ({**BASE, "reportDuringSearchEvery": -1}, "reportDuringSearchEvery"),
        ({**BASE, "priorities": [1, 2]}, "priorities"),
        ({**BASE, "overrideSettings": []}, "overrideSettings"),
        ({**BASE, "overrideSettings": {"maxTime": "long"}}, "overrideSettings"),
        ({**BASE, "overrideSettings": {"reportAnalysisWinratesAs": "ME"}}, "overrideSettings"),
        ({key: BASE[key] for key in BASE if key != "rules"}, "rules"),
        ({"id": "a", "action": "dance"}, "action"),
        ({"action": "query_version"}, "id"),
        ({"id": "a", "action": "terminate"}, "terminateId"),
        ({"id": "a", "action": "terminate_all", "turnNumbers": 3}, "turnNumbers"),
    ],
)
def test_what_makes_no_sense(record: Any, where: str | None) -> None:
    said = Said()
    engine = Engine(said.lines, thinker())
    engine.hear(record if isinstance(record, str) else json.dumps(record))
    answer = json.loads(said.text)
    assert answer["error"] and answer.get("field") == where
    assert engine._waiting == []
    said.close()


def test_a_mistake_of_ours_does_not_end_the_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    said = Said()
    engine = Engine(said.lines, thinker())
    monkeypatch.setattr(katago, "read_query", lambda record, shelf: 1 // 0)
    engine.hear(json.dumps(BASE))
    answer = json.loads(said.text)
    assert answer["id"] == BASE["id"] and answer["error"].startswith("internal error: ZeroDivisionError")
    said.close()


def test_what_is_passed_over_is_said() -> None:
    said = Said()
    Engine(said.lines, thinker()).hear(json.dumps({**BASE, "rules": "japanese", "hobby": 1}))
    fields = [json.loads(line)["field"] for line in said.text.splitlines()]
    assert sorted(fields) == ["hobby", "rules"]
    said.close()


def test_the_end_of_input_leaves_nothing_unanswered() -> None:
    engine = talk()
    for name in "abc":
        engine.say(json.dumps({**BASE, "id": name}))
    engine.close()
    assert [json.loads(engine.line())["id"] for _ in range(3)] == ["a", "b", "c"]
