"""A game in play, as the adapters need it: numbered actions, arrays of what a seat sees, rewards."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np

from gamelib import game as games
from gamelib import luck, twin
from gamelib.errors import Refused
from gamelib.game import Game
from gamelib.kit import Kit
from gamelib.match import Match
from gamelib.phrases import Phrasebook

Reward = Literal["win", "points"]
INT32 = np.iinfo(np.int32)


def names_of(game: str | Path | Game) -> list[str]:
    """What each number of an observation is: ["turn", "points.0", "points.1", ...]."""
    names = []
    dtype = games.load(game).rules.STATE
    for field in dtype.names or ():
        if field != "luck":
            shape = dtype[field].shape
            names += [".".join([field, *map(str, place)]) for place in np.ndindex(shape)]
    return names


class Seats:
    """A table from the seats' point of view.

    Args:
        game: the name of a game, or the path of a game's folder.
        kit: None, a dict of house rules to change, the path of a kit file, or a Kit.
        reward: what seats get at the end. "win": the share of the win (1, 0, or a part in a tie), with several
            players less the mean share of the others, so that all rewards add up to 0. "points": the points.
        limit: steps (chance's included) after which a game is broken off; None: the game's own MOVE_LIMIT.
        compiled: run the compiled rules, fast after some seconds of compiling; or the plain ones.
    """

    def __init__(
        self,
        game: str | Path | Game,
        kit: Kit | dict[str, Any] | str | Path | None = None,
        *,
        reward: Reward = "win",
        limit: int | None = None,
        compiled: bool = True,
    ):
        if reward not in ("win", "points"):
            raise ValueError(f"reward: expected 'win' or 'points', got {reward!r}")
        if limit is not None and (not isinstance(limit, int) or limit < 1):
            raise ValueError(f"limit: expected a whole number from 1, got {limit!r}")
        self.game = games.load(game)
        self.kit = self.game.kit(kit)
        self.reward = reward
        self.limit = int(self.game.rules.MOVE_LIMIT if limit is None else limit)
        self.twin = twin.compiled(self.game) if compiled else twin.interpreted(self.game)
        self.phrases = Phrasebook(self.kit)
        self.players = int(self.kit.record.players)
        self.size = len(names_of(self.game))
        self._log = np.zeros(luck.LOG_SHAPE, np.int64)
        self._room: Any = None  # for the legal actions; there once they are asked for
        self._count = -1  # how many they are; -1: not looked up yet
        self.reset(0)

    def reset(self, seed: int, number: int = 0) -> None:
        """A fresh table: game `number` of a study with this seed. Chance has not acted yet."""
        self.seed, self.number = seed, number
        self.taken: list[np.ndarray] = []  # each action so far, shape (1,)
        self.row = self.game.new_states()
        with luck.wrapping():
            luck.start_luck(self.row[0].luck, seed, number)
            self.game.rules.setup(self.row[0], self.kit.record)
        self._look()

    @property
    def over(self) -> bool:
        """Has the game ended, or been broken off?"""
        return self.seat == luck.OVER or self.cut

    @property
    def cut(self) -> bool:
        """Has the game been broken off before its end?"""
        return self.seat != luck.OVER and len(self.taken) >= self.limit

    @property
    def count(self) -> int:
        """How many actions are legal now: none once it is over."""
        if self.over:
            return 0
        if self._count < 0:
            if self._room is None:
                self._room = self.game.new_actions()
            self._count = int(self.twin.legal(self.row[0], self.kit.record, self._room))
        return self._count

    @property
    def records(self) -> np.ndarray:
        """The legal actions as numbers: shape (n, fields of ACTION)."""
        rows = [[int(number) for number in action] for action in self._legal()]
        return np.array(rows, np.int32).reshape(len(rows), len(self.game.rules.ACTION.names))

    @property
    def words(self) -> list[str]:
        """The legal actions in words."""
        return [self.phrases.say(action) for action in self._legal()]

    def mask(self, seat: int) -> np.ndarray:
        """1 for each number that is an action of this seat now: shape (MAX_ACTIONS,)."""
        mask = np.zeros(self.game.rules.MAX_ACTIONS, np.int8)
        if seat == self.seat:
            mask[: self.count] = 1
        return mask

    def observe(self, seat: int) -> np.ndarray:
        """What a seat sees: shape (size,), int32."""
        view = self.row
        if self.game.rules.HIDDEN:
            view = self.row.copy()
            self.game.rules.observe(view[0], self.kit.record, seat)
        return np.concatenate(
            [view[field].ravel() for field in view.dtype.names or () if field != "luck"], dtype=np.int32
        )

    def step(self, index: int) -> None:
        """The seat to act takes one of its actions.

        Raises:
            Refused: there is no action of this number now.
        """
        if not 0 <= index < self.count:
            there = "the game is over" if self.over else f"there are {self.count} legal actions, from 0"
            raise Refused(f"action {index}", "", there)
        # Copied: it lies in the list that is about to be written anew.
        action = self._room[index : index + 1].copy()
        self._log[0, 0] = 0
        with luck.wrapping():
            self.twin.apply(self.row[0], self.kit.record, action[0], self._log)
        self.taken.append(action)
        self._look()

    def roll(self) -> None:
        """Chance acts until a seat is to act, or the game is over."""
        while self.seat == luck.CHANCE and not self.over:
            with luck.wrapping():
                index = int(luck.below(self.row[0].luck, luck.TABLE, self.count)) if self.count > 1 else 0
            self.step(index)

    def ask(self, choose: Any) -> None:
        """The seat to act does what a strategy says on what the seat can see."""
        with luck.wrapping():
            view = self.row.copy()
            self.twin.hide(view[0], self.kit.record, self.seat)
            n = self.count
            index = int(choose(view[0], self.kit.record, self._room, n))
            self.row[0].luck[luck.WHIM] = view[0].luck[luck.WHIM]
        self._look()  # a strategy may have written into the list
        self.step(index)

    def rewards(self) -> list[float]:
        """What each seat gets, if it ended now."""
        out = np.zeros((self.game.rules.MAX_SEATS, 2))
        self.twin.score(self.row[0], self.kit.record, out)
        if self.reward == "points":
            return [float(points) for points in out[: self.players, 1]]
        share = out[: self.players, 0]
        if self.players == 1:
            return [float(share[0])]
        # + 0.0 turns a minus zero into zero.
        return [float(own - (share.sum() - own) / (self.players - 1)) + 0.0 for own in share]

    def match(self) -> Match:
        """The game so far as a Match: to step through, look at and save."""
        match = Match(self.game, self.seed, self.kit, auto="none", number=self.number)
        for action in self.taken:
            match.play(action[0])
        return match

    def text(self, seat: int | None = None, skip: tuple[str, ...] = ()) -> str:
        """All that a seat sees (None: all there is) as "field=value" words."""
        view = self.row
        if seat is not None and self.game.rules.HIDDEN:
            view = self.row.copy()
            self.game.rules.observe(view[0], self.kit.record, seat)
        fields = [field for field in view.dtype.names or () if field != "luck" and field not in skip]
        return " ".join(f"{field}={str(view[field][0].tolist()).replace(' ', '')}" for field in fields)

    def __deepcopy__(self, memo: dict[int, Any]) -> Seats:
        """A copy that goes its own way; what never changes is shared."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.row, other.taken, other._room, other._count = self.row.copy(), self.taken.copy(), None, -1
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it was made from and the actions since."""
        usual = self.game.default_kit.changed(self.kit.values).data == self.kit.data
        kit, how = self.kit.values if usual else self.kit.data, (self.reward, self.limit, self.twin.compiled)
        return _again, (str(self.game.folder), usual, kit, *how, self.seed, self.number, self.row, self.taken)

    def _legal(self) -> np.ndarray:
        """The legal actions, as rows of dtype ACTION."""
        count = self.count
        return self._room[:count] if count else self.game.new_actions()[:0]

    def _look(self) -> None:
        """See who is to act; what they may do is looked up when somebody asks."""
        self.seat = int(self.twin.to_act(self.row[0]))
        self._count = -1


def _again(
    folder: str,
    usual: bool,
    kit: dict[str, Any],
    reward: Reward,
    limit: int,
    compiled: bool,
    seed: int,
    number: int,
    row: np.ndarray,
    taken: list[np.ndarray],
) -> Seats:
    """A table from its pickle."""
    game = games.load(folder)
    table = Seats(game, kit if usual else Kit(game, kit), reward=reward, limit=limit, compiled=compiled)
    table.seed, table.number, table.row, table.taken = seed, number, row, taken
    table._look()
    return table
