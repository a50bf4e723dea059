"""Which crew a search works with: each is imported when it is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..parts.batches import Batches
from ..parts.parallel import Leaf, Root, Tree
from .crew import Crew

if TYPE_CHECKING:
    from .search import Search


def crew_for(search: Search, seed: int) -> Crew:
    """Who does the work of a run."""
    scheme = search.parallel
    if isinstance(scheme, Root) and scheme.processes is not None:
        from .parallel.processes import ProcessTeam

        return ProcessTeam(search, seed, scheme)
    if isinstance(scheme, Root):
        from .parallel.several_trees import RootTeam

        return RootTeam(search, seed, scheme)
    if isinstance(scheme, Tree):
        from .parallel.shared_tree import TreeTeam

        return TreeTeam(search, seed, scheme)
    if isinstance(scheme, Leaf):
        from .parallel.leaves import LeafTeam

        return LeafTeam(search, seed, scheme)
    if isinstance(scheme, Batches):
        from .network_crew import NetworkCrew

        return NetworkCrew(search, seed, scheme)
    return Crew(search, seed)
