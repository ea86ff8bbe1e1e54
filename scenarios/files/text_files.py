"""Files of text as bytes, UTF-8 and JSON, with every fault said in one sentence. Knows nothing of loads."""

from __future__ import annotations

import difflib
import gzip
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

import orjson

from scenarios.errors import ScenarioError

BOM = b"\xef\xbb\xbf"
_NO_NUMBER = re.compile(r"-?\b(NaN|Infinity|inf|nan)\b")


def near_match(word: str, known: Iterable[str], otherwise: str) -> str:
    """A remedy: the known word that `word` probably stands for, or else `otherwise`."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f"perhaps {close[0]!r} is meant" if close else otherwise


def no_file(path: Path, error: OSError) -> ScenarioError:
    """The sentence for a file that cannot be opened."""
    if isinstance(error, FileNotFoundError):
        return ScenarioError(str(path), "<no such file>", "was found", "check the name and the folder")
    if isinstance(error, IsADirectoryError):
        rule = "stands where a file should be"
        return ScenarioError(str(path), "<a folder>", rule, "put a file there, or name another")
    return ScenarioError(str(path), f"<{error.strerror or error}>", "is what opening it gave", "make it readable")


def open_binary(path: Path) -> BinaryIO:
    """The file's bytes as a stream, unpacked where the name ends in .gz. Raises ScenarioError."""
    try:
        return cast(BinaryIO, gzip.open(path)) if path.suffix == ".gz" else path.open("rb")
    except OSError as error:
        raise no_file(path, error) from None


def read_bytes(path: Path) -> bytes:
    """All bytes of a file, unpacked, without a byte-order mark. Raises ScenarioError."""
    return b"".join(line_blocks(path, 1 << 24))


def line_blocks(path: Path, block_bytes: int) -> Iterator[bytes]:
    """The file in blocks of whole lines, about `block_bytes` each, unpacked, without a byte-order mark.

    Every block but the last ends with a newline. Raises ScenarioError for a packed file that is damaged.
    """
    with open_binary(path) as stream:
        rest = b""
        first = True
        while True:
            try:
                more = stream.read(block_bytes)
            except (EOFError, zlib.error, gzip.BadGzipFile):
                raise ScenarioError(
                    str(path), "<damaged gzip data>", "cannot be unpacked to its end", "copy or pack the file again"
                ) from None
            except OSError as error:
                raise no_file(path, error) from None
            if first:
                more = more.removeprefix(BOM)
                first = False
            elif not more:
                break
            cut = more.rfind(b"\n") + 1
            if cut:
                yield rest + more[:cut]
                rest = more[cut:]
            else:
                rest += more
        if rest:
            yield rest


def encoding_fault(raw: bytes) -> tuple[str, str] | None:
    """None for UTF-8; else the rule that the bytes break, and what to do."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return None
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "is UTF-16 text, and files are UTF-8", "save the file as UTF-8"
    try:
        raw.decode("gb18030")
    except UnicodeDecodeError:
        return "is not UTF-8 text", "save the file as UTF-8"
    return "is not UTF-8 and looks like GBK", "convert the file: iconv -f GBK -t UTF-8"


def json_fault(error: orjson.JSONDecodeError, text: str) -> tuple[str, str]:
    """The rule that a broken JSON text breaks, and what to do."""
    near = _NO_NUMBER.search(text[max(0, error.pos - 10) : error.pos + 10])
    if near:
        return f"holds {near.group()}, which is no JSON number", "write a finite number, or null where it is allowed"
    return f"is not JSON ({error.msg}, column {error.colno})", "correct the text there"


def parse_json(path: Path, wanted: str, *, last_counts: bool = False) -> Any:
    """The JSON value in a file. Raises ScenarioError with the line.

    `wanted` names what an empty file should hold. A key that stands twice in an object is refused, unless
    `last_counts`.
    """
    raw = read_bytes(path)
    for number, line in enumerate(raw.split(b"\n"), start=1):
        fault = encoding_fault(line)
        if fault:
            raise ScenarioError(f"{path}:{number}", f"<{shown(line)}>", *fault)
    if not raw.strip():
        raise ScenarioError(str(path), "<an empty file>", "holds no JSON value", f"write {wanted} into it")
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        text = raw.decode("utf-8")
        lines = text.split("\n")
        line_text = lines[min(error.lineno, len(lines)) - 1].strip()
        raise ScenarioError(f"{path}:{error.lineno}", line_text, *json_fault(error, text)) from None
    twice = None if last_counts else doubled_key(raw)
    if twice is not None:
        key, first = twice
        rule = f"stands twice in the object that begins with {first}, and only the last would count"
        raise ScenarioError(str(path), key, rule, "keep one of the two")
    return value


def doubled_key(raw: bytes) -> tuple[str, str] | None:
    """The first key that stands twice in one object of a good JSON text, and how that object begins; None for none."""
    found: list[tuple[str, str]] = []

    def look(pairs: list[tuple[str, object]]) -> None:
        if not found and len({key for key, _ in pairs}) < len(pairs):
            keys = [key for key, _ in pairs]
            key, value = pairs[0]
            first = f"{key!r}: {value!r}" if isinstance(value, str) else f"{key!r}"
            found.append((next(key for number, key in enumerate(keys) if key in keys[:number]), first[:60]))

    try:
        # Numbers are not looked at: Python may refuse to read very long ones.
        json.loads(raw, object_pairs_hook=look, parse_int=str, parse_float=str)
    except RecursionError:
        return None  # nested deeper than any field of ours, where it is refused, or not looked at
    return found[0] if found else None


def shown(raw: bytes) -> str:
    """Bytes as text for a message: as UTF-8, else GBK, else with escapes; at most 60 characters, all of them shown."""
    for encoding in ("utf-8", "gb18030"):
        try:
            text = raw.decode(encoding).strip()[:60]
            return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
        except UnicodeDecodeError:
            continue
    return raw.decode("ascii", errors="backslashreplace").strip()[:60]
