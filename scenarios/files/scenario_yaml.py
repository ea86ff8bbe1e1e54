"""The text of a YAML file as plain values, with every fault of the text told by its line. Knows no key of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from scenarios.errors import ScenarioError
from scenarios.files.text_files import encoding_fault, read_bytes, shown

_READ_OTHERWISE = re.compile(r"[-+]?(0[0-7_]+|[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?)")
"""Numbers that YAML 1.1 takes to the base of 8 or 60."""


def read_yaml(path: Path, what: str = "scenario", remedy: str = "begin with format: 1") -> tuple[dict[Any, Any], bytes]:
    """The named values in the file, and its bytes. Raises ScenarioError with the line where there is one.

    `what` it is to be, and the `remedy` for a file without keys, stand in the error's sentence.
    """
    raw = read_bytes(path)
    for number, line in enumerate(raw.split(b"\n"), start=1):
        fault = encoding_fault(line)
        if fault:
            raise ScenarioError(f"{path}:{number}", f"<{shown(line)}>", *fault)
    try:
        content = yaml.load(raw.decode("utf-8"), Loader=_Loader)  # a SafeLoader
    except yaml.MarkedYAMLError as error:
        line_number = error.problem_mark.line + 1 if error.problem_mark else 1
        text = raw.split(b"\n")[line_number - 1 : line_number]
        rule = f"is not YAML as it should be ({error.problem})"
        raise ScenarioError(f"{path}:{line_number}", shown(b"".join(text)), rule, "correct the text there") from None
    except yaml.reader.ReaderError as error:
        number = raw.decode("utf-8")[: error.position].count("\n") + 1
        rule = "holds a control character, which no YAML text may"
        raise ScenarioError(f"{path}:{number}", "<the line>", rule, "delete it") from None
    except RecursionError:
        raise ScenarioError(str(path), "<the file>", "is nested too deeply", "write it flat") from None
    if not isinstance(content, dict):
        value = "<an empty file>" if content is None else content
        raise ScenarioError(str(path), value, f"is no {what}, which has named keys", remedy)
    return content, raw


class _Loader(yaml.SafeLoader):
    """YAML in which nothing wins or changes in silence: a key that stands twice is a fault, and so is 010 for 8."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    raise yaml.MarkedYAMLError(problem=f"key {key.value!r} stands twice", problem_mark=key.start_mark)
                seen.add(key.value)
        return super().construct_mapping(node, deep)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            made = super().construct_object(node, deep)
        except (ValueError, OverflowError, LookupError, AttributeError):
            # PyYAML lets its converters fail as they like on 2026-02-30, a number of 5,000 digits or !!bool x.
            problem = "there is no such date or number"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark) from None
        if type(made) in (int, float) and _READ_OTHERWISE.fullmatch(node.value):
            problem = f"{node.value} means {made} in YAML: write that, or put it between quotation marks"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark)
        return made
