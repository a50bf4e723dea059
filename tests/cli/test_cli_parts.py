"""`anyspace parts`, and parts given to `anyspace think`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from anyspace.parts.part import KINDS
from anyspace.parts.registry import catalogue, find, from_text, options_of


def test_the_list(call: Any) -> None:
    said = call("parts")
    assert said.code == 0 and said.err == ""
    for kind in {part.kind for part in catalogue()}:
        assert f"{kind}: {KINDS[kind]}\n" in said.out
    for part in catalogue():
        assert f"\n  {part.name}" in said.out
    assert "  grave:ref=100.0,bias=1e-05\n      GRAVE. [Cazenave 2015]; asks the game for actions" in said.out
    assert said.out.endswith("anyspace parts grave\n")


def test_one_kind(call: Any) -> None:
    said = call("parts", "--kind", "prove")
    assert said.code == 0 and "  solver:" in said.out and "Cazenave 2015" not in said.out
    assert call("parts", "--kind", "mood").error.startswith("there is no kind 'mood'; kinds: combination, information")


def test_one_part_in_full(call: Any) -> None:
    said = call("parts", "grave")
    assert said.code == 0
    assert said.out.startswith("grave:ref=100.0,bias=1e-05\n")
    assert "ref: a node with more visits than this uses its own AMAF values." in said.out
    assert "consistent: only with exploration" in said.out
    assert "value = beta A + (1 - beta) Q" in said.out, "the formula"
    missing = call("parts", "grove")
    assert missing.code == 2 and missing.error.endswith("not 'grove'; did you mean 'grave'?")


@pytest.mark.parametrize("part", catalogue(), ids=lambda part: part.name)
def test_every_part_in_full(call: Any, part: Any) -> None:
    said = call("parts", part.name)
    assert said.code == 0 and part.reference in " ".join(said.out.split()) and "consistent: " in said.out


def test_json(call: Any) -> None:
    found = json.loads(call("parts", "--json").out)["parts"]
    assert [each["name"] for each in found] == [part.name for part in catalogue()]
    by_name = {each["name"]: each for each in found}
    assert by_name["grave"] == {
        "name": "grave",
        "kind": "value",
        "what": "GRAVE.",
        "options": {"ref": 100.0, "bias": 1e-05},
        "needs": ["actions", "playout_traced"],
        "consistent": find("grave").consistent,
        "reference": "Cazenave 2015",
    }
    assert all(set(each) == set(by_name["grave"]) for each in found)
    (one,) = json.loads(call("parts", "--json", "solver").out)["parts"]
    assert one == by_name["solver"]


@pytest.mark.parametrize("part", catalogue(), ids=lambda part: part.name)
def test_what_is_listed_can_be_typed(part: Any) -> None:
    """Name and options as they are shown, but for those that are not set."""
    given = ",".join(f"{name}={default}" for name, default in options_of(part).items() if default is not None)
    if part.kind == "memory" and part.name != "unbounded":
        given = f"nodes=100,{given}" if given else "nodes=100"
    assert from_text(f"{part.name}:{given}").name == part.name


# ---- think -----------------------------------------------------------------------------------------------------------


def test_think_with_parts(call: Any) -> None:
    """Two more and the first player has a row: proven at once."""
    said = call(
        *("think", "tic_tac_toe", "--moves", "a1 a2 b1 b2", "--with", "grave:ref=20", "--with", "solver"),
        *("--iterations", "2000", "--seed", "1"),
    )
    assert said.code == 0, said.err
    assert "best  c1  (value 1.000 for player 0, proven)" in said.out
    answer = json.loads(
        call(
            *("think", "tic_tac_toe", "--moves", "a1 a2 b1 b2", "--with", "grave:ref=20", "--with", "solver"),
            *("--iterations", "2000", "--seed", "1", "--json"),
        ).out
    )
    assert answer["proven"] is True and answer["name"] == "c1" and answer["stats"]["iterations"] < 2000
    assert any(row["proven"] for row in answer["table"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--with", "grove"], "did you mean 'grave'?"),
        (["--with", "grave:rf=3"], "value grave does not take 'rf=3'; it takes ref, bias"),
        (["--with", "grave", "--with", "rave"], "cannot be combined with"),
        (["--with", "solver", "--with", "solver"], "solver is there twice"),
        (
            ["--with", "progressive_bias"],
            "progressive_bias asks tic_tac_toe for a rule 'prior', which it does not have",
        ),
        (["--with", "ucb1:c=2", "--c", "1"], "a search has one part of kind select"),
        (["--with", "slow_creation:visits=0"], "SlowCreation: visits must be a number, 1 or more, not 0"),
    ],
)
def test_think_with_parts_that_make_no_sense(call: Any, words: list[str], message: str) -> None:
    said = call("think", "tic_tac_toe", "--iterations", "10", *words)
    assert said.code == 2 and said.out == "" and message in said.error
