"""Games in OpenSpiel: registered as Python games, whose parameters are the house rules of the kit.

    from gamelib.adapters import openspiel
    openspiel.register()                             # all games of the package, as "gamelib_habits", ...
    game = pyspiel.load_game("gamelib_habits(side=2,faces=3)")
    game = openspiel.load("path/to/pig", goal=20)    # registers a game of one's own, too

Besides the house rules, each game has the parameters

- `seed`: what `setup` shuffles. One OpenSpiel game is one table, whose dice and draws are chance nodes;
- `horizon`: moves (chance's included) after which the game is over as it stands; 0: the game's own MOVE_LIMIT;
- `kit`: the path of a kit file to use in place of the game's own; house rules given besides it go before its;
- `ignore`: fields of the state, parted by spaces, that its text leaves out. Solvers that know a state by its text
  (value iteration) take it for the same one when it comes back, if what only counts up ("turn") is left out;
- `compiled`: run the compiled rules.

Utilities are the share of the win, with several players less the mean share of the others: they add up to 0.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from gamelib import game as games
from gamelib import luck
from gamelib.adapters.seats import Seats
from gamelib.game import Game

OWN = {"kit": "", "seed": 0, "horizon": 0, "ignore": "", "compiled": False}


def register(*wanted: str | Path | Game) -> list[str]:
    """Make games known to OpenSpiel; without arguments, all games of the package. Returns their names there."""
    return [_registered(games.load(game)) for game in wanted or games.names()]


def load(game: str | Path | Game, **parameters: bool | int | str) -> pyspiel.Game:
    """A game in OpenSpiel, with these parameters.

    Raises:
        UnknownGame, BadFile: there is no such game; a house rule can't have this value.
    """
    return pyspiel.load_game(register(game)[0], parameters)


@functools.cache
def _registered(game: Game) -> str:
    kind = _type(game)
    # A class, as OpenSpiel's own are: it is still held when Python is gone, and what could be freed then would crash.
    pyspiel.register_game(kind, type(f"{game.name.title()}Game", (SpielGame,), {"game": game, "kind": kind}))
    return kind.short_name


def _type(game: Game) -> pyspiel.GameType:
    kit = game.default_kit
    low, high = kit.rules["players"].range or (kit.record.players, kit.record.players)
    hidden = bool(game.rules.HIDDEN)
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"gamelib_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if high > 1 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=int(high),
        min_num_players=int(low),
        provides_information_state_string=not hidden,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**kit.values, **OWN},
    )


class SpielGame(pyspiel.Game):
    """A game of gamelib as OpenSpiel sees it."""

    game: Game
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None):
        given = dict(params or {})
        settings = {name: given.pop(name, value) for name, value in OWN.items()}
        self.seed, self.ignore = int(settings["seed"]), tuple(str(settings["ignore"]).split())
        unknown = set(self.ignore) - set(self.game.rules.STATE.names)
        if unknown:
            raise ValueError(f"ignore: {self.game.title} has no field {', '.join(sorted(unknown))}")
        kit = self.game.kit(settings["kit"] or None).changed(given)
        self.table = Seats(self.game, kit, limit=int(settings["horizon"]) or None, compiled=bool(settings["compiled"]))
        self.table.reset(self.seed)
        players = self.table.players
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.game.rules.MAX_ACTIONS),
            max_chance_outcomes=int(self.game.rules.MAX_ACTIONS),
            num_players=players,
            min_utility=-1.0 if players > 1 else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if players > 1 else None,
            max_game_length=self.table.limit,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self, state: Any = None) -> SpielState:
        """The fresh table."""
        if state is not None:
            raise ValueError("a state can't be made from a struct: replay its history")
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game has more than its limit of moves, whoever makes them."""
        return self.table.limit

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What a player sees as a tensor and as text; None for what is not provided."""
        if params:
            raise ValueError(f"expected no parameters of an observer, got {params}")
        kinds = pyspiel.PrivateInfoType
        if not self.table.game.rules.HIDDEN:
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return Observer(self.table.size)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)
        whole = iig_obs_type is None or (
            iig_obs_type.public_info
            and not iig_obs_type.perfect_recall
            and iig_obs_type.private_info == kinds.SINGLE_PLAYER
        )
        return Observer(self.table.size) if whole else None


class SpielState(pyspiel.State):
    """A position; chance acts in nodes of its own."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self.table = game.table.__deepcopy__({})
        self._skip = game.ignore

    def current_player(self) -> int:
        """The seat to act, chance, or that it is over."""
        if self.table.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.table.seat == luck.CHANCE else self.table.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(self.table.count)) if player == self.table.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do: all equally likely."""
        return [(index, 1 / self.table.count) for index in range(self.table.count)]

    def _apply_action(self, action: int) -> None:
        self.table.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        words = self.table.words if 0 <= action < self.table.count else []
        return words[action] if words else f"action {action}"

    def is_terminal(self) -> bool:
        """Has the game ended, or come to its horizon?"""
        return self.table.over

    def returns(self) -> list[float]:
        """Nothing while it goes on, then the share of the win."""
        return self.table.rewards() if self.table.over else [0.0] * self.table.players

    def __str__(self) -> str:
        return self.table.text(skip=self._skip)


class Observer:
    """What a player sees: all fields of the state but luck, in one tensor."""

    def __init__(self, size: int):
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor in."""
        self.tensor[:] = state.table.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        return state.table.text(player)
