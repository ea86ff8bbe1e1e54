"""What memory costs when a model reads it: latency and prompt tokens a step under full, rule, digest and llm.

The same seeds, one driver by model, on the same real small model (see `small_model.py`), compressor included. A step's
latency is what its deciding agents waited for; digests are written beside the run and told apart. `make llm` installs
the model.

With `--stub` a competent player by rules answers at once (see tests/stub_player.py): no latency, but tokens of runs for
which a small model on this machine would need days. It counts four characters a token, and its bullets repeat a fact.
"""

from __future__ import annotations

import argparse
import os
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory

from _small_model import small_model
from _stub import stub
from small_model import one_run

from memory.settings import MemorySettings, Mode

MODES: tuple[Mode, ...] = ("full", "rule", "digest", "llm")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenario", default="guangdong-week")
    parser.add_argument("--days", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threshold", type=int, help="Facts of any store after which it is compressed.")
    parser.add_argument("--stub", action="store_true", help="Ask the stub server instead of the model.")
    options = parser.parse_args()
    at = options.threshold
    thresholds = {} if at is None else {"digest_loads": at, "digest_searches": at, "digest_actions": at}
    print("memory   steps that ask   prompt tokens a step   digests' tokens a step   s a step   digests' s a step")
    with TemporaryDirectory() as folder, stub() if options.stub else small_model() as url:
        os.environ["OPENAI_BASE_URL"] = url
        for mode in MODES:
            memory = MemorySettings(mode=mode, **thresholds)
            found = one_run(options.scenario, options.days, memory, options.seed, Path(folder) / f"{mode}.db")
            steps = found["steps"]
            _, seconds, sent, back = found["background"]
            print(
                f"{mode:7}  {len(steps):14}  {statistics.mean(t for _, _, t in steps):21.0f}  "
                f"{(sent + back) / len(steps):23.0f}  {statistics.mean(s for _, s, _ in steps):9.2f}  "
                f"{seconds / len(steps):18.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
