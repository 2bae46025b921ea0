"""Games as PettingZoo environments (AEC: one agent after the other).

    env = gamelib.adapters.pettingzoo.env("habits")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Observations are dicts of `observation` and `action_mask`; `info["words"]` says what each legal action is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from gamelib.adapters.seats import INT32, Reward, Seats
from gamelib.errors import Refused
from gamelib.game import Game
from gamelib.kit import Kit
from gamelib.match import Match


class GameEnv(AECEnv[str, dict[str, np.ndarray], "int | None"]):
    """A game for agents `player_0`, `player_1`, ...; see `env` for the arguments.

    `step` raises Refused where the action is none of the legal ones; PettingZoo's own wrappers deal with that.
    """

    def __init__(
        self,
        game: str | Path | Game,
        kit: Kit | dict[str, Any] | str | Path | None = None,
        *,
        reward: Reward = "win",
        limit: int | None = None,
        compiled: bool = True,
        render_mode: str | None = None,
    ):
        super().__init__()
        self.table = Seats(game, kit, reward=reward, limit=limit, compiled=compiled)
        name = f"gamelib_{self.table.game.name}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: expected 'ansi' or None, got {render_mode!r}")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.agents = list(self.possible_agents)
        size, actions = self.table.size, int(self.table.game.rules.MAX_ACTIONS)
        self.observation_spaces = {agent: observation_space(size, actions) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.agents}
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """A Dict of `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """A number below MAX_ACTIONS: its place in the list of legal actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A fresh table. The same seed gives the same games in the same order."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.table.reset(int(self._chance.integers(2**62)))
        self.table.roll()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees, and what it may do (nothing while it is not to act)."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        """The agent to act does something; then chance rolls, until the next one is to act.

        Raises:
            Refused: it is no legal action; the position is unchanged.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Refused("None", "", f"{self.agent_selection} is to act")
        acted = self.agent_selection
        self.table.step(int(action))
        self.table.roll()
        self._cumulative_rewards[acted] = 0.0
        if self.table.over:
            self.rewards = dict(zip(self.agents, self.table.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, not self.table.cut)
            self.truncations = dict.fromkeys(self.agents, self.table.cut)
        self._tell()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position in a sentence, where `render_mode` is "ansi"."""
        return self.table.phrases.situation(self.table.row[0]) if self.render_mode else None

    def close(self) -> None:
        """There is nothing to close."""

    def match(self) -> Match:
        """The game so far as a Match: to step through, look at and save."""
        return self.table.match()

    def _tell(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self.table.seat >= 0:
            self.agent_selection = self.possible_agents[self.table.seat]
            self.infos[self.agent_selection] = {"words": self.table.words}


def observation_space(size: int, actions: int) -> spaces.Dict:
    """The space of what a seat observes."""
    seen = spaces.Box(INT32.min, INT32.max, (size,), np.int32)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def env(
    game: str | Path | Game,
    kit: Kit | dict[str, Any] | str | Path | None = None,
    *,
    reward: Reward = "win",
    limit: int | None = None,
    compiled: bool = True,
    render_mode: str | None = None,
) -> GameEnv:
    """A game as a PettingZoo environment.

    Args:
        game, kit: as for a Match.
        reward: "win": the share of the win, with several players less the mean share of the others; or "points". All
            of it comes at the end.
        limit: steps (chance's included) after which a game is truncated; None: the game's own MOVE_LIMIT.
        compiled: run the compiled rules, fast after some seconds of compiling; or the plain ones.
        render_mode: "ansi" for `render` to give the position in a sentence.
    """
    return GameEnv(game, kit, reward=reward, limit=limit, compiled=compiled, render_mode=render_mode)
