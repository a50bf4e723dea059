"""Memory-augmented search: positions are worth what positions like them are worth (Xiao, Mei and Müller 2018).

A memory of so many `entries` keeps of every position that was added to the tree a vector phi, how often it was visited
(N) and what that brought (V). It is asked what a new position x is worth: of the M entries most like it

    V_M(x) = sum w_i V_i,   w_i ~ N_i^weigh exp(cos(phi_i, phi_x) / tau)                                 (8)
    N_M(x) = sum k_i N_i,   k_i ~ exp(cos(phi_i, phi_x) / tau)

and what it answers is backed up to x and all that lead to it, beside the playouts, h - i plies away with

    X = max(N_M(x) / eta^(h - i), 1)
    N_M(s_i) += X
    V_M(s_i) += (R - V_M(s_i) X) / N_M(s_i)                                                             (9)

In the tree a move is worth (1 - lambda) V + lambda V_M. Of lambda the paper says that it falls, and no more; with N
visits of the move, by `schedule`:

    fading    lambda = lam fade / (fade + N)
    hand      lambda = lam sqrt(fade / (3 N + fade))      RAVE's, Gelly and Silver 2007
    linear    lambda = lam max(0, 1 - N / (2 fade))       RAVE's, Helmbold and Parker-Wood 2009
    constant  lambda = lam

To the letter (form="paper") R = V_M(x) N_M(x): where X is less than N_M(x), more is added than is counted, and values
leave [0, 1]; with form="consistent", the default, R = V_M(x) X, and V_M is a mean. With when="visit" nothing is backed
up: every position on the way is asked about itself, each time.

phi is what is true of the position, hashed (parts/similar/phi.py), the picture that the game draws of it for networks,
blurred (parts/similar/pictures.py), what a function of one's own makes of it (parts/similar/own.py), or what an inner
layer of the search's network does, as in the paper: of length 1, then hashed. Then the mean of the first positions is
taken off (a mean that has hardly moved any more after a few: what was added before is not changed), or it goes through
a matrix that was learnt so that positions alike by it are worth the same (parts/similar/learned.py). It is computed for
every position that is added, whatever else is known of it; the paper is silent on that. So a network looks at every new
position for phi, also where it is asked for the odds of the first hundred only. So it is on whose turn it is; positions
of another player's turn are not compared, for what is good for one is bad for the other. Entries outlive their nodes. A
position that is there already is not added again, as in a transposition table, which this becomes as tau goes to 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.policy import PERFECT
from ...core.questions import ask_mover
from ...core.tree import NO_NODE
from ...errors import OptionError
from ...machine.atomic import address_of, pause, store32, swap32
from ...machine.native import call
from ...rules.codes import OK, OVER
from ..options import number, one_of, whole
from ..part import Part
from ..similar.comparable import as_learned, as_they_are, less_the_mean
from ..similar.entries import USED, place_for_one_more, touched
from ..similar.formulas import SCHEDULES, more_recalled, recollection, share_of
from ..similar.identity import identity_of
from ..similar.indices import Index, Places, all_compared, by_buckets, by_signs
from ..similar.learned import Learned, check_fit, made_by, read
from ..similar.nearest import STEPS, shortened
from ..similar.own import is_own, name_of
from ..similar.pictures import hashed_picture
from ..similar.reading import Tables
from ..similar.sources import from_function, from_planes, from_predicates

FORMS = ("consistent", "paper")
MOMENTS = ("leaf", "visit")
INDICES = ("signs", "exact", "simhash")
SOURCES = ("predicates", "planes", "network")
OWN = "own"


@dataclass(frozen=True)
class Similar(Part):
    """Positions are worth what positions like them are worth: M-MCTS.

    neighbours: M. tau: how much less those count that are less alike. entries: how many positions are remembered. eta:
    how much less what the memory says counts one ply up. lam, fade: how much the memory counts at first, and after how
    many visits half of that. schedule: how it falls, "fading", "hand" or "linear", or "constant". weigh: power of the
    neighbours' visits in their weights (1 in the paper, 0 for equal). size: components of a position's vector. phi: it
    is made from "predicates", what is true of a position, "planes", the game's picture of it, by the search's
    "network", or by a function of yours (state, player, out), which in text is FILE.py:NAME. first: of a picture's
    planes so many count, the first ones; 0 for all. blur: how often a picture is blurred. layer: the network's output
    that is taken. centre: whether the mean is taken off. learned: a file with a matrix that was learnt for it (anyspace
    likeness), or "shipped". index: "signs", "exact", or "simhash" as in the paper. look: of how many, the nearest by
    signs, the cosine is taken. tables, bits: SimHash tables, and planes that cut space in each. form: "consistent" or
    "paper". when: the memory is asked for a new "leaf", or for every position at every "visit". kept: whether it is
    kept from move to move of a game.
    """

    neighbours: int = 50
    tau: float = 0.1
    entries: int = 10_000
    eta: float = 2.0
    lam: float = 0.5
    fade: float = 100.0
    schedule: str = "fading"
    weigh: float = 1.0
    size: int = 256
    phi: Any = "predicates"
    first: int = 0
    blur: int = 2
    layer: str = "trunk"
    centre: bool = True
    learned: str = ""
    index: str = "signs"
    look: int = 200
    tables: int = 8
    bits: int = 16
    form: str = "consistent"
    when: str = "leaf"
    kept: bool = True
    kind = "value"
    reference = "Xiao, Mei and Müller 2018"
    needs = ("predicates",)
    consistent = "yes as lambda falls with visits: then the usual mean takes over; no with schedule=constant"

    def __post_init__(self) -> None:
        whole(self, "neighbours", 1, 1_000)
        number(self, "tau", 1e-6)
        whole(self, "entries", 1, 10_000_000)
        number(self, "eta", 1)
        number(self, "lam", 0, 1)
        number(self, "fade", 1e-9)
        number(self, "weigh", 0, 4)
        whole(self, "size", 8, 1 << 14)
        if self.size % 8:
            raise OptionError(f"similar: size must be a multiple of 8, not {self.size}")
        one_of(self, "schedule", SCHEDULES)
        if not is_own(self.phi):
            one_of(self, "phi", (*SOURCES, "FILE.py:NAME"))
        if self.phi != "predicates":
            object.__setattr__(self, "needs", ())  # nobody asks what is true of a position
        whole(self, "first", 0, 1_000)
        whole(self, "blur", 0, 100)
        one_of(self, "index", INDICES)
        whole(self, "look", 1, 1_000_000)
        whole(self, "tables", 1, 64)
        whole(self, "bits", 1, 20)
        one_of(self, "form", FORMS)
        one_of(self, "when", MOMENTS)

    def __str__(self) -> str:
        return super().__str__().replace(f"{self.phi}", self.source) if callable(self.phi) else super().__str__()

    @property
    def source(self) -> str:
        """What phi is made from, in a word; of a function its name."""
        return name_of(self.phi) if is_own(self.phi) else str(self.phi)

    def refusal(self, setup: Setup) -> str | None:
        if setup.information != PERFECT:
            return "positions are compared as they are, and a player does not see all of them"
        if self.phi == "network" and not setup.networks:
            return "phi=network asks for a network in the search: Network('net.onnx'), or network:path=net.onnx"
        if self.phi == "planes" and setup.game.plane_shape is None:
            return f"phi=planes needs the rule 'planes', a position as a picture, and {setup.game.name} has none"
        return None

    @property
    def structure(self) -> Any:
        how = "learned" if self.learned else self.centre
        phi = OWN if is_own(self.phi) else self.phi  # a function is an address, which is data
        return (type(self), phi, how, self.index, self.form, self.when, self.schedule)

    def bind(self, loop: Loop) -> None:
        tau, eta, weigh = loop.number(self.tau), loop.number(self.eta), loop.number(self.weigh)
        lam, fade, lambda_of = loop.number(self.lam), loop.number(self.fade), SCHEDULES[self.schedule]
        to_the_letter, always = self.form == "paper", self.when == "visit"
        shares_tree, stays = loop.setup.shares_tree, 1.0 if self.kept else 0.0
        size, players = self.entries + 1, loop.setup.game.players

        learned = self._learned(loop.setup.game)
        width = self.size if learned is None else learned.matrix.shape[1]
        vectors = loop.table(np.int16, (size, width), kept=stays)
        prints = loop.table(np.uint64, (size,), kept=stays)
        seats = loop.table(np.int8, (size,), kept=stays)
        visits_of = loop.table(np.float64, (size,), kept=stays)
        sums = loop.table(np.float64, (size, players), kept=stays)
        before, after = loop.table(np.int32, (size,), kept=stays), loop.table(np.int32, (size,), kept=stays)
        facts = loop.table(np.int64, (2,), kept=stays)
        gate = loop.table(np.int32, (1,))

        raw, own = loop.note(np.float64, (self.size,)), loop.note(np.float64, (width,))
        short = loop.note(np.int16, (width,))
        found, likeness = loop.note(np.int32, (self.neighbours,)), loop.note(np.float64, (self.neighbours,))
        answer = loop.note(np.float64, (players + 1,))  # V_M for every player, and N_M; 0 where nothing is known
        waiting = loop.row(np.float64, players + 1)  # the same of a new leaf, until it is backed up
        index = self._index(loop, Places(vectors, seats, facts, own, short, found, likeness), width, stays)
        find, put, drop = index.find, index.put, index.drop
        loop.similar = Tables(vectors, seats, visits_of, sums, facts, own, found, find)
        vector_of = self._vector_maker(loop, raw)
        if learned is not None:
            comparable = as_learned(loop, raw, own, learned)
        else:
            comparable = less_the_mean(loop, raw, own, facts, stays) if self.centre else as_they_are(loop, raw, own)

        loop.rules |= {rule for rule in ("key",) if loop.setup.game.backend.has(rule)}
        key = loop.note(np.int64, (1,))

        loop.field("similar", np.uint32)  # the entry of its position; 0 for none
        loop.field("stamp", np.uint64)  # of the position, for entries may be another's by now
        loop.field("recalls", np.float32)
        loop.field("recalled", np.float32)
        arrived, learn, value = loop.arrived, loop.learn, loop.value

        def lock(tree: Any) -> None:
            if shares_tree:
                while not swap32(address_of(tree.tables[gate]), 0, 1):
                    pause()

        def unlock(tree: Any) -> None:
            if shares_tree:
                store32(address_of(tree.tables[gate]), 0)

        def ask(tree: Any, policy: Any, scratch: Any, seat: Any) -> None:
            """What positions like the one in `own` are worth, into `answer`; the entries are in `found`."""
            tables, notes = tree.tables, scratch.notes
            for i in range(len(notes[found])):
                notes[found][i] = 0
            shortened(notes[own], notes[short])
            n = find(tree, policy, scratch, seat)
            for i in range(n):
                touched(tables[before], tables[after], np.int64(notes[found][i]))
            recollection(
                notes[found], notes[likeness], n, tables[visits_of], tables[sums],
                policy.numbers[tau], policy.numbers[weigh], notes[answer],
            )  # fmt: skip

        def same_among_found(tree: Any, scratch: Any, stamp: Any) -> Any:
            list_of = scratch.notes[found]
            for i in range(len(list_of)):
                entry = np.int64(list_of[i])
                if entry == 0:
                    break
                if tree.tables[prints][entry] == stamp:
                    return entry
            return 0

        def add(tree: Any, scratch: Any, seat: int, stamp: Any) -> int:
            """The position in `own`."""
            tables, notes = tree.tables, scratch.notes
            is_full = tables[facts][USED] == len(tables[before]) - 1
            entry = place_for_one_more(tables[facts], tables[before], tables[after])
            if is_full:
                drop(tree, entry)
            for k in range(len(notes[own])):
                tables[vectors][entry, k] = notes[short][k]
            tables[prints][entry], tables[seats][entry] = stamp, seat
            put(tree, scratch, entry)
            tables[visits_of][entry] = 0.0
            for player in range(tables[sums].shape[1]):
                tables[sums][entry, player] = 0.0
            return entry

        def meet(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, seat: int) -> int:
            """The position of a new node, whose features are in `raw` and whose stamp is in `key`."""
            notes, extra = scratch.notes, tree.extras[node]
            stamp = np.uint64(notes[key][0])
            if game.key != 0:  # surer than what is known to be true of it
                status = call(game.key, (scratch.state, address_of(notes[key])))
                if status < 0:
                    return status
                stamp = np.uint64(notes[key][0])
            stamp += np.uint64(seat)
            lock(tree)
            comparable(tree, notes)
            ask(tree, policy, scratch, seat)
            entry = same_among_found(tree, scratch, stamp)
            if entry == 0:
                entry = add(tree, scratch, seat, stamp)
            for k in range(len(notes[answer])):
                tree.rows[waiting][node, k] = notes[answer][k]
            unlock(tree)
            extra.similar, extra.stamp = entry, stamp
            return OK

        def arrive(tree: Any, game: Any, policy: Any, scratch: Any, node: Any) -> int:
            seat = ask_mover(game, scratch)
            if seat < OVER:
                return seat
            if seat >= 0:
                status = vector_of(tree, game, policy, scratch, seat, scratch.notes[key])
                if status >= 0:
                    status = meet(tree, game, policy, scratch, node, seat)
                if status < 0:
                    return status
            return arrived(tree, game, policy, scratch, node)

        def keep_trunk(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, shown: Any, trunk: Any
        ) -> int:
            scratch.notes[key][0] = np.int64(shown)
            hashed_picture(trunk, scratch.notes[raw])
            return meet(tree, game, policy, scratch, node, mover)

        def wants_trunk() -> bool:
            return True

        def recall(tree: Any, policy: Any, scratch: Any, node: Any) -> None:
            """Ask about the position of a node that has an entry."""
            entry, notes = tree.extras[node].similar, scratch.notes
            for k in range(len(notes[own])):
                notes[own][k] = np.float64(tree.tables[vectors][entry, k]) / STEPS
            ask(tree, policy, scratch, np.int64(tree.tables[seats][entry]))
            many = notes[answer][len(notes[answer]) - 1]
            if many > 0.0:
                tree.extras[node].recalls = many
                tree.extras[node].recalled = notes[answer][np.int64(tree.nodes[node].player)]

        def back_up(tree: Any, policy: Any, leaf: Any, node: Any, plies: int) -> None:
            told, extra = tree.rows[waiting][leaf], tree.extras[node]
            many, worth = told[len(told) - 1], told[np.int64(tree.nodes[node].player)]
            counted = share_of(many, plies, policy.numbers[eta])
            recalls = np.float64(extra.recalls) + counted
            extra.recalled = more_recalled(np.float64(extra.recalled), recalls, worth, many, counted, to_the_letter)
            extra.recalls = recalls

        def remember(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
            lock(tree)
            tables, depth = tree.tables, scratch.depths[0]
            leaf, last = scratch.paths[0, depth - 1], tree.rows[waiting].shape[1] - 1
            knows = tree.rows[waiting][leaf, last] > 0.0
            for i in range(depth - 1, -1, -1):
                node = scratch.paths[0, i]
                if knows and not always and i > 0:
                    back_up(tree, policy, leaf, node, depth - 1 - i)
                entry = np.int64(tree.extras[node].similar)
                if entry != 0 and tables[prints][entry] == tree.extras[node].stamp:
                    tables[visits_of][entry] += 1.0
                    for player in range(len(payoffs)):
                        tables[sums][entry, player] += payoffs[player]
                    touched(tables[before], tables[after], entry)
                    if always and i > 0:
                        recall(tree, policy, scratch, node)
            tree.rows[waiting][leaf, last] = 0.0
            unlock(tree)
            return learn(tree, game, policy, scratch, payoffs, length)

        def blended(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            mean = value(tree, policy, scratch, node, child, reward, visits)
            if child == NO_NODE or tree.extras[child].recalls == 0.0:
                return mean
            share = lambda_of(policy.numbers[lam], policy.numbers[fade], visits)
            return (1.0 - share) * mean + share * np.float64(tree.extras[child].recalled)

        loop.learn, loop.value = remember, blended
        if self.phi == "network":
            loop.layer, loop.keep_trunk, loop.wants_trunk = self.layer, keep_trunk, wants_trunk
            if learned is not None:
                of_network = learned
                loop.network_checks.append(
                    lambda network: check_fit(of_network, self.learned, {"network": identity_of(network)})
                )
        else:
            loop.arrived = arrive

    def _vector_maker(self, loop: Loop, raw: int) -> Any:
        if is_own(self.phi):
            return from_function(loop, raw, self.phi, self.size)
        if self.phi == "planes":
            return from_planes(loop, raw, self.blur, self.first)
        return from_predicates(loop, raw)

    def _learned(self, game: Any) -> Learned | None:
        """What the file has that was learnt, seen to fit."""
        if not self.learned:
            return None
        name = game.name if game.origin is None else game.origin.name
        found = read(self.learned, name)
        check_fit(found, self.learned, made_by(self, game))
        return found

    def _index(self, loop: Loop, at: Places, width: int, kept: float) -> Index:
        if self.index == "signs":
            return by_signs(loop, at, self.entries, width, self.look, kept)
        if self.index == "simhash":
            return by_buckets(loop, at, self.entries, width, self.tables, self.bits, kept)
        return all_compared(loop, at)
