"""How many colours does a map need? UCTSAT on the states of Australia and Germany, by way of a DIMACS file."""

from pathlib import Path
from tempfile import TemporaryDirectory

from anyspace.problems.dimacs import colouring, load_dimacs, write_dimacs
from anyspace.problems.dpll import Answer, dpll
from anyspace.problems.uctsat import SatAnswer, uctsat

AUSTRALIA = {  # every border once
    "WA": "NT SA",
    "NT": "SA QLD",
    "SA": "QLD NSW VIC",
    "QLD": "NSW",
    "NSW": "VIC ACT",
    "VIC": "",
    "ACT": "",
    "TAS": "",
}
GERMANY = {  # Thuringia, TH, has five neighbours in a ring: three colours cannot do
    "BW": "BY HE RP",
    "BY": "HE TH SN",
    "BE": "BB",
    "BB": "MV ST SN NI",
    "HB": "NI",
    "HH": "NI SH",
    "HE": "NI NW RP TH",
    "MV": "SH NI",
    "NI": "SH ST TH NW",
    "NW": "RP",
    "RP": "SL",
    "SL": "",
    "SN": "TH ST",
    "ST": "TH",
    "SH": "",
    "TH": "",
}
COLOURS = ("red", "green", "blue", "yellow")


def answer_for(borders: dict[str, str], colours: int) -> tuple[SatAnswer, Answer | None]:
    """What UCTSAT and DPLL say of the formula in a file."""
    states = list(borders)
    edges = [(states.index(a), states.index(b)) for a in states for b in borders[a].split()]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "map.cnf"
        file.write_text(write_dimacs(colouring(edges, len(states), colours)))
        formula = load_dimacs(file)
    return uctsat(formula, "sbs", iterations=20_000, seed=1), dpll(formula)


def show(name: str, borders: dict[str, str], colours: int) -> None:
    """Whether so many colours do, the effort of both, and the states by colour."""
    found, other = answer_for(borders, colours)
    does = {True: "enough", False: "proven to be too few", None: "not known"}[found.satisfiable]
    print(f"{name}, {colours} colours: {does}. Nodes: UCTSAT {found.nodes}, DPLL {other.nodes}")
    for number in range(colours if found.values else 0):
        states = [state for place, state in enumerate(borders) if found.values[place * colours + number]]
        print(f"    {COLOURS[number]}: {' '.join(states)}")


for number in (2, 3):
    show("Australia", AUSTRALIA, number)
for number in (3, 4):
    show("Germany", GERMANY, number)
