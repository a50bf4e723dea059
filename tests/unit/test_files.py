"""Files that are whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from anyspace import files
from anyspace.files import write_whole


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    for content in ("first é", b"second"):
        write_whole(path, content)
    assert path.read_bytes() == b"second"
    write_whole(str(path), "third é")
    assert path.read_text("utf-8") == "third é" and os.listdir(tmp_path) == ["match.json"]


def test_what_goes_wrong_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.json"
    write_whole(path, "before")

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, "after")
    assert path.read_text("utf-8") == "before" and os.listdir(tmp_path) == ["match.json"]
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "match.json", "text")


@pytest.mark.skipif(os.name != "posix", reason="links and devices as POSIX has them")
def test_links_stay_links_and_devices_devices(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("before")
    link.symlink_to(real)
    write_whole(link, "after")
    assert link.is_symlink() and real.read_text() == "after"
    write_whole("/dev/null", "gone")
    assert Path("/dev/null").is_char_device()
