"""`anyspace cache`: where compiled code lives, how much of it, and away with it."""

from __future__ import annotations

import argparse

from ..machine import cache


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--clear."""
    parser.add_argument(
        "--clear", action="store_true", help="delete all compiled code; it is compiled anew when needed"
    )
    parser.epilog = "The folder is $ANYSPACE_CACHE_DIR, or `anyspace` in the user's cache directory."


def run(args: argparse.Namespace) -> int:
    """Print where, how many, how much; or clear."""
    if args.clear:
        count, size = cache.clear()
        print(f"deleted {count:,} files, {mebibytes(size)}, from {cache.folder()}")
        return 0
    found = cache.files()
    print(f"folder  {cache.folder()}")
    print(f"files   {len(found):,}")
    print(f"size    {mebibytes(sum(path.stat().st_size for path in found))}")
    return 0


def mebibytes(size: int) -> str:
    """`1.5 MiB`."""
    return f"{size / 2**20:.1f} MiB"
