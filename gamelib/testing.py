"""The conformance suite that any game must pass, one of ours or somebody's own.

    gl.testing.check_game("path/to/mygame")

plays random games and proves what the rest of gamelib relies on. Each check is a function of its own, so that a test
can run them one by one: `for check in gl.testing.CHECKS: check(trial)`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from gamelib import game as games_of
from gamelib import luck, scenario, twin
from gamelib.game import Game
from gamelib.kit import Kit
from gamelib.match import Match

UNLIKELY = 1e-6  # a uniform chance fails its test this seldom
SAMPLE = 12  # other actions tried at each position, and copies made of it


class Failure(AssertionError):
    """A game breaks a promise: says which game, which promise, and at which seed and step."""


@dataclass
class Trial:
    """What is checked: a game with a kit, how many random games, and how many steps of each at most."""

    game: Game
    kit: Kit
    games: int = 10
    steps: int = 300
    golden: Path | None = None
    done: list[str] = field(default_factory=list)

    def fail(self, what: str, seed: int | None = None, step: int | None = None) -> None:
        """Raise a Failure."""
        place = "" if seed is None else f" (seed {seed}, step {step})"
        raise Failure(f"{self.game.name}: {what}{place}")

    def matches(self) -> Iterator[Match]:
        """The random games at their starts; no step is taken by itself."""
        for seed in range(self.games):
            yield Match(self.game, seed, self.kit, auto="none")

    def positions(self, matches: int = 3) -> Iterator[Match]:
        """Some random games, at each step of each."""
        for seed in range(min(matches, self.games)):
            match = Match(self.game, seed, self.kit, auto="none")
            yield match
            for _ in _played(match, self.steps):
                yield match


def _played(match: Match, steps: int) -> Iterator[int]:
    """Take random steps, one at a time; each legal action is as likely as the others."""
    rng = np.random.default_rng(match.seed)
    for step in range(steps):
        if match.over:
            return
        if match.seat == luck.CHANCE:
            match.roll()
        else:
            match.play(int(rng.integers(len(match.actions))))
        yield step


def check_words(trial: Trial) -> None:
    """What can be said can be read back; every event, refusal and rule has words and a number of RULES.md."""
    rules = trial.game.rules
    words = trial.game.words
    known = set(trial.game.rulebook)
    for name in ("RULE_OF_ACTION", "RULE_OF_EVENT"):
        strangers = set(getattr(words, name).values()) - known
        if strangers:
            trial.fail(f"{name} cites rules that RULES.md does not have: {sorted(strangers)}")
    for lang in getattr(words, "LANGUAGES", ("en",)):
        if set(words.ACTIONS[lang]) != set(words.RULE_OF_ACTION):
            trial.fail(f"ACTIONS[{lang!r}] and RULE_OF_ACTION do not name the same kinds")
        strangers = set(words.REFUSALS[lang]) - known
        if strangers:
            trial.fail(f"REFUSALS[{lang!r}] cites rules that RULES.md does not have: {sorted(strangers)}")
        silent = [event for event in range(rules.EVENTS) if event not in words.EVENTS[lang]]
        if silent:
            trial.fail(f"events without words in {lang!r}: {silent}")
        match = Match(trial.game, 0, trial.kit, lang=lang, auto="none")
        for step in _played(match, trial.steps):
            for action in match.actions:
                if match.phrases.parse(action.text) != action.record:
                    trial.fail(f"{action.text!r} reads back as another action", 0, step)
            if not match.situation.strip():
                trial.fail("a position without words", 0, step)


def check_twins(trial: Trial) -> None:
    """Interpreted and compiled, the same games come out, byte for byte."""
    fast = twin.compiled(trial.game)
    if not fast.compiled:
        return
    slow = twin.interpreted(trial.game)
    left, right = (_many(trial, side, trial.games, trial.steps) for side in (fast, slow))
    for one, other, what in zip(left, right, ("states", "moves", "scores", "events"), strict=True):
        if one.tobytes() != other.tobytes():
            row = next(i for i in range(trial.games) if one[i].tobytes() != other[i].tobytes())
            trial.fail(f"interpreted and compiled differ in {what}", row, None)


def _many(trial: Trial, side: twin.Twin, count: int, limit: int) -> tuple[np.ndarray, ...]:
    rules = trial.game.rules
    states, moves = trial.game.new_states(count), np.zeros(count, np.int64)
    scores = np.zeros((count, rules.MAX_SEATS, 2))
    tallies = np.zeros((count, rules.EVENTS), np.int64)
    choosers = (side.strategy("random"),) * rules.MAX_SEATS
    with luck.wrapping():
        side.loop("play_many")(trial.kit.record, choosers, 0, 0, limit, states, moves, scores, tallies)
    return states, moves, scores, tallies


def check_laws(trial: Trial) -> None:
    """No law of conservation is ever broken, and every standing is a number."""
    for match in trial.positions(matches=trial.games):
        law = int(trial.game.rules.broken(match._row[0], trial.kit.record))
        if law:
            trial.fail(f"law {law} is broken", match.seed, match.step)
        if not np.isfinite(match.standing()).all():
            trial.fail("a standing is no number", match.seed, match.step)


def check_copies(trial: Trial) -> None:
    """A copy of a state is whole: what happens to one leaves the others as they were."""
    rng = np.random.default_rng(1)
    rules = trial.game.rules
    for match in trial.positions():
        if match.over or match.step % 7:
            continue
        before = match._row.tobytes()
        chosen = rng.permutation(len(match.actions))[:SAMPLE]
        copies = [match._row.copy() for _ in chosen]
        after: list[bytes] = []
        for row, index in zip(copies, chosen, strict=True):
            with luck.wrapping():
                log = np.zeros(luck.LOG_SHAPE, np.int64)
                rules.apply(row[0], trial.kit.record, match.actions._records[index], log)
            after.append(row.tobytes())
        if match._row.tobytes() != before or [row.tobytes() for row in copies] != after:
            trial.fail("what happened to a copy of the state showed in another", match.seed, match.step)


def check_record(trial: Trial) -> None:
    """Undo, redo, going to a step, saving, loading and playing again come back to the same bytes."""
    for match in trial.matches():
        states = [match._row.tobytes()] + [match._row.tobytes() for _ in _played(match, trial.steps)]
        rng = np.random.default_rng(match.seed)
        for step in [0, len(states) - 1, *(int(s) for s in rng.integers(len(states), size=SAMPLE))]:
            match.goto(step)
            if match._row.tobytes() != states[step]:
                trial.fail("going to a step shows another state", match.seed, step)
        match.goto(len(states) - 1)
        match.undo()
        match.redo()
        if match._row.tobytes() != states[-1]:
            trial.fail("undo and redo lead elsewhere", match.seed, len(states) - 1)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "match.json"
            match.save(path)
            loaded = Match.load(path, trial.game)
        if [row.tobytes() for row in loaded._states] != states:
            trial.fail("a saved match is another when it is loaded", match.seed, None)


def check_legal(trial: Trial) -> None:
    """Every action listed is allowed and listed once; every other is refused by a rule that has a number and words."""
    rng = np.random.default_rng(2)
    for match in trial.positions():
        if match.over:
            continue
        records = match.actions._records
        if not len(records):
            trial.fail("somebody is to act and nothing is legal", match.seed, match.step)
        listed = {record.tobytes() for record in records}
        if len(listed) != len(records):
            trial.fail("an action is listed twice", match.seed, match.step)
        for record in records:
            if trial.game.rules.forbids(match._row[0], trial.kit.record, record):
                trial.fail(f"{match.phrases.say(record)!r} is listed, and forbidden", match.seed, match.step)
        for record in _other_actions(match, rng, listed):
            verdict = match.explain(record)
            if verdict:
                trial.fail(f"{verdict.action!r} is allowed, but not listed", match.seed, match.step)
            number = verdict.rule.rpartition("-")[2]
            if not number.isdigit() or int(number) not in trial.game.rulebook or not verdict.reason:
                trial.fail(f"{verdict.action!r} is refused without a rule of RULES.md", match.seed, match.step)


def _other_actions(match: Match, rng: np.random.Generator, listed: set[bytes]) -> Iterator[np.record]:
    """Some actions that can be said but are not listed."""
    kinds = match.phrases.kinds()
    for _ in range(SAMPLE):
        kind = kinds[rng.integers(len(kinds))]
        fields = {name: choices[rng.integers(len(choices))][1] for name, choices in match.phrases.menu(kind) if choices}
        record = match.phrases.action(kind, **fields)
        if record.tobytes() not in listed:
            yield record


def check_chance(trial: Trial) -> None:
    """What chance does is uniform over what `legal` lists."""
    from scipy import stats

    met: set[int] = set()
    for match in trial.positions():
        n = len(match.actions) if match.seat == luck.CHANCE else 0
        if n < 2 or n in met:
            continue
        met.add(n)
        counts = np.zeros(n, int)
        stream = np.array([match.seed, 0], np.uint64)
        side = twin.interpreted(trial.game)
        with luck.wrapping():
            for _ in range(40 * n):
                row = match._row.copy()
                row[0].luck[luck.TABLE] = luck.draw(stream, 0)
                counts[side.outcome(row[0], n)] += 1
        if stats.chisquare(counts).pvalue < UNLIKELY:
            trial.fail(f"chance prefers some of {n} outcomes", match.seed, match.step)


def check_hidden(trial: Trial) -> None:
    """`hide` changes nothing that the seat sees or may do, and breaks no law."""
    rules, kit = trial.game.rules, trial.kit.record
    for match in trial.positions():
        if match.over or match.step % 5:
            continue
        for seat in range(match.players):
            view = match.view(seat)
            if rules.broken(view[0], kit):
                trial.fail(f"hide for seat {seat} breaks a law", match.seed, match.step)
            if observed(trial.game, view, trial.kit, seat) != observed(trial.game, match._row, trial.kit, seat):
                trial.fail(f"hide for seat {seat} changes what it sees", match.seed, match.step)
            if match.seat == seat:
                room = trial.game.new_actions()
                n = rules.legal(view[0], kit, room)
                if room[:n].tobytes() != match.actions._records.tobytes():
                    trial.fail(f"hide for seat {seat} changes what it may do", match.seed, match.step)


def observed(game: Game, row: np.ndarray, kit: Kit, seat: int) -> bytes:
    """What a seat sees of a state, as bytes: all but luck, and for games with secrets what `observe` leaves."""
    seen = row.copy()
    if game.rules.HIDDEN:
        game.rules.observe(seen[0], kit.record, seat)
    seen[0].luck[:] = 0
    return seen.tobytes()


def check_end(trial: Trial) -> None:
    """Random games end within the bound that the rules state."""
    fast = twin.compiled(trial.game)
    if not fast.compiled:
        return
    states, moves, _, _ = _many(trial, fast, max(trial.games, 50), trial.game.rules.MOVE_LIMIT)
    late = [row for row in range(len(states)) if trial.game.rules.to_act(states[row]) != luck.OVER]
    if late:
        trial.fail(f"not over after {moves[late[0]]} moves", late[0], None)


def check_board(trial: Trial) -> None:
    """The board can be drawn at any time, with the same traces, so that a picture can be updated in place."""
    if not (trial.game.folder / "board.py").exists():
        return
    shape: list[str] | None = None
    for match in trial.positions(matches=1):
        if match.step % 40:
            continue
        figure = trial.game.board.figure(match.state, trial.kit)
        traces = [trace.type for trace in figure.data]
        if shape is not None and traces != shape:
            trial.fail(f"the board has other traces: {traces} after {shape}", match.seed, match.step)
        shape = traces


def check_scenarios(trial: Trial) -> None:
    """Every scenario holds, and every rule of RULES.md that is not a mere definition has one."""
    cited: set[str] = set()
    for report in scenario.run_all(trial.game):
        if not report:
            trial.fail(str(report))
        cited |= set(report.rules)
    missing = [
        rule.number
        for rule in trial.game.rulebook.values()
        if rule.number not in cited and "(definition)" not in rule.text
    ]
    if missing:
        trial.fail(f"no scenario shows {', '.join(missing)}")


def check_golden(trial: Trial) -> None:
    """A playthrough that was kept still comes out the same: a difference is a change of rules or words."""
    if trial.golden is None:
        return
    kept = trial.golden.read_text(encoding="utf-8") if trial.golden.exists() else ""
    now = playthrough(trial.game, trial.kit)
    if kept != now:
        lines = zip(kept.splitlines() + ["(end)"], now.splitlines() + ["(end)"], strict=False)
        number, (old, new) = next((i, pair) for i, pair in enumerate(lines, 1) if pair[0] != pair[1])
        trial.fail(f"{trial.golden.name} line {number}: was {old!r}, is {new!r}")


def playthrough(game: str | Path | Game, kit: Any = None, seed: int = 2026, steps: int = 120) -> str:
    """A random game as text: each step, what followed by which rule, and the position now and then."""
    match = Match(game, seed, kit, auto="none")
    lines = [f"{match.game.title}, seed {seed}"]
    for step in _played(match, steps):
        last = match._steps[-1]
        lines.append(f"{step + 1}. {match.describe(last)}")
        lines += [f"     {line}" for line in match.lines(last)]
        if step % 10 == 9:
            lines.append(f"  == {match.situation}")
    lines.append(f"  == {match.situation}")
    return "\n".join(lines) + "\n"


CHECKS: tuple[Callable[[Trial], None], ...] = (
    check_words,
    check_laws,
    check_legal,
    check_copies,
    check_record,
    check_chance,
    check_hidden,
    check_board,
    check_scenarios,
    check_golden,
    check_twins,
    check_end,
)


def check_game(
    game: str | Path | Game,
    kit: Any = None,
    *,
    games: int = 10,
    steps: int = 300,
    golden: str | Path | None = None,
    say: Callable[[str], None] | None = None,
) -> None:
    """Prove that a game keeps its promises.

    Args:
        game: its name, or the path of its folder.
        kit: as for a Match.
        games: how many random games are played.
        steps: how many steps of each, interpreted.
        golden: a kept playthrough to compare with; made by `playthrough`.
        say: called with a line for each promise kept, such as `print`.

    Raises:
        Failure: a promise is broken.
    """
    found = games_of.load(game)
    trial = Trial(found, found.kit(kit), games, steps, Path(golden) if golden else None)
    for check in CHECKS:
        check(trial)
        if say:
            say(f"ok  {' '.join((check.__doc__ or check.__name__).split())}")
