"""Tables in terminals of any width: a number is whole or not there, and what was left out is said."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

from dispatch.report.fit import fitted
from dispatch.report.printing import add_row, new_table


def _lines(table: Table, width: int) -> list[str]:
    console = Console(width=width, no_color=True, file=open(os.devnull, "w"), record=True)  # noqa: SIM115
    with console.file:
        console.print(table)
        return [line.rstrip() for line in console.export_text().splitlines()]


def _money() -> Table:
    table = new_table("", ("driver",), ("net yuan", "cost", "haul\nkm"))
    add_row(table, ("D001", "12,345.67", "1,000.00", "999"))
    return table


def test_a_table_with_room_is_as_wide_as_its_texts() -> None:
    """6 + 9 + 8 + 4 for the columns, 5 blanks around them, and 2 x 3 of padding between: 38. Without padding 32."""
    table, width, left_out = fitted(_money(), 38)
    assert (width, left_out) == (38, [])
    assert _lines(table, width)[-2] == " D001     12,345.67   1,000.00    999"
    table, width, left_out = fitted(_money(), 37)
    assert (width, left_out) == (32, [])
    assert _lines(table, width)[-2] == " D001   12,345.67 1,000.00  999"


def test_the_least_important_goes_first_and_no_more_than_must() -> None:
    """Without padding 32; without cost's 8 and its blank 23; without haul's 4 and its blank 18."""
    found = {width: fitted(_money(), width, ("cost", "haul\nkm", "driver")) for width in (32, 31, 23, 22, 18)}
    assert {width: (needed, left_out) for width, (_, needed, left_out) in found.items()} == {
        32: (32, []),
        31: (23, ["cost"]),
        23: (23, ["cost"]),
        22: (18, ["cost", "haul km"]),
        18: (18, ["cost", "haul km"]),
    }
    assert _lines(found[22][0], 18)[-2] == " D001   12,345.67"


def test_what_must_stay_is_whole_in_any_width() -> None:
    table, width, left_out = fitted(_money(), 5, ("cost", "haul\nkm"))
    assert (width, left_out) == (18, ["cost", "haul km"])
    table, width, _ = fitted(_money(), 5)
    assert _lines(table, width)[-2].split() == ["D001", "12,345.67", "1,000.00", "999"]


def test_headings_and_words_fold_before_a_column_goes() -> None:
    """Of "age of shown facts, min" (23) the longest word has 6; "mean of all" (11) folds to its number's 5."""
    table = new_table("", ("",), ("mean of all",))
    add_row(table, ("age of shown facts, min", "428.6"))
    shown, width, left_out = fitted(table, 20, ("mean of all",))
    assert (width, left_out) == (20, [])
    text = "\n".join(_lines(shown, width))
    assert "428.6" in text
    assert " ".join(text.replace("428.6", "").split()).startswith("mean of all")


def test_a_table_of_words_fills_the_width_and_starts_each_row_at_its_top() -> None:
    table = new_table("", ("name", "what it is"), ())
    add_row(table, ("tiny", "two drivers and six loads on one meridian"))
    shown, width, _ = fitted(table, 30)
    assert width == 30
    assert [line.strip() for line in _lines(shown, width)[3:5]] == ["tiny two drivers and six", "loads on one meridian"]


def _in_terminal(width: int, *args: str) -> str:
    """What a command prints on a terminal so many columns wide."""
    import fcntl
    import pty
    import termios

    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    with subprocess.Popen(
        [sys.executable, "-m", "dispatch", *args],
        stdin=follower,
        stdout=follower,
        stderr=subprocess.DEVNULL,
        env={**env, "TERM": "xterm"},
    ):
        os.close(follower)
        said = b""
        try:
            while piece := os.read(leader, 65_536):
                said += piece
        except OSError:  # the other end is closed
            pass
    os.close(leader)
    return re.sub(r"\x1b\[[0-9;]*m", "", said.decode()).replace("\r\n", "\n")


RUN = ("run", "guangdong-week", "--days", "2", "--drivers", "2", "--no-db")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("width", "left_out"), [(200, ""), (80, ""), (40, "For want of room without: cost, penalty, haul km, gross.")]
)
def test_a_run_s_table_fits_its_terminal(width: int, left_out: str, tmp_path: Path) -> None:
    json_text = subprocess.run(
        [sys.executable, "-m", "dispatch", *RUN, "--json"], capture_output=True, text=True, timeout=120
    ).stdout
    text = _in_terminal(width, *RUN)
    rows = [line for line in text.splitlines() if line.split()[:1] in (["D001"], ["D002"], ["all"])]
    result = json.loads(json_text)
    assert [line.split()[1] for line in rows] == [
        f"{figures['net_yuan']:,.2f}" for figures in (*result["drivers"], result["total"])
    ]
    assert {len(line.split()) for line in rows} == {5 if left_out else 9}
    assert max(map(len, rows)) <= width
    assert left_out in text
    assert ("For want of room" in text) is bool(left_out)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_comparison_is_whole_in_forty_columns() -> None:
    """Four arms do not fit side by side, nor a pair's row: tables stand below each other, pairs in words."""
    text = _in_terminal(40, "compare", "tiny", "--memory", "none,full,rule,digest", "--seeds", "0,1")
    lines = [line.rstrip() for line in text.splitlines()]
    assert max(map(len, lines)) <= 40
    assert sum(line.startswith(" net yuan") for line in lines) > 1
    assert {"rule to digest, net_yuan: +0.00", "  95 % from +0.00 to +0.00", "  n 2: not shown"} <= set(lines)
    # Lines of words are folded between words.
    footer = " ".join(line.strip() for line in lines[-12:])
    assert "A difference whose interval covers zero is not shown." in footer
