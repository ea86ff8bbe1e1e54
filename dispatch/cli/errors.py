"""How a command ends: its exit code, and whatever error as one sentence on stderr. It knows no command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from typer import Abort, TyperException
from typer.core import TyperGroup

from dispatch.errors import UsageError, say
from dispatch.interrupt import INTERRUPTED, last_word_is_said, stopped_by
from dispatch.models.errors import NoModelError, WrongModelError
from scenarios.errors import ScenarioError

DONE = 0
FAILED = 1
"""The command did its work and the answer is no, or the work broke off."""
WRONG_USAGE = 2
"""What was asked for cannot be done: an unknown name, a bad option, a faulty file."""


class BrokenOffError(Exception):
    """The work broke off, said in one sentence."""


class OneSentenceGroup(TyperGroup):
    """The root of the commands: ends the process with an exit code, and an error with one sentence.

    A fault of the program itself is no error of the user's and keeps its traceback.
    """

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except (Exception, KeyboardInterrupt) as error:
            code = INTERRUPTED if _from_ctrl_c(error) else _told(error)
        if code == INTERRUPTED:  # the library below turns Ctrl-C into this code, without a word
            code, words = stopped_by()
            last_word_is_said()
            say(f"{words} before the end; what was recorded until then is kept.")
        sys.exit(code if isinstance(code, int) else DONE)


def _from_ctrl_c(error: BaseException | None) -> bool:
    """True for Ctrl-C, and for an error that came of it: a library that is stopped half-way may trip over itself."""
    while error is not None and not isinstance(error, KeyboardInterrupt | Abort):
        error = error.__context__
    return error is not None


def _told(error: BaseException) -> int:
    """Say an error in its sentence; the exit code. Raises it again if it is a fault of the program itself."""
    if isinstance(error, ScenarioError):
        say(str(error))
        return WRONG_USAGE
    if isinstance(error, UsageError | BrokenOffError):
        say(_sentence(str(error)))
        return WRONG_USAGE if isinstance(error, UsageError) else FAILED
    if isinstance(error, TyperException):
        say(_with_hint(error))
        return error.exit_code
    if isinstance(error, NoModelError):
        say(_sentence(str(error)))
        return WRONG_USAGE if isinstance(error, WrongModelError) else FAILED
    if isinstance(error, OSError):
        say(f"{error.filename or 'the output'}: {error.strerror or error}.")
        return FAILED
    if isinstance(error, RuntimeError):
        from dispatch.record.errors import StoreError  # heavy, and rarely needed here
        from dispatch.workers import ClusterError
        from memory.longterm.errors import LongTermError

        if isinstance(error, StoreError | ClusterError):
            say(str(error))
            return FAILED
        if isinstance(error, LongTermError):
            say(str(error))
            return WRONG_USAGE
    raise error


def _with_hint(error: TyperException) -> str:
    """The option parser's sentence, with the value that was given, and the command's help where it is known."""
    sentence = _sentence(error.format_message()).rstrip(".").replace(": Value error,", ":")
    if error.__cause__ is not None:  # the option parser's own validation, whose words leave the value out
        from pydantic import ValidationError

        if isinstance(error.__cause__, ValidationError):
            given = repr(error.__cause__.errors(include_url=False)[0]["input"])
            sentence += "" if given in sentence else f"; it was {given}"
    context = getattr(error, "ctx", None)
    if context is None:
        return f"{sentence}."
    return f"{context.command_path}: {sentence} (see `{context.command_path} --help`)."


def _sentence(text: str) -> str:
    """The text on one line, with one full stop."""
    return f"{' '.join(text.split()).rstrip('.')}."
