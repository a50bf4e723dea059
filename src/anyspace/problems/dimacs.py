"""Formulas in conjunctive normal form: read from DIMACS files, drawn at random, made of structure."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from ..errors import OptionError

MOST_VARIABLES, MOST_LITERALS = 20_000, 2_000_000


@dataclass(frozen=True)
class Formula:
    """Clauses of literals: `3` is the third variable, `-3` its negation. Variables count from 1."""

    variables: int
    clauses: tuple[tuple[int, ...], ...]

    def satisfied_by(self, values: Sequence[bool]) -> bool:
        """Whether these values, the first variable's first, make every clause true."""
        return all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in self.clauses)


def formula(clauses: Iterable[Iterable[int]], variables: int = 0) -> Formula:
    """A formula, checked. A literal that occurs twice in a clause counts once; clauses that are always true are left
    out."""
    found = []
    for number, clause in enumerate(clauses, 1):
        literals = tuple(dict.fromkeys(clause))
        if any(isinstance(literal, bool) or not isinstance(literal, int) or literal == 0 for literal in literals):
            raise OptionError(f"clause {number}: a literal is a whole number other than 0, not {list(literals)}")
        if not any(-literal in literals for literal in literals):
            found.append(literals)
    most = max((abs(literal) for clause in found for literal in clause), default=0)
    if variables and most > variables:
        raise OptionError(f"there are {variables} variables, but a clause has {most}")
    if max(variables, most) > MOST_VARIABLES or sum(map(len, found)) > MOST_LITERALS:
        raise OptionError(f"a formula has up to {MOST_VARIABLES:,} variables and {MOST_LITERALS:,} literals")
    return Formula(max(variables, most, 1), tuple(found))


def read_dimacs(text: str) -> Formula:
    """What a DIMACS text says: `c` begins a remark, `p cnf VARIABLES CLAUSES` comes first, clauses end with 0."""
    header: tuple[int, int] | None = None
    clauses: list[list[int]] = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "%":  # how the files of SATLIB end
            break
        if words[0] == "p":
            if header is not None or len(words) != 4 or words[1] != "cnf" or not all(w.isdigit() for w in words[2:]):
                raise OptionError(f"line {number}: expected one 'p cnf VARIABLES CLAUSES', not {line.strip()!r}")
            header = int(words[2]), int(words[3])
            continue
        if header is None:
            raise OptionError(f"line {number}: a clause before 'p cnf VARIABLES CLAUSES'")
        for word in words:
            try:
                literal = int(word)
            except ValueError:
                raise OptionError(f"line {number}: {word!r} is no literal") from None
            if abs(literal) > header[0]:
                raise OptionError(f"line {number}: literal {literal}, but there are {header[0]} variables")
            if literal == 0:
                clauses.append([])
            else:
                clauses[-1].append(literal)
    if header is None:
        raise OptionError("there is no 'p cnf VARIABLES CLAUSES' in it")
    if clauses[-1]:
        raise OptionError("the last clause does not end with 0")
    if len(clauses) - 1 != header[1]:
        raise OptionError(f"there are {len(clauses) - 1} clauses, not {header[1]}")
    return formula(clauses[:-1], header[0])


def load_dimacs(path: str | Path) -> Formula:
    """The formula of a file."""
    try:
        return read_dimacs(Path(path).expanduser().read_text(encoding="utf-8"))
    except OSError as error:
        raise OptionError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise OptionError(f"{str(path)!r} is not a text file") from None
    except OptionError as error:
        raise OptionError(f"{str(path)!r}: {error}") from None


def write_dimacs(given: Formula) -> str:
    """The formula as a DIMACS text."""
    lines = [" ".join(map(str, [*clause, 0])) for clause in given.clauses]
    return "\n".join([f"p cnf {given.variables} {len(given.clauses)}", *lines]) + "\n"


# ---- formulas to try things on


def random_3sat(variables: int, ratio: float, seed: int, satisfiable: bool = True) -> Formula:
    """Uniform clauses of three variables, `ratio` of them a variable (4.26 is where it is hardest). `satisfiable`: by a
    hidden assignment that every clause agrees with."""
    if variables < 3:
        raise OptionError(f"random 3-SAT has three variables at least, not {variables!r}")
    source = random.Random(seed)
    hidden = [source.random() < 0.5 for _ in range(variables)]
    clauses: list[tuple[int, ...]] = []
    while len(clauses) < round(ratio * variables):
        chosen = source.sample(range(1, variables + 1), 3)
        clause = tuple(sorted(variable if source.random() < 0.5 else -variable for variable in chosen))
        if not satisfiable or any((literal > 0) == hidden[abs(literal) - 1] for literal in clause):
            clauses.append(clause)
    return formula(clauses, variables)


def pigeons(holes: int) -> Formula:
    """One pigeon more than there are holes: a small formula that cannot be satisfied, which is long to prove."""

    def in_hole(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    each = [[in_hole(pigeon, hole) for hole in range(holes)] for pigeon in range(holes + 1)]
    apart = [
        [-in_hole(a, hole), -in_hole(b, hole)] for hole in range(holes) for a, b in combinations(range(holes + 1), 2)
    ]
    return formula([*each, *apart])


def colouring(edges: Iterable[tuple[int, int]], nodes: int, colours: int) -> Formula:
    """Whether a graph can be coloured: a structured formula."""

    def has(node: int, colour: int) -> int:
        return node * colours + colour + 1

    some = [[has(node, colour) for colour in range(colours)] for node in range(nodes)]
    one = [[-has(node, a), -has(node, b)] for node in range(nodes) for a, b in combinations(range(colours), 2)]
    differ = [[-has(a, colour), -has(b, colour)] for a, b in edges for colour in range(colours)]
    return formula([*some, *one, *differ], nodes * colours)
