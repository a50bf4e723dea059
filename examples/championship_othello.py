"""Values of Othello positions learnt from games of world championships, beside values learnt from as many games that
the learner plays against itself. The moves are as published; replaying them gives the published scores."""

import anyspace
from anyspace.problems.td import Learner, Values, match, random_player
from anyspace.rules.game import State

GAMES = {  # moves, discs of Black and White on the board in the end
    "2007, Nicolet - Tominaga, first game of the final": (
        "F5D6C5F4E3C6D3F6E6D7G4G3G6H3G5H4E7F7H5H6E8F3C4C7D8C8B8B4B6B5A4A5A6E2A3D2D1C1B1C2C3B2F2F1A1B3E1A2G1G2H1H2H7G7H8B7A8"
        "A7F8G8",
        (35, 29),
    ),
    "2016, Nagano - Schotte": (
        "F5F6E6F4G5E7E3F3C5D3G4G3G6C3D7C6C4D6B5B3B4H4C7D8H5H3F8F7H2A6A5H7F2C8B6A4B7E2G2F1B8A8A7H1H6G7G1D2C1C2D1E1H8G8E8B1A1"
        "B2A3A2",
        (50, 14),
    ),
    "2017, Vecchi - Nicolas": (
        "F5D6C5F6C4F4E6D7E7C6F7D8C8E8G5B8E3F8B6B5A6A4A5A7C7B4G6H6H7B3D3C3C2C1H5D2E2F1B1D1B2A3E1H4H3G4G3F3G1F2B7H2H1G7",
        (13, 45),
    ),
    "2018, Aunchulee - Fukuchi": (
        "D3C5F6F5E6E3C3F3C4B4B3D6C7C2D2C6A4D7G5F4D1G4F7E7G6H5E8C8D8F8E2F2B6A6B5A5A7A3A2F1E1H6G1B2G3B7H4B1A8B8G7H8H7G8A1H2C1"
        "H3G2H1",
        (30, 34),
    ),
}
OTHELLO = anyspace.load("othello")
PASSES = 40


def positions_of(moves: str, discs: tuple[int, int]) -> list[State]:
    """All positions after the start; records do not write passes down."""
    state, found = OTHELLO.start(), []
    for at in range(0, len(moves), 2):
        if state.names(state.moves()) == ["pass"]:
            found.append(state.play(state.moves()[0]).copy())
        found.append(state.play(state.parse(moves[at : at + 2].lower())).copy())
    assert state.over and tuple(int(board).bit_count() for board in state["discs"]) == discs
    return found


def learnt_from_records(games: list[list[State]]) -> Values:
    """Every game is gone through so many times."""
    learner = Learner("td")
    for _ in range(PASSES):
        for positions in games:
            learner.correct(positions)
    return learner.values


records = [positions_of(*record) for record in GAMES.values()]
players = {
    "four recorded games": learnt_from_records(records),
    "four games against itself": Learner("td", seed=1).learn(len(records)),
    "160 games against itself": Learner("td", seed=1).learn(len(records) * PASSES),
}
for name, values in players.items():
    points = match(values.best, random_player(1), 100, seed=1)
    corner = values.weights[0]
    print(f"{name:25} {points:.2f} of the points against random moves; a corner weighs {corner:+.2f}")
