"""Action-log files: find them, read them, write them (contest rule 43).

A file holds one driver's rows, one JSON object a line; what a row means is `dispatch.action_logs.row`'s business.
Nothing here reads the clock of the machine: the time stamp in a file's name is handed in.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TextIO, cast

from dispatch.action_logs.row import LogRow
from scenarios.errors import ScenarioError
from scenarios.rules import WorldRules

_FILE_NAME = re.compile(r"actions_(\d{6})_([^_/\\\0]+?)(?:_(\d{8}_\d{6}))?\.jsonl(?:\.gz)?")
_STAMP = re.compile(r"\d{8}_\d{6}")


def find_logs(folder: Path) -> dict[str, Path]:
    """The newest log of every driver in a folder, by its time stamp, ordered by driver id.

    Names are `actions_<YYYYmm>_<driver>[_<YYYYmmdd>_<HHMMSS>].jsonl[.gz]`; other files are passed over. Raises
    ScenarioError when there is no log, and for an action log whose name does not say whose it is.
    """
    if not folder.is_dir():
        what = "<a file>" if folder.exists() else "<nothing>"
        rule = "stands where a folder of logs should be" if folder.exists() else "is where a folder of logs should be"
        raise ScenarioError(str(folder), what, rule, "name a folder with actions_*.jsonl files")
    found: dict[str, list[tuple[str, str]]] = {}
    for path in folder.glob("actions_*"):
        if not path.name.endswith((".jsonl", ".jsonl.gz")):
            continue
        match = _FILE_NAME.fullmatch(path.name)
        if match is None:
            raise ScenarioError(
                str(path), path.name, "does not name a driver", "call it actions_YYYYMM_DRIVER_YYYYMMDD_HHMMSS.jsonl"
            )
        found.setdefault(match[2], []).append((match[3] or "", path.name))
    if not found:
        raise ScenarioError(str(folder), "<nothing>", "is there to score", "name a folder with actions_*.jsonl files")
    return {driver_id: folder / max(found[driver_id])[1] for driver_id in sorted(found)}


def read_log(path: Path, driver_id: str, start: datetime) -> list[LogRow]:
    """The rows of one log file, plain or gzip. Raises ScenarioError with the line that cannot be read."""
    return [_checked_driver(row, driver_id, path) for row in _rows(path, start)]


def _rows(path: Path, start: datetime) -> Iterator[LogRow]:
    number = 0
    try:
        with _open_text(path) as lines:
            for number, text in enumerate(lines, start=1):
                if text.strip():
                    where = f"{path.name}, line {number}"
                    yield LogRow.from_json(_parsed(text, where), start, where, number)
    except UnicodeDecodeError:
        raise ScenarioError(
            f"{path.name}, after line {number}", "<a byte>", "is not UTF-8", "convert the file to UTF-8"
        ) from None
    except (OSError, EOFError, zlib.error) as error:
        raise ScenarioError(
            f"{path.name}, after line {number}", str(error), "stopped the reading", "check that the file is whole"
        ) from None


def _open_text(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return cast(TextIO, gzip.open(path, "rt", encoding="utf-8-sig"))
    return path.open(encoding="utf-8-sig")


def _parsed(text: str, where: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ScenarioError(where, text.strip(), "is no JSON", "check that the line is whole") from None


def _checked_driver(row: LogRow, driver_id: str, path: Path) -> LogRow:
    if row.driver_id != driver_id:
        where = f"{path.name}, line {row.line}, field driver_id"
        raise ScenarioError(where, row.driver_id, f"is not {driver_id}", "give every driver a file of its own")
    return row


def read_logs(folder: Path, start: datetime) -> dict[str, list[LogRow]]:
    """All rows of the newest log of every driver in a folder, ordered by driver id.

    Raises ScenarioError as `find_logs` and `read_log` do.
    """
    return {driver_id: read_log(path, driver_id, start) for driver_id, path in find_logs(folder).items()}


def log_names(driver_ids: Iterable[str], start: datetime, stamp: str) -> dict[str, str]:
    """Driver id -> name of its log file, ordered by driver id. Raises as `write_logs` does."""
    if not _STAMP.fullmatch(stamp):
        raise ValueError(f"a log's time stamp is YYYYmmdd_HHMMSS, not {stamp!r}")
    names = {who: f"actions_{start:%Y%m}_{who}_{stamp}.jsonl" for who in sorted(driver_ids)}
    for who, name in names.items():
        match = _FILE_NAME.fullmatch(name)
        if match is None or match[2] != who:
            raise ScenarioError(
                f"driver {who}", who, "cannot be part of a log's file name", "use letters and digits in driver ids"
            )
    return names


def write_logs(
    folder: Path, rows_by_driver: Mapping[str, Sequence[LogRow]], start: datetime, rules: WorldRules, stamp: str
) -> list[Path]:
    """Write one official log file a driver, ordered by driver id, and return their paths.

    `stamp` is the YYYYmmdd_HHMMSS of the file names. Raises ScenarioError for a driver id that the official
    scorer cannot find in a file name (contest rule 43), ValueError for a stamp of another form.
    """
    names = log_names(rows_by_driver, start, stamp)
    folder.mkdir(parents=True, exist_ok=True)
    for who, name in names.items():
        # A lone surrogate in a text becomes the JSON escape that stands for it.
        with (folder / name).open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            for row in rows_by_driver[who]:
                file.write(json.dumps(row.to_json(start, rules), ensure_ascii=False) + "\n")
    return [folder / name for name in names.values()]
