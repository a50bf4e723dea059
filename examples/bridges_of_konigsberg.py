"""Across Königsberg as Euler knew it, two islands and seven bridges: UCT beside RRT.

The map is drawn by hand and not to scale; what is true of it is which bank every bridge joins to which. From west to
east they are, over the northern arm of the Pregel, the Krämer, the Schmiede and the Holz bridge; over the southern
one, the Grüne, the Köttel and the Hohe bridge; and from the Kneiphof in the west to the Lomse in the east, the Honig
bridge.
"""

from dataclasses import replace
from statistics import median

from anyspace.problems.paths import GridMap, Way, read_map, rrt_way, uct_way

KONIGSBERG = """
    ................................................
    ..............S.................................
    ................................................
    ###########.########.###############.###########
    ###########.########.###############.###########
    #####......................####.................
    #####......................####.................
    #####...........................................
    #####......................####.................
    #####......................####.................
    ###########.########.###############.###########
    ###########.########.###############.###########
    ................................................
    ............................................G...
    ................................................
"""
SEEDS, MOST = range(5), 5000


def picture(given: GridMap, way: Way) -> str:
    """The map with the way on it."""
    marks = [["#" if blocked else "." for blocked in row] for row in given.blocked]
    for row, column in way.cells or []:
        marks[row][column] = "o"
    return "\n".join("".join(row) for row in marks)


def told(ways: list[Way]) -> str:
    """How long and how dear the ways were."""
    steps = [len(way.cells) - 1 for way in ways if way.cells]
    effort = f"{median(way.effort for way in ways):5g} places looked at"
    return f"{median(steps):3g} steps, {effort}" if steps else f"no way found, {effort}"


city = read_map(KONIGSBERG)
goals = {"the Kneiphof": (7, 14), "the Lomse": (7, 40), "the south bank": (13, 14), "farther upstream on it": city.goal}
for name, goal in goals.items():
    given = replace(city, goal=goal)
    print(f"From the north bank to {name}, medians of {len(SEEDS)} runs:")
    for title, search in {"UCT": uct_way, "RRT": rrt_way}.items():
        print(f"    {title} {told([search(given, iterations=MOST, seed=seed) for seed in SEEDS])}")

given = replace(city, goal=goals["the south bank"])
print(picture(given, uct_way(given, iterations=MOST, seed=1)))
