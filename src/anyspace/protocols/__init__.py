"""Talking to other programs by line: GTP and UGI, in which they ask us for moves, and KataGo's JSON analysis."""
