"""What can go wrong, each with what, where and what was expected."""


class GamelibError(Exception):
    """The base of every error that gamelib raises on purpose."""


class BadFile(GamelibError, ValueError):
    """A kit, scenario or saved match that can't be read: says the file, the place in it and what was expected."""

    def __init__(self, where: object, faults: list[str] | str):
        self.where = str(where)
        self.faults = [faults] if isinstance(faults, str) else list(faults)
        super().__init__(f"{self.where}: " + "; ".join(self.faults))


class Refused(GamelibError, ValueError):
    """An action that a rule forbids. `rule` is its number (such as "HAB-15"), `reason` the words."""

    def __init__(self, action: str, rule: str, reason: str):
        self.action, self.rule, self.reason = action, rule, reason
        super().__init__(f"{action}: {reason} ({rule})")


class UnknownGame(GamelibError, LookupError):
    """No such game; says which there are."""


class UnknownStrategy(GamelibError, LookupError):
    """No such strategy; says which there are."""


class NotUnderstood(GamelibError, ValueError):
    """Words that say no action of this game; says what may be said instead."""


class StrategyFault(GamelibError, RuntimeError):
    """A strategy raised or returned nonsense: says the game of the study and the step at which it did.

    In a study, `game_number` and `step` tell which, and `study` holds the games before it.
    """

    def __init__(self, says: str, game_number: int | None = None, step: int | None = None, study: object = None):
        self.game_number, self.step, self.study = game_number, step, study
        super().__init__(says)
