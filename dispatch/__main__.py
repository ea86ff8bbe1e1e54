"""The program's entry: checks that its packages are its own, then hands over to the command line."""

from __future__ import annotations

import io
import sys

from dispatch.shadow import shadow_sentence


def main() -> None:
    """Run the command line and exit with its code."""
    sentence = shadow_sentence()
    if sentence is not None:
        print(sentence, file=sys.stderr)
        sys.exit(1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal's encoding lacks must not end a finished run with an error.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        from dispatch.cli import app
    except KeyboardInterrupt:
        sys.exit(130)
    app(prog_name="dispatch")


if __name__ == "__main__":
    main()
