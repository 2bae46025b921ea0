"""What things are called in Habitat, and how positions are written down in words."""

from gamelib.games.habitat import rules as r

TITLE, PREFIX = "Habitat", "NW"
LANGUAGES = ("en",)

ACTIONS = {
    "en": {
        r.SET_OUT_ALONE: "set out {card}",
        r.SET_OUT_ON: "set out {card} on {on:card}",
        r.SET_OUT_UNDER: "set out {card} under {under:card}",
        r.SET_OUT_BETWEEN: "set out {card} between {on:card} and {under:card}",
        r.SET_ASIDE: "set {card} aside",
        r.LAY: "lay out {card}",
        r.DRAW: "draw from the deck",
        r.TAKE: "take {card}",
        r.SKIP_DRAW: "draw nothing",
        r.DEALT: "the deck gives {card}",
        r.SHOWN: "the deck shows {card}",
        r.PLAY_ALONE: "play {card}",
        r.PLAY_ON: "play {card} on {on:card}",
        r.PLAY_UNDER: "play {card} under {under:card}",
        r.PLAY_BETWEEN: "play {card} between {on:card} and {under:card}",
        r.RESCUE_ALONE: "rescue {card}",
        r.RESCUE_ON: "rescue {card} on {on:card}",
        r.RESCUE_UNDER: "rescue {card} under {under:card}",
        r.RESCUE_BETWEEN: "rescue {card} between {on:card} and {under:card}",
        r.MOVE_ALONE: "move {card} apart",
        r.MOVE_ON: "move {card} onto {on:card}",
        r.BULLY: "bully {on:card} with {card}",
        r.USE: "use {card}",
        r.USE_ON: "use {card} on {on:card}",
        r.PUT_AWAY: "put {card} on pile {pile}",
        r.STARVE: "starve {card} to pile {pile}",
        r.DISCARD: "discard {card} to pile {pile}",
        r.DECLARE: "declare a Habitat",
        r.END_TURN: "end the turn",
    }
}

KINDS = {
    "en": {
        r.SET_OUT_ALONE: "Play face down",
        r.SET_OUT_ON: "Play face down on a card",
        r.SET_OUT_UNDER: "Play face down under a card",
        r.SET_OUT_BETWEEN: "Play face down into a chain",
        r.SET_ASIDE: "Set aside, face down",
        r.LAY: "Lay out the Starving Display",
        r.DRAW: "Draw from the deck",
        r.TAKE: "Take from the Draw Display",
        r.SKIP_DRAW: "Nothing to draw",
        r.DEALT: "The card drawn",
        r.SHOWN: "The Draw Display is filled",
        r.PLAY_ALONE: "Play as a new chain",
        r.PLAY_ON: "Play on a card",
        r.PLAY_UNDER: "Play under a card",
        r.PLAY_BETWEEN: "Insert into a chain",
        r.RESCUE_ALONE: "Rescue a scavenger",
        r.RESCUE_ON: "Rescue",
        r.RESCUE_UNDER: "Rescue a scavenger under a card",
        r.RESCUE_BETWEEN: "Rescue into a chain",
        r.MOVE_ALONE: "Take a chain apart",
        r.MOVE_ON: "Move to another card",
        r.BULLY: "Territoriality",
        r.USE: "Use an event",
        r.USE_ON: "Make a resource abundant",
        r.PUT_AWAY: "Where the event goes",
        r.STARVE: "Who starves, and where it goes",
        r.DISCARD: "Discard",
        r.DECLARE: "Win",
        r.END_TURN: "End the turn",
    }
}

