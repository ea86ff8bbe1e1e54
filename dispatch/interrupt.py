"""What Ctrl-C and SIGTERM do to the program: the first ends it in order, the second at once. It prints nothing else."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
"""Exit code of a program that the keyboard stopped (128 + SIGINT)."""
_WORDS = {signal.SIGINT: "Stopped from the keyboard", signal.SIGTERM: "Stopped by SIGTERM"}
AT_THE_HOUR = "Stopping when the hour at hand is done and kept; once more stops at once."
_SHOW_CURSOR = "\x1b[?25h"
"""A progress bar hides the cursor of its terminal (ECMA-48, DECTCEM)."""


class _Stopping:
    """Hears the signals of one process; it is found again by the signals that it is set to."""

    def __init__(self) -> None:
        self.heard: int | None = None
        self.at_hour = False
        self.slow = False

    def hear(self, number: int, frame: FrameType | None) -> None:
        if self.heard is not None:
            # Straight to the file: stderr's own buffer may be in use where the signal came.
            shown = _SHOW_CURSOR if os.isatty(2) else ""
            os.write(2, f"{shown}{at_once(number)}\n".encode())
            os._exit(128 + number)
        self.heard = number
        if not self.at_hour:
            raise KeyboardInterrupt
        if self.slow:
            os.write(2, f"{AT_THE_HOUR}\n".encode())

    def check(self) -> None:
        if self.heard is not None:
            raise KeyboardInterrupt


def at_once(number: int = signal.SIGINT) -> str:
    """What the second signal says."""
    return f"{_WORDS[signal.Signals(number)]} at once; what was recorded until then is kept."


def end_at_second_ctrl_c() -> None:
    """From now on the first Ctrl-C or SIGTERM raises KeyboardInterrupt, and the next ends the process.

    The second does not wait for anything to be tidied up: records are whole after every commit. A signal that the
    process was started to ignore (as with nohup) it goes on ignoring.
    """
    # A library that is interrupted while it closes a connection logs that with a traceback, which is no fault.
    logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())
    stopping = _Stopping()
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
        if signal.getsignal(number) is usual:
            signal.signal(number, stopping.hear)


@contextmanager
def stopping_at_hours(*, slow: bool = False) -> Iterator[Callable[[], None]]:
    """In here the first signal only asks to stop; the function given, called at each hour, raises KeyboardInterrupt.

    Where an hour may be `slow`, as with a language model, the signal is answered with a word.
    """
    stopping = _hearer() or _Stopping()
    stopping.at_hour, stopping.slow = True, slow
    try:
        yield stopping.check
    finally:
        stopping.at_hour = False


def stopped_by() -> tuple[int, str]:
    """The exit code and the first words for the signal that stopped the program; Ctrl-C where none was heard."""
    stopping = _hearer()
    number = signal.Signals(stopping.heard or signal.SIGINT) if stopping is not None else signal.SIGINT
    return 128 + number, _WORDS[number]


def last_word_is_said() -> None:
    """From now on no such signal is heard: the user has been told, and nothing is left that lasts.

    A handler would not do: the interpreter takes handlers away while it ends, and a signal would change the exit code.
    """
    for number in _WORDS:
        if isinstance(_owner(number), _Stopping):
            signal.signal(number, signal.SIG_IGN)


def _hearer() -> _Stopping | None:
    owners = [_owner(number) for number in _WORDS]
    return next((owner for owner in owners if isinstance(owner, _Stopping)), None)


def _owner(number: signal.Signals) -> object:
    return getattr(signal.getsignal(number), "__self__", None)
