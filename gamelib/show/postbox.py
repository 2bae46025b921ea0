"""Work beside the page: what a thread has found out is told in the kernel's own thread."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable
from typing import Any


class Postbox:
    """Calls that another thread asks for.

    Where an event loop runs (in a kernel), it makes them; `deliver` makes those that wait at once, for who blocks the
    loop. Without a loop the asking thread makes them itself.
    """

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...]]] = queue.SimpleQueue()
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None

    def post(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Ask for `function(*arguments)`."""
        if self._loop is None:
            function(*arguments)
            return
        self._calls.put((function, arguments))
        self._loop.call_soon_threadsafe(self.deliver)

    def deliver(self) -> None:
        """Make the calls that wait."""
        while True:
            try:
                function, arguments = self._calls.get_nowait()
            except queue.Empty:
                return
            function(*arguments)