EVENTS = {
    "en": {
        r.CARD_REVEALED: "{b:seat} has played {a:card}, {c:below}",
        r.REVEALED: "all have chosen, and all is revealed",
        r.CARD_LAID: "{a:card} comes to lie on pile {b:pile}",
        r.CARD_DRAWN: "{a:seat} draws {b:card}",
        r.CARD_TAKEN: "{b:seat} takes {a:card} from the Draw Display",
        r.CARD_SHOWN: "{a:card} comes into the Draw Display",
        r.DECK_RENEWED: "the deck was empty: the displays are shuffled into a new one of {a:number} cards",
        r.CARD_PLAYED: "{b:seat} plays {a:card}, {c:below}",
        r.CARD_RESCUED: "{b:seat} rescues {a:card}, {c:below}",
        r.CARD_MOVED: "{b:seat} moves {a:card}, {c:below}",
        r.BULLIED: "{b:seat} exerts Territoriality on {c:seat} with {a:card}, which feeds on {d:card}",
        r.SCARED_OFF: "{a:card} of {b:seat} is scared off",
        r.CARD_STOLEN: "{a:card} goes from {b:seat} to {c:seat}",
        r.EVENT_USED: "{b:seat} uses {a:card}",
        r.MADE_ABUNDANT: "{a:card} of {c:seat} is abundant: it can support two chains",
        r.CARD_LOST: "{b:seat} gives up {a:card}, to pile {c:pile}",
        r.EVENT_AWAY: "{a:card} comes to lie on pile {c:pile}",
        r.CARD_STARVED: "{a:card} of {b:seat} starves, on pile {c:pile}",
        r.CARD_DISCARDED: "{b:seat} discards {a:card} to pile {c:pile}",
        r.TURN_BEGAN: "turn {b:number}: {a:seat}",
        r.HABITAT_DECLARED: "{a:seat} has a Habitat and wins",
        r.OUT_OF_TURNS: "the last round is over, and nobody has a Habitat",
        r.NOTHING_TO_DRAW: "there is nothing to draw for {a:seat}",
        r.WENT_HUNGRY: "{a:card} of {b:seat} is Hungry",
    }
}

RULE_OF_ACTION = {
    r.SET_OUT_ALONE: 43,
    r.SET_OUT_ON: 43,
    r.SET_OUT_UNDER: 43,
    r.SET_OUT_BETWEEN: 43,
    r.SET_ASIDE: 43,
    r.LAY: 44,
    r.DRAW: 46,
    r.TAKE: 46,
    r.SKIP_DRAW: 67,
    r.DEALT: 21,
    r.SHOWN: 24,
    r.PLAY_ALONE: 17,
    r.PLAY_ON: 18,
    r.PLAY_UNDER: 19,
    r.PLAY_BETWEEN: 19,
    r.RESCUE_ALONE: 31,
    r.RESCUE_ON: 29,
    r.RESCUE_UNDER: 31,
    r.RESCUE_BETWEEN: 71,
    r.MOVE_ALONE: 20,
    r.MOVE_ON: 20,
    r.BULLY: 35,
    r.USE: 15,
    r.USE_ON: 41,
    r.PUT_AWAY: 16,
    r.STARVE: 27,
    r.DISCARD: 49,
    r.DECLARE: 2,
    r.END_TURN: 48,
}

RULE_OF_EVENT = {
    r.CARD_REVEALED: 43,
    r.REVEALED: 43,
    r.CARD_LAID: 44,
    r.CARD_DRAWN: 21,
    r.CARD_TAKEN: 46,
    r.CARD_SHOWN: 24,
    r.DECK_RENEWED: 22,
    r.CARD_PLAYED: 17,
    r.CARD_RESCUED: 29,
    r.CARD_MOVED: 20,
    r.BULLIED: 35,
    r.SCARED_OFF: 39,
    r.CARD_STOLEN: 39,
    r.EVENT_USED: 15,
    r.MADE_ABUNDANT: 41,
    r.CARD_LOST: 33,
    r.EVENT_AWAY: 16,
    r.CARD_STARVED: 27,
    r.CARD_DISCARDED: 49,
    r.TURN_BEGAN: 45,
    r.HABITAT_DECLARED: 2,
    r.OUT_OF_TURNS: 89,
    r.NOTHING_TO_DRAW: 67,
    r.WENT_HUNGRY: 3,
}

REFUSALS = {
    "en": {
        7: "carnivores feed on omnivores and foragers of lower rank, never on resources or other carnivores",
        16: "that is not how this card is used",
        19: "{card} can't come in there: the cards named don't lie so in your forest",
        20: "{card} is no card of your food chains",
        24: "first the Draw Display is filled",
        26: "an empty slot of the Starving Display is filled first, the leftmost one",
        30: "{card} is not uncovered on top of a pile of the Starving Display",
        32: "{card} is an event: events stay in the Starving Display",
        35: "Territoriality is exerted at the very beginning of a turn, instead of drawing",
        36: "a bully is a population of your hand, and its target the top card of another player's chain",
        45: "players act only on their own turn, with their own cards",
        47: "not now: cards are played, rescued and moved in the second step of a turn",
        51: "that is no card of your own food chains",
        52: "{card} has been played and can't come back",
        70: "a resource can't be rescued, only populations",
        77: "{card} can feed on nothing in that chain",
        87: "{on:card} supports one chain already",
        92: "{card} stands there, or was moved already: nothing has happened since",
        95: "{on:card} is no resource of your forest, or abundant already",
    }
}

