"""Last good reply: against a slow twin that keeps replies in dictionaries."""

from __future__ import annotations

from typing import Any

import everything
import numpy as np
import pytest
from stepwise import Stepwise, watch_choices, watch_learning
from toys import gamble, nim
from uncompiled import plain_search

from anyspace import LastGoodReply, OptionError
from anyspace.core.check import check
from anyspace.parts.reply.lgr import note_reply


def test_a_reply_is_noted_and_forgotten() -> None:
    replies = np.zeros(3, np.int32)
    note_reply(replies, 1, 7, 1.0, 0.5, True)
    assert replies.tolist() == [0, 8, 0]
    note_reply(replies, 1, 6, 0.0, 0.5, True)
    assert replies.tolist() == [0, 8, 0], "what lost was another reply"
    note_reply(replies, 1, 7, 0.5, 0.5, True)
    note_reply(replies, 1, 7, 0.0, 0.5, False)
    assert replies.tolist() == [0, 8, 0], "a draw, and a search that does not forget"
    note_reply(replies, 1, 7, 0.0, 0.5, True)
    assert replies.tolist() == [0, 0, 0]


@pytest.mark.parametrize(("memory", "forget"), [(1, False), (1, True), (2, False), (2, True)])
def test_replies_are_those_of_a_slow_twin(memory: int, forget: bool) -> None:
    game = everything.game(hides=False)
    search = plain_search(game, LastGoodReply(memory=memory, forget=forget), seed=8)
    replies: dict[tuple[int, ...], int] = {}
    followed = []

    def told(codes: list[int], payoffs: list[float]) -> None:
        for k, code in enumerate(codes):
            for length in range(1, min(memory, k) + 1):
                before = tuple(codes[k - length : k])
                if payoffs[code // (game.actions or 1)] > 0.5:
                    replies[before] = code
                elif forget and replies.get(before) == code:
                    del replies[before]

    def chosen(codes: list[int], legal: list[int], code: int) -> None:
        for length in range(min(memory, len(codes)), 0, -1):
            reply = replies.get(tuple(codes[len(codes) - length :]))
            if reply in legal:
                followed.append(length)
                assert code == reply
                return

    watch_learning(search, told)
    watch_choices(search, chosen)
    search.run(game.start(), iterations=200)
    check(search.tree)
    assert set(followed) == set(range(1, memory + 1)), "replies of every length were followed"
    table = search.tree.tables[0]
    assert {code: int(table[code]) - 1 for code in range(len(table)) if table[code]} == {
        before[0]: reply for before, reply in replies.items() if len(before) == 1
    }


def test_replies_stay_after_a_move_or_not() -> None:
    game = everything.game(hides=False)
    for kept in (True, False):
        search = plain_search(game, LastGoodReply(kept=kept), seed=8)
        result = search.run(game.start(), iterations=50)
        search.advance(result.move)
        assert search.tree.tables[0].any() == search.tree.tables[1].any() == kept


def test_it_comes_before_any_playout() -> None:
    game = everything.game(hides=False)
    for playout in ("mast", "nst", "ppa", Stepwise()):
        search = plain_search(game, playout, "lgr", seed=8)
        search.run(game.start(), iterations=60)
        check(search.tree)


def test_one_player_and_three() -> None:
    for game in (nim(8, players=3, actions=4), gamble()):
        game.actions = game.actions or 2
        search = plain_search(game, "lgr", "contextual", seed=8)
        search.run(game.start(), iterations=60)
        check(search.tree)


@pytest.mark.parametrize("options", [{"memory": 3}, {"memory": 0}, {"entries": 7}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=next(iter(options))):
        LastGoodReply(**options)
