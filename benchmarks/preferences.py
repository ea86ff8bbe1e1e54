"""How many labelled texts the grammar reads exactly, with F1 by label. For reading; tests hold the bars.

    .venv/bin/python benchmarks/preferences.py [FILE ...]

Without a file: the texts of our own, and the shared labelled set where it lies beside the checkout.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from preference_labels import Measured, measure, read_rows  # noqa: E402 - it lies with the tests, found by the path above

from scenarios.preferences.grammar import GrammarCompiler  # noqa: E402 - the same block of imports

FILES = (
    ROOT / "tests" / "preference_texts.jsonl",
    ROOT.parent / "shared" / "preferences" / "labelled_zh.jsonl",
)


def main(paths: list[Path]) -> None:
    for path in paths or [path for path in FILES if path.exists()]:
        rows = read_rows(path)
        begin = time.process_time()
        measured = measure(rows, GrammarCompiler())
        spent = time.process_time() - begin
        print(f"{path.name}: {len(rows)} texts, {1000 * spent / len(rows):.2f} ms of CPU a text")
        show(measured)


def show(measured: Measured) -> None:
    print(f"  exact match of the whole set  {measured.exact_match:.4f}  ({measured.exact} of {measured.texts})")
    for label, f1 in measured.f1().items():
        print(f"  F1 {label:<32} {f1:.4f}  ({measured.wanted[label]} labelled)")
    for text, read, labelled in measured.wrong:
        print(f"  not exact: {' '.join(text.split())}\n    read     {read}\n    labelled {labelled}")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
