"""Games as Gymnasium environments: one seat learns, the others play known strategies.

    env = gamelib.adapters.gymnasium.SeatEnv("path/to/pig", seat=0, others="hold")
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(observation["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

Observations are dicts of `observation` and `action_mask`; `info["words"]` says what each legal action is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from gamelib import twin
from gamelib.adapters.pettingzoo import observation_space
from gamelib.adapters.seats import Reward, Seats
from gamelib.errors import UnknownStrategy
from gamelib.game import Game
from gamelib.kit import Kit
from gamelib.match import Match

Strategy = str | Callable[..., int]


class SeatEnv(gymnasium.Env[dict[str, np.ndarray], np.int64]):
    """One seat of a game.

    An action that is not legal changes nothing and is told in `info["refused"]`; it counts as a step, so that who does
    nothing else comes to the limit.

    Args:
        game, kit: as for a Match.
        seat: which seat learns, from 0.
        others: the strategy of all other seats, or one for each seat (that of the learning seat is not asked).
        reward: "win": the share of the win, with several players less the mean share of the others; or "points". All
            of it comes at the end.
        limit: steps of the game (chance's included), and refused actions, after which it is truncated; None: the
            game's own MOVE_LIMIT.
        compiled: run the compiled rules, fast after some seconds of compiling; or the plain ones.
        render_mode: "ansi" for `render` to give the position in a sentence.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str | Path | Game,
        kit: Kit | dict[str, Any] | str | Path | None = None,
        *,
        seat: int = 0,
        others: Strategy | Sequence[Strategy] = "random",
        reward: Reward = "win",
        limit: int | None = None,
        compiled: bool = True,
        render_mode: str | None = None,
    ):
        self.table = Seats(game, kit, reward=reward, limit=limit, compiled=compiled)
        if not 0 <= seat < self.table.players:
            raise ValueError(f"seat: expected 0 to {self.table.players - 1}, got {seat!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: expected 'ansi' or None, got {render_mode!r}")
        self.seat, self.render_mode = seat, render_mode
        each = [others] * self.table.players if isinstance(others, str) or callable(others) else list(others)
        if len(each) != self.table.players:
            raise ValueError(f"others: expected {self.table.players} strategies, got {len(each)}")
        self._choosers = [self._chooser(strategy) for strategy in each]
        actions = int(self.table.game.rules.MAX_ACTIONS)
        self.observation_space: spaces.Space[Any] = observation_space(self.table.size, actions)
        self.action_space: spaces.Space[Any] = spaces.Discrete(actions)
        self._refused = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """A fresh table, up to this seat's first decision. The same seed gives the same games in the same order."""
        super().reset(seed=seed)
        self.table.reset(int(self.np_random.integers(2**62)))
        self._refused = 0
        self._run()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """This seat does something; then the others and chance do, until it is to act again."""
        info: dict[str, Any] = {}
        if not self._done() and 0 <= int(action) < self.table.count:
            self.table.step(int(action))
            self._run()
        else:
            self._refused += 1
            info["refused"] = f"action {int(action)}: there are {self.table.count} legal actions, from 0"
        done = self._done()
        reward = self.table.rewards()[self.seat] if done else 0.0
        ended = self.table.over and not self.table.cut
        return self._seen(), reward, ended, done and not ended, {**self._info(), **info}

    def render(self) -> str | None:
        """The position in a sentence, where `render_mode` is "ansi"."""
        return self.table.phrases.situation(self.table.row[0]) if self.render_mode else None

    def match(self) -> Match:
        """The game so far as a Match: to step through, look at and save."""
        return self.table.match()

    def _chooser(self, strategy: Strategy) -> Callable[..., int]:
        if callable(strategy):
            return strategy
        known = twin.strategy_names(self.table.game)
        if strategy not in known:
            raise UnknownStrategy(f"no strategy {strategy!r}; there are {', '.join(known)}")
        return self.table.twin.strategy(strategy)

    def _run(self) -> None:
        self.table.roll()
        while not self.table.over and self.table.seat != self.seat:
            self.table.ask(self._choosers[self.table.seat])
            self.table.roll()

    def _done(self) -> bool:
        return self.table.over or len(self.table.taken) + self._refused >= self.table.limit

    def _seen(self) -> dict[str, np.ndarray]:
        return {"observation": self.table.observe(self.seat), "action_mask": self.table.mask(self.seat)}

    def _info(self) -> dict[str, Any]:
        return {"words": self.table.words if self.table.seat == self.seat else []}
