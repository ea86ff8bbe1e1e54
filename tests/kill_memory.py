"""A process of its own that writes long-term memory: `kill_memory.py DATABASE MODE`. Tests start it to kill it.

It says each receipt on stdout as soon as it has it. Mode `write` stores one draft after the other, `submit` puts
drafts in line while another thread works them off.
"""

from __future__ import annotations

import sys
import threading

from memory_world import draft, make_store

from memory.longterm.judging import RuleWriter
from memory.longterm.writing import Offer, submit, work_off, write


def main(where: str, mode: str) -> None:
    with make_store(where) as store:
        if mode == "submit":

            def work() -> None:
                while True:
                    work_off(store, RuleWriter(), most=3)

            threading.Thread(target=work, daemon=True).start()
        for number in range(100_000):
            offer = Offer(draft(f"order {number} lost to another driver"), f"key {number}")
            receipt = (submit(store, [offer]) if mode == "submit" else write(store, RuleWriter(), [offer]))[0]
            print(receipt.status, receipt.id, receipt.item, number, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