ENDINGS = (r.HABITAT_DECLARED, r.OUT_OF_TURNS)
METRICS = ("turn",)
# What others must not read: which card chance deals to a hand, and what is chosen at the set-up. Which cards could come
# from the deck would tell which ones are in hands.
SECRET_ACTIONS = (r.DEALT, r.SHOWN, r.SET_ASIDE, r.SET_OUT_ALONE, r.SET_OUT_ON, r.SET_OUT_UNDER, r.SET_OUT_BETWEEN)
SECRET_EVENTS = (r.CARD_DRAWN,)

STEPS = {
    r.SETTING_UP: "chooses in secret which cards to play or set aside",
    r.LAYING: "the cards set aside are being laid out",
    r.DRAW_STEP: "draws, or exerts Territoriality",
    r.ACTING: "may play, move, rescue and use events",
    r.LOSING: "gives up a card",
    r.PUTTING_AWAY: "puts the event away",
    r.STARVING: "moves the Hungry to the Starving Display",
    r.DISCARDING: "discards",
    r.ENDED: "the game is over",
}


def card_names(kit):
    """What every card is called, in the order of their numbers: copies after the first have a number ("Mice 2")."""
    found = []
    for table in ("species", "event"):
        for row in kit.tables[table]:
            found += [row["name"] + (f" {copy}" if copy > 1 else "") for copy in range(1, row["copies"] + 1)]
    return found


def domains(kit, lang):
    """Cards by name, piles from 1."""
    names = card_names(kit)
    below = {card: f"on {name}" for card, name in enumerate(names)}
    return {
        "card": names,
        "below": {-1: "apart", **below},
        "pile": ["1", "2", "3"],
        "seat": {seat: seat_name(kit, seat, lang) for seat in range(r.MAX_SEATS)},
        "number": range(r.MAX_SEATS * 100 + 1),
    }


def seat_name(kit, seat, lang):
    """What a player is called."""
    return f"player {seat + 1}"


def situation(state, kit, lang):
    """The position in a sentence or two."""
    if state.phase == r.ENDED:
        return "The game is over."
    seat = int(r.to_act(state))
    if state.phase == r.LAYING:
        who = "The cards set aside are being laid out"
    elif seat == r.CHANCE:
        who = f"The deck is about to {'fill the Draw Display' if state.holes > 0 else 'give a card'}"
    else:
        who = f"{seat_name(kit, seat, lang).capitalize()} {STEPS[int(state.phase)]}"
    if state.phase == r.SETTING_UP:
        return f"Set-up. {who}."
    parts = []
    for player in range(int(kit.record.players)):
        ranks = " ".join(map(str, ranks_of(state, kit, player)))
        hungry = ", something is Hungry" if hungry_of(state, kit, player) else ""
        parts.append(f"{seat_name(kit, player, lang)} has ranks {ranks or 'none'}{hungry}")
    return f"Turn {state.turn}. {who}. {'; '.join(parts)}; {state.deck} cards in the deck."


def reason(state, kit, action, rule, lang):
    """Why not, where the position has more to say than the rule alone."""
    names = card_names(kit)
    if rule == 2 and state.phase == r.ENDED:
        return "the game is over"
    if rule == 2:
        ranks = ranks_of(state, kit, int(state.seat))
        missing = [str(rank) for rank in range(1, r.TOP_RANK + 1) if rank not in ranks]
        return f"a Habitat takes a supported card of each rank; missing: {', '.join(missing)}"
    if rule in (6, 8, 13, 14, 53, 54, 10, 4):
        pair = eater_and_food(state, kit, action, rule)
        if pair:
            return f"{names[pair[0]]} can't feed on {names[pair[1]]}: {WHY_NOT[rule]}"
    if rule == 38:
        return f"{names[action.card]} must outrank the highest card of the chain, {names[action.on]}"
    return None


