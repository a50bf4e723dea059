"""SGF, the Smart Game Format (FF[4]), as text and as nodes; what they mean for a game is no matter here.

A file is one tree of nodes or several; a node has properties, each with one value or more:

    (;FF[4]GM[1]SZ[9];B[ee];W[ge](;B[gd])(;B[cf]))

Read is the main line: the first game, and the first branch wherever there are several. All of the file must be
well-formed all the same.
"""

from __future__ import annotations

import re

from ..errors import PositionError

Node = dict[str, list[str]]
"""Values by the property's name, escapes undone."""

BLANK = re.compile(r"\s*")
NAME = re.compile(r"[A-Z][A-Z0-9]*")
VALUE = re.compile(r"(?:[^\]\\]|\\.)*", re.DOTALL)
ESCAPED = re.compile(r"\\(?:\r\n|\n\r|\n|\r|(.))", re.DOTALL)
"""A line break is escaped away, everything else stands for itself."""
NODES_A_LINE = 10


def read(text: str) -> list[Node]:
    """The nodes of the main line. Raises `PositionError`, which says where the text is no SGF."""
    reader = _Reader(text.removeprefix("\ufeff"))
    line = reader.tree()
    while not reader.ended():
        reader.tree()
    return line


def write(nodes: list[Node]) -> str:
    """One game without branches."""
    texts = [";" + "".join(f"{name}{''.join(map(_value, values))}" for name, values in node.items()) for node in nodes]
    first, rest = texts[0], texts[1:]
    lines = ["".join(rest[at : at + NODES_A_LINE]) for at in range(0, len(rest), NODES_A_LINE)]
    return "(" + "\n".join([first, *lines]) + ")"


def _value(text: str) -> str:
    return "[" + text.replace("\\", "\\\\").replace("]", "\\]") + "]"


class _Reader:
    """Goes through a text once. Trees are read without recursion: a file may nest them as deep as it likes."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def ended(self) -> bool:
        self._skip()
        return self.at == len(self.text)

    def tree(self) -> list[Node]:
        """A whole tree; its main line."""
        line: list[Node] = []
        depth, main = 0, True  # main: no branch has ended yet, so this is the first one all the way
        while True:
            self._expect("(", "a game begins with '('")
            depth += 1
            nodes = self._sequence()
            if main:
                line += nodes
            while self._next() == ")":
                self.at += 1
                depth, main = depth - 1, False
                if depth == 0:
                    return line
            if self._next() != "(":
                raise self._wrong("expected ';', '(' or ')'")

    def _sequence(self) -> list[Node]:
        nodes = []
        self._expect(";", "a branch begins with a node, ';'")
        nodes.append(self._node())
        while self._next() == ";":
            self.at += 1
            nodes.append(self._node())
        return nodes

    def _node(self) -> Node:
        node: Node = {}
        while True:
            self._skip()
            name = NAME.match(self.text, self.at)
            if name is None:
                return node
            if name[0] in node:
                raise self._wrong(f"the node has {name[0]} already")
            self.at = name.end()
            node[name[0]] = self._values(name[0])

    def _values(self, name: str) -> list[str]:
        values = []
        while self._next() == "[":
            raw = VALUE.match(self.text, self.at + 1)
            if raw is None or self.text[raw.end() : raw.end() + 1] != "]":
                raise self._wrong(f"a value of {name} that does not end")
            values.append(ESCAPED.sub(lambda found: found[1] or "", raw[0]))
            self.at = raw.end() + 1
        if not values:
            raise self._wrong(f"{name} has no value, '[...]'")
        return values

    def _skip(self) -> None:
        blank = BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at

    def _next(self) -> str:
        self._skip()
        return self.text[self.at : self.at + 1]

    def _expect(self, mark: str, why: str) -> None:
        if self._next() != mark:
            raise self._wrong(why)
        self.at += 1

    def _wrong(self, why: str) -> PositionError:
        found = repr(self.text[self.at : self.at + 10]) if self.at < len(self.text) else "the end"
        return PositionError(f"SGF, character {self.at + 1}: {why}; found {found}")
