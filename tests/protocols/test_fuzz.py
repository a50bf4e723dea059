"""Input that makes no sense: a little of what benchmarks/fuzz.py tries, and any bytes at all. Nothing is compiled."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from protocols.talking import Gtp, Ugi, load_uncompiled
from uncompiled import plain_search

from anyspace.protocols.lines import LONGEST, Lines

ROOT = Path(__file__).parents[2]
KINDS = {"gtp": 250, "ugi": 150, "json": 200, "notation": 150, "match": 150, "sgf": 150}


@pytest.fixture
def fuzz(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    fuzz, spoiling = (importlib.import_module(name) for name in ("fuzz", "spoiling"))
    monkeypatch.setattr(spoiling, "POOL", 30)
    return fuzz


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_crashes_and_nothing_changes(fuzz: Any, kind: str) -> None:
    counts = fuzz.run(kind, KINDS[kind], 1, load_uncompiled, lambda game: plain_search(game, seed=1))
    assert counts["refused"] > 20 and counts["taken"] + counts["answered"] > 20


def test_a_mistake_is_found(fuzz: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The harness itself: a session that changes something while it refuses is caught."""
    from anyspace.errors import ProtocolError
    from anyspace.protocols import gtp_commands

    def wrong(session: Any, words: list[str]) -> str:
        session.settings = (1, 2, 3)
        raise ProtocolError("no")

    monkeypatch.setitem(gtp_commands.COMMANDS, "undo", wrong)
    with pytest.raises(fuzz.Wrong, match="has changed something"):
        fuzz.run("gtp", 300, 1, load_uncompiled, lambda game: plain_search(game, seed=1))


HARMLESS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@HARMLESS
@given(st.binary(max_size=200))
def test_any_bytes_over_gtp(said: bytes) -> None:
    gtp = Gtp("tic_tac_toe", iterations=2)
    for line in said.decode("utf-8", "replace").split("\n"):
        if "analyze" not in line:
            answer = gtp.hear(line)
            assert answer == "" or (answer[0] in "=?" and answer.endswith("\n\n") and "internal" not in answer)
    assert gtp.session.board.plays == ()
    gtp.close()


@HARMLESS
@given(st.text(max_size=60))
def test_any_text_over_ugi(said: str) -> None:
    ugi = Ugi(iterations=2)
    for line in (said, f"position {said}", f"query {said}", f"setoption {said}", f"position startpos moves {said}"):
        assert not any("internal" in answer for answer in ugi.ask(line.replace("\n", " ")))
    ugi.close()


def read_all(chunks: list[bytes]) -> list[str]:
    rest = iter(chunks)
    lines = Lines(lambda: next(rest, b""), lambda text: None)
    found = []
    while (line := lines.next(10)) is not None:
        found.append(line)
    assert lines.next() is None  # for ever
    return found


def test_lines_whatever_the_chunks() -> None:
    assert read_all([b"na", b"me\nver", b"sion\r\n", b"\n\nlast"]) == ["name", "version", "", "", "last"]
    assert read_all([]) == []
    assert read_all([b"\xff\xfe\n"]) == ["\ufffd\ufffd"]


def test_a_line_without_an_end_is_cut() -> None:
    found = read_all([b"x" * 65536] * 40 + [b"\nname\n"])
    assert len(found[0]) == LONGEST and found[1:] == ["name"]


def test_a_source_that_fails_is_an_end() -> None:
    def fails() -> bytes:
        raise OSError("gone")

    assert Lines(fails, lambda text: None).next(10) is None