WHY_NOT = {
    4: "resources feed on nothing",
    6: "foragers eat only the resources that their card lists",
    8: "omnivores eat no carnivores, and of the resources only those that their card lists",
    10: "true scavengers eat only the uncovered starving",
    13: "they have no realm in common",
    14: "only flyers prey on flyers",
    53: "food must be of lower rank",
    54: "the restriction in bold on its card",
}


def eater_and_food(state, kit, action, rule):
    """Which two cards of an action this rule keeps from being put together."""
    kind = int(action.kind)
    pairs = []
    if kind in (r.SET_OUT_ON, r.SET_OUT_BETWEEN, r.PLAY_ON, r.PLAY_BETWEEN, r.RESCUE_ON, r.RESCUE_BETWEEN, r.MOVE_ON):
        pairs.append((int(action.card), int(action.on)))
    if kind in (r.SET_OUT_UNDER, r.SET_OUT_BETWEEN, r.PLAY_UNDER, r.PLAY_BETWEEN, r.RESCUE_UNDER, r.RESCUE_BETWEEN):
        pairs.append((int(action.under), int(action.card)))
    for eater, food in pairs:
        if r.not_food(kit.record, state.kind[eater], state.kind[food]) == rule:
            return eater, food
    return None


def check_kit(kit):
    """What is inconsistent in a kit: too many or too few cards, wrong ranks, names twice, food that is none."""
    faults = check_species(kit) + check_events(kit)
    total = len(card_names(kit)) if not faults else 0
    least = r.SLOTS + int(kit.record.players) * int(kit.record.deal) + 1
    if not faults and not least <= total <= r.CARDS:
        faults.append(f"species and events: expected {least} to {r.CARDS} cards in all, got {total}")
    if kit.record.deal <= kit.record.hand_limit:
        faults.append("rules.deal: expected more than rules.hand_limit")
    return faults


def check_species(kit):
    """Each species by itself."""
    faults, rows = [], kit.tables.get("species", [])
    names = [str(row.get("name", "")).casefold() for row in rows]
    resources = {name for name, row in zip(names, rows, strict=True) if row.get("diet") == "resource"}
    for number, row in enumerate(rows, 1):
        where = f"species {number} ({row.get('name', '?')})"
        if not row.get("name") or names.count(str(row["name"]).casefold()) > 1:
            faults.append(f"{where}: name: expected one that no other species has")
        if type(row["copies"]) is not int or not 1 <= row["copies"] <= 20:
            faults.append(f"{where}: copies: expected 1 to 20, got {row['copies']!r}")
        if type(row["rank"]) is not int or not 1 <= row["rank"] <= r.TOP_RANK:
            faults.append(f"{where}: rank: expected 1 to {r.TOP_RANK}, got {row['rank']!r}")
        elif (row["rank"] == 1) != (row["diet"] == "resource"):
            faults.append(f"{where}: rank 1 and only rank 1 is a resource (NW-1)")
        if row["diet"] != "resource" and not row["realms"]:
            faults.append(f"{where}: realms: a population lives in at least one (NW-13)")
        if row["true_scavenger"] and row["scavenges"] == "never":
            faults.append(f"{where}: a true scavenger scavenges (NW-10)")
        strange = [food for food in row["eats"] if str(food).casefold() not in resources]
        if strange:
            faults.append(f"{where}: eats: expected resources, got {', '.join(map(str, strange))}")
    return faults


def check_events(kit):
    """Each event by itself."""
    faults, names = [], [str(row.get("name", "")).casefold() for row in kit.tables.get("species", [])]
    for number, row in enumerate(kit.tables.get("event", []), 1):
        where = f"event {number} ({row.get('name', '?')})"
        if not row.get("name") or str(row["name"]).casefold() in names:
            faults.append(f"{where}: name: expected one that no other card has")
        names.append(str(row.get("name", "")).casefold())
        for column in ("copies", "amount"):
            if type(row[column]) is not int or not 1 <= row[column] <= 20:
                faults.append(f"{where}: {column}: expected 1 to 20, got {row[column]!r}")
        if (row["effect"] == "abundance") != (row["after"] == "stays"):
            faults.append(f"{where}: after: an Abundance, and nothing else, stays with its resource (NW-95)")
    return faults


