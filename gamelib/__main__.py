"""What is wanted without a notebook: `python -m gamelib games | play | simulate | check | warm`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamelib import game as games
from gamelib.errors import BadFile, GamelibError, NotUnderstood, Refused

if TYPE_CHECKING:
    from gamelib.kit import Kit
    from gamelib.match import Line, Match

HELP = """number or words  do it          undo, redo     step back and forward
roll             let chance do it  why <words>    may that be done, and by which rule?
actions          what may be done  log            what happened so far
hint             how good is each  save <file>    keep the match
new <seed>       another game      quit           leave"""
SHOWN = 30  # actions that are listed at once


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns 0, or 1 where something does not hold, or 2 where the input is at fault."""
    options = _parser().parse_args(arguments)
    try:
        return options.run(options)
    except (GamelibError, ValueError, OSError, ImportError) as error:
        print(f"gamelib: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m gamelib", description="Tabletop games to play, check and simulate."
    )
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(name: str, run: Callable[[argparse.Namespace], int], says: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=says, description=says)
        made.set_defaults(run=run)
        return made

    command("games", list_games, "list the games and their strategies")

    play = command("play", play_text, "play a game in the terminal")
    _add_table(play, seed=0)
    play.add_argument("--load", metavar="FILE", help="go on with a saved match")
    play.add_argument(
        "--auto", choices=("none", "forced", "chance"), default="forced", help="what the table does itself"
    )

    simulate = command("simulate", simulate_games, "play many games, and say what came out")
    _add_table(simulate, seed=1)
    simulate.add_argument("--games", type=int, default=10_000, metavar="N", help="how many (default 10000)")
    simulate.add_argument("--strategy", default="random", help="for all seats, or one for each: greedy,random")
    simulate.add_argument("--workers", type=int, metavar="N", help="threads (default: one for each core)")
    simulate.add_argument("--csv", metavar="FILE", help="write the games as CSV, one row each")
    simulate.add_argument("--parquet", metavar="FILE", help="write the games as a Parquet file")

    check = command("check", check_scenarios, "check scenario files, and all in a folder")
    check.add_argument("scenario", nargs="+", help="a file, a folder, or the name of a game")
    check.add_argument("--game", help="the folder of the game, where the files don't lie in it")

    warm = command("warm", warm_up, "compile ahead, so that nobody has to wait later")
    warm.add_argument("game", nargs="*", help="names or folders of games (default: all)")
    return parser


def _add_table(parser: argparse.ArgumentParser, seed: int) -> None:
    """What decides how a table looks."""
    parser.add_argument("game", help="the name of a game, or the folder of one")
    parser.add_argument("--seed", type=int, default=seed, help=f"decides all chance (default {seed})")
    parser.add_argument("--kit", metavar="FILE", help="a kit file instead of the game's own")
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help="change a house rule")


def _kit(options: argparse.Namespace) -> Kit:
    """The kit that was asked for, with its changes."""
    kit = games.load(options.game).kit(options.kit)
    changes: dict[str, Any] = {}
    for entry in options.rule:
        name, equals, value = entry.partition("=")
        if not equals:
            raise BadFile("--rule", f"expected NAME=VALUE, got {entry!r}")
        changes[name] = _value(value)
    return kit.changed(changes) if changes else kit


def _value(text: str) -> bool | int | str:
    if text.casefold() in ("true", "false"):
        return text.casefold() == "true"
    try:
        return int(text)
    except ValueError:
        return text


def list_games(_options: argparse.Namespace) -> int:
    """Name, title and seats of each game, and the strategies that it has."""
    from gamelib import twin

    for name in games.names():
        game = games.load(name)
        players = game.default_kit.rules["players"]
        least, most = players.range or (players.value, players.value)
        seats = f"{least}" if least == most else f"{least} to {most}"
        print(f"{name}: {game.title}, for {seats}")
        print(f"  strategies: {', '.join(twin.strategy_names(game))}")
    return 0


def simulate_games(options: argparse.Namespace) -> int:
    """Play many games, print the summary, write the files that were asked for."""
    from gamelib.study import simulate

    strategy = options.strategy.split(",") if "," in options.strategy else options.strategy
    study = simulate(options.game, options.games, strategy, options.seed, _kit(options), workers=options.workers)
    print(study)
    print(study.summary().to_string(float_format=lambda x: f"{x:.4g}"))
    for path, write in ((options.csv, study.to_csv), (options.parquet, study.to_parquet)):
        if path:
            write(path)
            print(f"{len(study):,} games written to {path}")
    return 0 if study.complete else 130


