"""A model behind a server that speaks OpenAI's chat completions: the one file that knows the `openai` package.

All calls share one client on one event loop in a thread of its own; `complete` may be called from any other thread and
blocks. It neither retries nor records, and no key, header or environment leaves it in an error or a reply.
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from typing import Any, Self

import openai
from openai.types.chat import ChatCompletion

from agents.llm.forms import REFUSED_WAY, WAY_NAMES, Way, is_json, payload, unfenced
from agents.llm.model import ModelError, Reply, Request, Trouble, Usage
from agents.llm.server import Server

_CONTEXT = re.compile(
    r"context[_ ](length|size|window)|maximum context|exceed\w* (the )?(available )?context"
    r"|prompt is too long|too many tokens",
    re.IGNORECASE,
)
_NEVER_ABOUT_THE_WAY = (401, 403, 408, 429)


class LiveModel:
    """Answers by a server, at most `concurrency` calls at once. To be closed; a context manager.

    `say` is told, once, what the server does not support and how it is asked instead.
    """

    def __init__(
        self,
        server: Server,
        *,
        concurrency: int = 16,
        timeout_s: float = 120.0,
        say: Callable[[str], None] = lambda sentence: None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._server = server
        self._timeout_s = timeout_s
        self._say = say
        self._clock = clock
        self._way, self._way_is_sure = Way.JSON_SCHEMA, False
        self._renamed: dict[str, str | None] = {}
        """Parameters that this server takes under another name, or (None) not at all."""
        self._room = asyncio.Semaphore(concurrency)
        self._loop = asyncio.new_event_loop()
        self._client = openai.AsyncOpenAI(
            base_url=server.base_url,
            api_key=server.api_key,
            max_retries=0,
            timeout=timeout_s,
            http_client=openai.DefaultAioHttpClient(),
        )
        self._thread = threading.Thread(target=self._loop.run_forever, name="model-calls", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End what is under way and let go of the connections. Closing twice is fine."""
        if self._loop.is_closed():
            return
        self._run(self._shut())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _shut(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._client.close()

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """What the work gives, from the loop's thread. Raises RuntimeError when the loop is closed."""
        try:
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
        except RuntimeError:
            work.close()
            raise
        return future.result()

    def check(self) -> None:
        """Raises ModelError when nobody answers at the address, or the key is refused; says nothing of the model."""
        error = self._run(self._listed())
        if error is not None:
            raise error

    async def _listed(self) -> ModelError | None:
        try:
            await self._client.models.list(timeout=min(10.0, self._timeout_s))
        except Exception as error:
            trouble = self._trouble(error)
            status = getattr(error, "status_code", None)
            # A server without a list of models is there all the same.
            return trouble if status in (None, 401, 403) else None
        return None

    def complete(self, request: Request) -> Reply:
        """The server's reply. Raises ModelError."""
        try:
            answer = self._run(self._answered(request))
        except (CancelledError, RuntimeError):
            answer = ModelError(Trouble.CONNECTION, "the run ended before the answer came")
        if isinstance(answer, ModelError):
            raise answer
        reply: Reply = answer
        return reply

    async def _answered(self, request: Request) -> Reply | ModelError:
        """The reply or its error, given back and not raised: what hangs on an error of the client holds headers."""
        async with self._room:
            began, tries = self._clock(), 0
            while True:
                tries += 1
                way = self._way
                outcome = await self._asked(request, way)
                if isinstance(outcome, ChatCompletion):
                    reply = self._reply(outcome, way, self._clock() - began, tries)
                    if self._keeps(way, reply):
                        return reply
                elif not self._adapts(way, outcome):
                    error = self._trouble(outcome)
                    error.tries = tries
                    return error

    async def _asked(self, request: Request, way: Way) -> ChatCompletion | Exception:
        try:
            async with asyncio.timeout(self._timeout_s):
                sent = payload(self._server.model, request, way, self._renamed)
                completion = await self._client.chat.completions.create(**sent)
        except Exception as error:
            return error
        # The client takes any JSON for a completion.
        return completion if isinstance(completion, ChatCompletion) else TypeError("no chat completion")

    def _reply(self, completion: ChatCompletion, way: Way, seconds: float, tries: int) -> Reply:
        text, finish = "", "empty"
        if completion.choices:
            message = completion.choices[0].message
            finish = completion.choices[0].finish_reason or "stop"
            called = message.tool_calls[0] if way == Way.TOOLS and message.tool_calls else None
            if called is not None and called.type == "function":
                text, finish = called.function.arguments, "stop" if finish == "tool_calls" else finish
            elif message.refusal:
                text, finish = message.refusal, "refusal"
            else:
                text = message.content or ""
            if way == Way.PLAIN:
                text = unfenced(text)
        return Reply(
            self._kept(text),
            _usage(completion),
            self._kept(completion.model or self._server.model),
            self._kept(finish),
            WAY_NAMES[way],
            seconds,
            tries,
        )

    def _kept(self, text: str) -> str:
        """A server's words as a record may hold them."""
        return _storable(self._server.without_key(text))

    def _keeps(self, way: Way, reply: Reply) -> bool:
        """True when the reply stands. False, once, when it shows that the server took no notice of the way.

        A server that holds an answer to a schema ends no text by itself (`stop`) that is no JSON.
        """
        if way == Way.PLAIN or reply.finish != "stop" or is_json(reply.text):
            self._way_is_sure = self._way_is_sure or way == self._way
            return True
        if way == self._way and self._way_is_sure:
            return True
        self._step_down(way, "took no notice of it")
        return False

    def _adapts(self, way: Way, error: Exception) -> bool:
        """True when the request shall be sent again in a form that the server may know."""
        if not isinstance(error, openai.APIStatusError) or error.status_code in _NEVER_ABOUT_THE_WAY:
            return False
        said = f"{error.message} {error.param or ''}"
        if _CONTEXT.search(f"{error.code} {said}"):
            return False
        for name, other in (("max_tokens", "max_completion_tokens"), ("temperature", None), ("seed", None)):
            if error.param == name and name not in self._renamed:
                self._renamed[name] = other
                instead = f"{other} is sent instead" if other else "it is left out"
                self._say(f"The server of model {self._server.model} takes no {name}; {instead}.")
                return True
        refused = REFUSED_WAY.get(way)
        if self._way != way:  # another call has just found a better one
            return True
        if self._way_is_sure or refused is None or not refused.search(said):
            return False
        self._step_down(way, "refused it")
        return True

    def _step_down(self, way: Way, why: str) -> None:
        if self._way == way:
            self._way = Way(way + 1)
            self._say(
                f"The server of model {self._server.model} does not support answers by {WAY_NAMES[way]} ({why}); "
                f"it is asked by {WAY_NAMES[self._way]}."
            )

    def _trouble(self, error: Exception) -> ModelError:
        """The error by its kind, in words without key or header."""
        if isinstance(error, openai.APIStatusError):
            return self._status_trouble(error)
        causes = _causes(error)
        if any(isinstance(cause, TimeoutError) for cause in causes):
            return ModelError(Trouble.TIMEOUT, f"no answer within {self._timeout_s:g} s")
        if isinstance(error, openai.APIConnectionError):
            # The client calls a refused connection a timeout; the first cause tells them apart.
            why = type(causes[-1]).__name__
            return ModelError(Trouble.CONNECTION, f"the connection to {self._server.shown_url} failed ({why})")
        return ModelError(Trouble.SERVER_ERROR, f"the answer is no chat completion ({type(error).__name__})")

    def _status_trouble(self, error: openai.APIStatusError) -> ModelError:
        status = error.status_code
        said = self._server.shown(error.message)
        if status == 429:
            return ModelError(
                Trouble.RATE_LIMITED,
                f"status 429: {said}",
                retry_after_s=_retry_after_s(error.response.headers.get("retry-after")),
            )
        if _CONTEXT.search(f"{error.code} {error.type} {error.message}"):
            return ModelError(Trouble.CONTEXT_TOO_LONG, f"status {status}: {said}")
        if status in (401, 403):  # its words may hold parts of the key
            return ModelError(Trouble.REJECTED, f"status {status}: the server does not accept OPENAI_API_KEY")
        if status == 408:
            return ModelError(Trouble.TIMEOUT, f"status 408: {said}")
        kind = Trouble.SERVER_ERROR if status >= 500 or status == 409 else Trouble.REJECTED
        retry_after_s = _retry_after_s(error.response.headers.get("retry-after"))
        return ModelError(kind, f"status {status}: {said}", retry_after_s=retry_after_s)


def _causes(error: BaseException) -> list[BaseException]:
    """The error and what it came of, the first cause last."""
    causes = [error]
    while causes[-1].__cause__ is not None:
        causes.append(causes[-1].__cause__)
    return causes


def _storable(text: str) -> str:
    """The text without half characters and NUL, so that a record answers with the very same."""
    return text.encode("utf-8", "replace").decode().replace("\0", "�")


def _usage(completion: ChatCompletion) -> Usage:
    """Tokens as the server counted them; what it does not tell is 0."""
    usage = completion.usage
    if usage is None:
        return Usage()
    details = usage.prompt_tokens_details
    cached = (details.cached_tokens if details is not None else None) or 0
    timings = (completion.model_extra or {}).get("timings")
    if not cached and isinstance(timings, dict):  # llama.cpp's server tells it there
        cached = int(timings.get("cache_n") or 0)
    return Usage(usage.prompt_tokens or 0, cached, usage.completion_tokens or 0)


def _retry_after_s(header: str | None) -> float | None:
    """Seconds that a Retry-After header asks for; None for none, and for a date, which few servers send."""
    try:
        seconds = float(header) if header is not None else -1.0
    except ValueError:
        return None
    return seconds if 0.0 <= seconds < float("inf") else None
