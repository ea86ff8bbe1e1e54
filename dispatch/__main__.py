"""The program's entry: checks that its packages are its own, then hands over to the command line."""

from __future__ import annotations

import io
import os
import sys

from dispatch.interrupt import INTERRUPTED, end_at_second_ctrl_c
from dispatch.shadow import shadow_sentence


def main() -> None:
    """Run the command line and exit with its code."""
    _open_closed_streams()
    end_at_second_ctrl_c()
    sentence = shadow_sentence()
    if sentence is not None:
        print(sentence, file=sys.stderr)
        sys.exit(1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal's encoding lacks must not end a finished run with an error.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        from dispatch.cli.app import app
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    app(prog_name="dispatch")


def _open_closed_streams() -> None:
    """Let a stream that the caller closed (`>&-`) swallow what is said: nobody wants it, and the work is done.

    Left closed, stderr's lines would go to stdout, and the next file to be opened could take the stream's place.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - it stays open to the end


if __name__ == "__main__":
    main()