def check_scenarios(options: argparse.Namespace) -> int:
    """Run scenarios; 1 where one does not hold."""
    from gamelib.scenario import Scenario

    checked = failed = 0
    for path in _files(options.scenario):
        try:
            report = Scenario(path, options.game).run()
            good, text = bool(report), str(report)
        except BadFile as error:
            good, text = False, f"FAIL {error}"
        print(text)
        checked, failed = checked + 1, failed + (not good)
    print(f"{checked} checked, {failed} failed")
    return 1 if failed or not checked else 0


def _files(names: list[str]) -> list[Path]:
    found: list[Path] = []
    for name in names:
        if name in games.names():
            found += games.load(name).scenarios
        elif Path(name).is_dir():
            found += sorted(Path(name).rglob("*.toml"))
        elif Path(name).exists():
            found.append(Path(name))
        else:
            raise BadFile(name, "no such file, folder or game")
    return found


def warm_up(options: argparse.Namespace) -> int:
    """Compile the loops and all strategies of games, and keep them in the cache."""
    from gamelib import twin

    for name in options.game or games.names():
        game = games.load(name)
        started = time.perf_counter()
        fast = twin.compiled(game)
        for loop in ("play_many", "play", "rollouts"):
            fast.loop(loop)
        for strategy in twin.strategy_names(game):
            fast.strategy(strategy)
        print(f"{game.name}: ready after {time.perf_counter() - started:.1f} s")
    return 0


# ---------------------------------------------------------------- playing


def play_text(options: argparse.Namespace) -> int:
    """Play a game line by line until it ends or there is nothing more to read."""
    from gamelib.match import Match

    game = games.load(options.game)
    if options.load:
        match = Match.load(options.load, game)
    else:
        match = Match(game, options.seed, _kit(options), auto=options.auto)
    print(f"{game.title}. Type a number or the words of an action; `help` says what else.")
    _tell([line for step in match.steps for line in match.lines(step)])
    _show(match)
    while True:
        try:
            said = input("> ").strip()
        except EOFError:
            return 0
        if said.casefold() in ("quit", "exit", "q"):
            return 0
        if said.casefold().split()[:1] == ["new"]:
            match = _again(match, said)
            _show(match)
        elif said:
            _obey(match, said)


def _again(match: Match, said: str) -> Match:
    """The same table with another seed (or the next one)."""
    from gamelib.match import Match as Table

    word = said[3:].strip()
    if word and not word.isdecimal():
        print("the seed is a whole number")
        return match
    return Table(match.game, int(word) if word else match.seed + 1, match.kit, auto=match.auto)


def _obey(match: Match, said: str) -> None:
    """Do what one line says."""
    word, _, rest = said.partition(" ")
    simple: dict[str, Callable[[], None]] = {
        "help": lambda: print(HELP),
        "?": lambda: print(HELP),
        "actions": lambda: print(match.actions),
        "log": lambda: _tell(match.log),
        "hint": lambda: _hint(match),
        "undo": lambda: _move(match, match.undo),
        "redo": lambda: _move(match, match.redo),
    }
    try:
        if said.casefold() in simple:
            simple[said.casefold()]()
        elif word.casefold() == "why":
            print(match.explain(_choice(rest.removeprefix("not ").rstrip("?"))))
        elif word.casefold() == "save" and rest:
            match.save(rest)
            print(f"saved in {rest}")
        else:
            _tell(match.roll() if said.casefold() == "roll" else match.play(_choice(said)))
            _show(match)
    except Refused as refusal:
        print(f"no: {refusal.reason}" + (f" ({refusal.rule})" if refusal.rule else ""))
    except (NotUnderstood, OSError) as error:
        print(error)


def _choice(said: str) -> str | int:
    """An action by its number or its words."""
    return int(said) if said.isdecimal() else said


def _move(match: Match, go: Callable[[], None]) -> None:
    go()
    _show(match)


def _show(match: Match) -> None:
    """The position, and what may be done."""
    print(f"[{match.step}] {match.situation}")
    if match.over:
        return
    who = "chance" if match.seat < 0 else match.phrases.seat(match.seat)
    print(f"{who} may:")
    for index in range(min(len(match.actions), SHOWN)):
        print(f"  {index}: {match.actions[index]}")
    if len(match.actions) > SHOWN:
        print(f"  ... and {len(match.actions) - SHOWN} more: `actions` lists all")


def _hint(match: Match) -> None:
    """How good each action is, by playing on at random."""
    rounds = list(match.odds(rollouts=400))
    if not rounds:
        print("there is nothing to choose")
        return
    for one in sorted(rounds[-1], key=lambda o: (-o.win, -o.points))[:10]:
        print(f"  {one.win:6.1%} +- {one.win_error:.1%}, {one.points:.1f} points  {one.action}")


def _tell(lines: list[Line]) -> None:
    for line in lines:
        print(f"  {line}")


if __name__ == "__main__":
    sys.exit(main())
