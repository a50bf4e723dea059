"""From Brig to Airolo while snow closes the passes: the Canadian traveller in the Swiss Alps.

Kilometres are rough figures, good enough to compare ways. How likely a pass is closed is an assumption, for an
evening of each month; roads through valleys and tunnels count as open.
"""

from statistics import mean

from anyspace.problems.canadian import Network, Policy, Road, Traveller, exact, optimistic, travel, uct, weathers

PLACES = ("Brig", "Ulrichen", "Gletsch", "Andermatt", "Innertkirchen", "Airolo")
BRIG, ULRICHEN, GLETSCH, ANDERMATT, INNERTKIRCHEN, AIROLO = range(6)

MONTHS = {  # odds that Nufenen, Furka, Grimsel and Susten are closed
    "early October": (0.3, 0.3, 0.2, 0.3),
    "late October": (0.5, 0.5, 0.4, 0.5),
    "late November": (0.8, 0.7, 0.6, 0.7),
}


def roads(nufenen: float, furka: float, grimsel: float, susten: float) -> tuple[Road, ...]:
    """Of the network, with what they are likely to be."""
    return (
        Road(BRIG, ULRICHEN, 41),  # up the Goms
        Road(ULRICHEN, AIROLO, 37, nufenen),
        Road(ULRICHEN, GLETSCH, 11),
        Road(GLETSCH, ANDERMATT, 32, furka),
        Road(GLETSCH, INNERTKIRCHEN, 32, grimsel),
        Road(INNERTKIRCHEN, AIROLO, 68, susten),  # Wassen, Göschenen, and through the Gotthard road tunnel
        Road(ANDERMATT, AIROLO, 23),  # Göschenen, and through the tunnel
        Road(BRIG, AIROLO, 190),  # the long way round: Simplon, Domodossola, Locarno, Bellinzona
    )


def thought_once(policy: Policy) -> Policy:
    """The same, remembering what it decided, as evenings are alike."""
    decided: dict[str, int] = {}

    def choose(state: Traveller) -> int:
        if str(state) not in decided:
            decided[str(state)] = policy(state)
        return decided[str(state)]

    return choose


for month, odds in MONTHS.items():
    alps = Network(roads(*odds), BRIG, AIROLO)
    evenings = weathers(alps, 200, seed=1)
    print(f"{month}, mean and worst of {len(evenings)} evenings:")
    policies = {"as if all were open": optimistic, "UCT": uct(iterations=1000, c=0.2), "exact": exact(alps)[1]}
    for name, policy in policies.items():
        quick = thought_once(policy)
        costs = [travel(alps, quick, closed) for closed in evenings]
        first = PLACES[quick(Traveller(alps))]
        print(f"    {name:20} {mean(costs):6.1f} km, {max(costs):3.0f} km, first to {first}")
