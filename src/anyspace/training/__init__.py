"""Networks that are learnt: by self-play, from records, from another evaluator (docs/networks_learning.md).

`anyspace.learn_network(game, "folder", hours=2)` is the whole of it. Torch is imported only where a residual network
learns; the linear and the tabular learner do with NumPy.
"""