# ------------------------------------------------------------------ positions in words

PHASES = {"set up": r.SETTING_UP, "draw": r.DRAW_STEP, "act": r.ACTING, "starve": r.STARVING, "discard": r.DISCARDING}
PLACES = ("chains", "hands", "display", "piles", "deck", "abundant", "out")


def position(state, kit, data):
    """Friendly keys of a scenario's [state]: `chains`, `hands`, `display`, `piles`, `deck`, `abundant`, `out`....

    Where one of the first seven is given, the table is cleared first; cards that no key names lie in the deck, or out
    of the game where `deck` is given. Without `display`, resources that nobody needs lie there.

    Raises:
        ValueError: an unknown card, more copies of it than there are, or a chain whose cards don't feed each other.
    """
    if any(key in data for key in PLACES):
        clear(state, kit)
        Layout(state, kit, data).lay_out()
        state.phase, state.turn, state.seat = r.ACTING, 1, 0
        state.drawn = kit.record.draws
    if "seat" in data:
        state.seat = int(data.pop("seat"))
    if "step" in data:
        word = data.pop("step")
        if word not in PHASES:
            raise ValueError(f"step: expected one of {', '.join(PHASES)}, got {word!r}")
        state.phase = PHASES[word]
        state.drawn = 0 if word in ("draw", "set up") else kit.record.draws
        if word == "set up":
            state.turn = 0


def clear(state, kit):
    """All cards in the deck."""
    state.deck = state.cards
    for name in ("owed", "holes", "laid", "bullied", "drawn", "losses"):
        setattr(state, name, 0)
    state.event = state.victim = state.winner = -1
    state.holding[:] = 0
    state.shown[:] = state.pile[:] = -1
    state.place[: state.cards] = r.IN_DECK
    state.held[:] = 0
    state.under[:] = state.eater[:] = state.second[:] = state.abundance[:] = -1
    state.moved[:] = state.seen[:] = 0


class Layout:
    """Lays out a position that is given in words. A name without a number means the first copy still to be had."""

    def __init__(self, state, kit, data):
        self.state, self.data = state, data
        self.players = int(kit.record.players)
        self.names = card_names(kit)
        self.numbers = {name.casefold(): card for card, name in enumerate(self.names)}
        self.copies = {row["name"].casefold(): row["copies"] for t in ("species", "event") for row in kit.tables[t]}
        self.named = {str(name).casefold() for value in data.values() for name in flat(value)}
        self.free = set(range(len(self.names)))

    def card(self, name, where):
        """The card of a name, which is now taken."""
        key = str(name).casefold()
        if key not in self.numbers:
            raise ValueError(f"{where}: no card {name!r}")
        first = self.numbers[key]
        wanted = range(first, first + self.copies.get(key, 1))
        for card in wanted:
            exact = self.names[card].casefold()
            if card in self.free and (exact == key or exact not in self.named):
                self.free.discard(card)
                self.state.deck -= 1
                return card
        raise ValueError(f"{where}: there are not so many cards {name!r} left")

    def lists(self, key, most):
        """A list of lists of the position, at most so many."""
        value = self.data.pop(key, [])
        if not isinstance(value, list) or len(value) > most or not all(isinstance(part, list) for part in value):
            raise ValueError(f"{key}: expected at most {most} lists")
        return value

    def lay_out(self):
        """Chains first, then hands, displays and the rest."""
        state = self.state
        for seat, chains in enumerate(self.lists("chains", self.players)):
            for chain in chains:
                on = -1
                for name in chain:
                    on = self.grow(seat, on, name, "chains")
        for entry in self.data.pop("abundant", []):
            self.make_abundant(entry)
        for seat, hand in enumerate(self.lists("hands", self.players)):
            for name in hand:
                r.take_in_hand(state, seat, self.card(name, "hands"), 1 << seat)
        for pile, names in enumerate(self.lists("piles", r.SLOTS)):
            for name in names:
                r.put_on_pile(state, self.card(name, "piles"), pile)
        for name in self.data.pop("out", []):
            state.place[self.card(name, "out")] = r.OUT
        self.lay_out_deck()

    def lay_out_deck(self):
        """The Draw Display and the deck."""
        state = self.state
        shown = (
            [self.card(name, "display") for name in self.data.pop("display", [])] if "display" in self.data else None
        )
        deck = self.data.pop("deck", None)
        if deck is not None:
            kept = {self.card(name, "deck") for name in deck}
            for card in self.free - set(shown or []):
                state.place[card] = r.OUT
            state.deck = len(kept)
        elif shown is None:
            shown = [card for card in sorted(self.free, reverse=True) if state.kind[card] < 8][: r.SLOTS]
            state.deck -= len(shown)
        for card in shown or []:
            r.show(state, card)

    def grow(self, seat, on, name, where):
        """One card more on a chain."""
        state = self.state
        card = self.card(name, where)
        if state.kind[card] >= r.SPECIES:
            raise ValueError(f"{where}: {name} is an event")
        if on >= 0 and not r.feeds_on(state, card, on):
            raise ValueError(f"{where}: {name} can't feed on {self.names[on]}")
        r.put_in(state, seat, card, on, -1)
        return card

    def make_abundant(self, entry):
        """An Abundance on a resource, with what stands there as the second chain."""
        state = self.state
        resource = self.numbers.get(str(entry.get("resource", "")).casefold(), -1)
        if resource < 0 or not r.FOREST <= state.place[resource] < r.ASIDE:
            raise ValueError(f"abundant: expected a resource of a chain, got {entry.get('resource')!r}")
        r.attach(state, self.card(entry.get("card", "Abundance"), "abundant"), resource)
        on = resource
        for name in entry.get("chain", []):
            on = self.grow(int(state.place[resource]) - r.FOREST, on, name, "abundant")


