"""The start-up check: our four import names are common words, and another package of one of them may stand before ours.

It looks for the packages without importing one, and must be imported before any of them is.
"""

from __future__ import annotations

from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("scenarios", "memory", "agents", "dispatch")
"""What the program is made of, in layer order."""


def shadow_sentence() -> str | None:
    """One sentence about the first of our packages that Python would take from elsewhere; None if all are ours."""
    home = Path(__file__).resolve().parents[1]
    for name in PACKAGES:
        spec = find_spec(name)
        where = _folder(spec)
        if where is None:
            return f"The package {name!r} of freight-dispatch is not there: install freight-dispatch again."
        if where != home / name:
            return (
                f"The import name {name!r} leads to {where}{_owner(name, where)}, not to freight-dispatch's own "
                f"in {home}: install freight-dispatch in a virtual environment of its own, and start it from a folder "
                f"and with a PYTHONPATH that hold no other {name!r}."
            )
    return None


def _folder(spec: ModuleSpec | None) -> Path | None:
    """The folder of a package, the file of a plain module, None for what cannot be found."""
    if spec is None:
        return None
    if spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations))).resolve()
    return Path(spec.origin).resolve() if spec.origin else None


def _owner(name: str, where: Path) -> str:
    """The distribution that installed the other package, in brackets; empty if none did."""
    # Reads the records of all installed distributions: for the sentence only, not at every start.
    from importlib.metadata import distributions

    for distribution in distributions():
        if distribution.metadata["Name"] == "freight-dispatch":
            continue
        for file in distribution.files or ():
            if file.parts[0] in (name, f"{name}.py") and Path(str(distribution.locate_file(file))).resolve() in (
                where,
                where / "__init__.py",
            ):
                return f" (of the distribution {distribution.metadata['Name']})"
    return ""
