"""Every game in the form that other systems know: `pettingzoo`, `gymnasium` and `openspiel`, a module each.

None of them names a game, so a game of one's own comes along by the path of its folder. They need the extra `peers`:
`pip install gamelib[peers]`.

An action is the number of its place in the list of legal ones, which has a stable order: action 0 is the first thing
that may be done now. What it means depends on the position, so whoever learns should look at `words` (what each says)
or `records` (its fields as numbers) too.

What a seat observes is an array of whole numbers: all fields of the state, in order, but its luck. `seats.names_of`
says which number is which, and each game's RULES.md what the fields mean. In games with hidden information it is what
the game's own `observe` leaves, with -1 for what that seat can't see.

Chance is never an agent: dice and cards fall between the decisions, as the seed has them, except in OpenSpiel, which
has chance nodes of its own.
"""
