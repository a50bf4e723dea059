"""Shell completion: the script is asked by the shell itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from anyspace.cli import main
from anyspace.games import GAMES

pytest.importorskip("shtab")


@pytest.fixture(scope="module")
def bash_script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from anyspace.cli.completion import script

    path = tmp_path_factory.mktemp("completion") / "anyspace.bash"
    path.write_text(script("bash"), encoding="utf-8")
    return path


def completed(script: Path, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    asks = (
        f'source {script}; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _shtab_anyspace; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", asks, "bash", "anyspace", *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["th"], ["think"]),
        (["think", "conn"], ["connect_four"]),
        (["play", "tic"], ["tic_tac_toe"]),
        (["gtp", "he"], [name for name in sorted(GAMES) if name.startswith("he")]),
        (["think", "go", "--mem"], ["--memory"]),
        (["think", "go", "--with", "grav"], ["grave"]),
        (["think", "go", "--final", "max-r"], ["max-robust"]),
        (["gtp", "go", "--letters", ""], ["gtp", "all"]),
        (["lab", "mat"], ["match"]),
        (["lab", "match", "connect"], ["connect_four"]),
        (["--print-completion", ""], ["bash", "zsh"]),
    ],
)
def test_bash_completes(bash_script: Path, words: list[str], offered: list[str]) -> None:
    assert completed(bash_script, *words) == offered


def test_zsh_has_a_script(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--print-completion", "zsh"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("#compdef anyspace") and "_anyspace_games() { compadd -- amazons" in text
    zsh = shutil.which("zsh")
    if zsh is not None:
        (tmp_path / "_anyspace").write_text(text, encoding="utf-8")
        subprocess.run([zsh, "-n", str(tmp_path / "_anyspace")], check=True, timeout=60)


def test_other_shells_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--print-completion", "fish"]) == 2
    assert "choose from" in capsys.readouterr().err


def test_without_shtab_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    monkeypatch.delitem(sys.modules, "shtab")
    monkeypatch.setattr(sys, "meta_path", [NoShtab(), *sys.meta_path])
    assert main(["--print-completion", "bash"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err == "anyspace: error: --print-completion needs shtab: pip install 'anyspace[completion]'\n"


class NoShtab:
    """As if it were not installed."""

    def find_spec(self, name: str, *rest: object) -> None:
        if name == "shtab":
            raise ModuleNotFoundError("No module named 'shtab'", name="shtab")
