"""The papers' experiments, one function each: what is known is written as a page that can be kept with the project.

memory_bounded: Figure 2 of Powley, Cowling and Whitehouse (2017), and what its authors conclude from it. parallel:
Tables I to III of Sephton, Cowling, Powley, Whitehouse and Slaven (2014). cost: what the first of them takes.
"""
