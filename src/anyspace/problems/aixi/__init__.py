"""An agent that learns its world while it acts: rho-UCT over context-tree weighting (docs/problems/aixi.md)."""
