"""The loop's questions, by name, with the functions that answer them in the plainest search.

A part answers some of them otherwise (core/binding.py). What each is asked, and when, is written where it is defined.
"""

from __future__ import annotations

from ..machine.jit import Function
from . import (
    batches,
    competing,
    descend,
    growth,
    hidden,
    known,
    leaf,
    loop,
    playing,
    questions,
    select,
    shared,
    sharing,
    tree,
)

HOOKS: dict[str, Function] = {
    function.__name__: function  # type: ignore[misc]
    for function in (
        # an iteration, in its order
        growth.make_room,
        questions.deal,
        questions.list_moves,
        loop.begin,
        sharing.lock_tree,
        descend.descend,
        sharing.unlock_tree,
        loop.play_out,
        loop.playout_call,
        loop.coming,
        loop.credit,
        loop.learn,
        loop.teach,
        loop.leave,
        loop.end,
        loop.decided,
        loop.settle,
        # on the way down
        descend.entered,
        descend.stops,
        descend.reached,
        descend.follow_chance,
        descend.pick,
        descend.may_expand,
        descend.untried_move,
        descend.played,
        descend.arrived,
        select.best_child,
        select.spread,
        select.score,
        select.is_sound,
        competing.list_again,
        competing.consider,
        competing.unvisited,
        hidden.or_untried,
        hidden.orders_children,
        # in a playout that parts have a say in
        playing.starts,
        playing.next_move,
        playing.choose,
        playing.cuts,
        playing.assess,
        playing.moved,
        # nodes
        growth.has_room,
        growth.can_add,
        growth.grow,
        growth.born,
        growth.lost,
        tree.blank,
        tree.set_mover,
        tree.leaving,
        tree.home,
        known.known_winner,
        known.is_dropped,
        known.has_all,
        # several threads
        sharing.is_shared,
        sharing.lock_node,
        sharing.unlock_node,
        sharing.availability_step,
        sharing.pays_at_once,
        shared.attached,
        shared.too_late,
        shared.reserve_size,
        leaf.needs_rest,
        # where leaves are looked at in batches
        batches.keep_policy,
        batches.keep_value,
        batches.wants_trunk,
        batches.keep_trunk,
        batches.is_certain,
        batches.is_known,
        batches.is_waiting,
        batches.mark_known,
        batches.mark_waiting,
        batches.may_look,
        batches.count_look,
        batches.recall,
        batches.remember,
        batches.say,
        batches.unsay,
        batches.given_up,
    )
}