def flat(value):
    """All words in lists of lists and tables."""
    if isinstance(value, list):
        return [word for part in value for word in flat(part)]
    if isinstance(value, dict):
        return [word for part in value.values() for word in flat(part)]
    return [value]


def report(state, kit):
    """What a scenario may expect besides fields: the same keys as `position`, and `hungry`, `ranks`, `step`."""
    names = card_names(kit)
    players = range(int(kit.record.players))
    return {
        "chains": [[[names[card] for card in chain] for chain in chains_of(state, seat)] for seat in players],
        "hands": [[names[card] for card in cards_at(state, r.HAND + seat)] for seat in players],
        "display": [names[card] for card in state.shown if card >= 0],
        "piles": [[names[card] for card in pile] for pile in piles(state)],
        "hungry": [[names[card] for card in hungry_of(state, kit, seat)] for seat in players],
        "ranks": [ranks_of(state, kit, seat) for seat in players],
        "out": [names[card] for card in cards_at(state, r.OUT)],
        "abundant": [names[card] for card in range(int(state.cards)) if state.abundance[card] >= 0],
        "step": next((word for word, phase in PHASES.items() if phase == state.phase), "other"),
    }


def hungry_of(state, kit, seat):
    """The Hungry cards of a seat's forest."""
    return [card for card in cards_at(state, r.FOREST + seat) if r.is_hungry(state, kit.record, card)]


def ranks_of(state, kit, seat):
    """The ranks that the supported cards of a forest cover."""
    covered = int(r.covered(state, kit.record, seat))
    return [rank for rank in range(1, r.TOP_RANK + 1) if covered >> rank & 1]


def cards_at(state, place):
    """The cards of one place, by number."""
    return [card for card in range(int(state.cards)) if state.place[card] == place]


def chains_of(state, seat):
    """The chains of a seat, each from bottom to top; those of an abundant resource both begin with it."""
    found = []
    for card in cards_at(state, r.FOREST + seat):
        if state.under[card] < 0:
            above = [int(c) for c in (state.eater[card], state.second[card]) if c >= 0]
            found += [[card, *up_from(state, top)] for top in above] or [[card]]
    return found


def up_from(state, card):
    """A card and all that stand on it, upwards."""
    chain = []
    while card >= 0:
        chain.append(int(card))
        card = state.eater[card]
    return chain


def piles(state):
    """The piles of the Starving Display, each from bottom to top."""
    found = []
    for card in state.pile:
        pile = []
        while card >= 0:
            pile.append(int(card))
            card = state.under[card]
        found.append(pile[::-1])
    return found
