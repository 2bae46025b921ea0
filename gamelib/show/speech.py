"""What the table itself says, in other languages than English; what a game says comes from its words.

The table's code is written in English. Before controls are shown, `spoken` puts in the place of each phrase the one of
the catalogue; "{}" stands for whatever is said there: a seat, a number, an action.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any

from gamelib.show.panel import Control

FRENCH = {
    # the tabs, and who is to act
    "Actions": "Actions",
    "Why not?": "Pourquoi ?",
    "Hint": "Conseil",
    "Set up": "Réglages",
    "what to do": "que faire",
    "Chance": "Le hasard",
    "Nobody": "Personne",
    "{} to act": "{} joue",
    "{} to act. Nobody else may look.": "{} joue. Personne d'autre ne doit regarder.",
    "I am {}: open": "Je suis {} : ouvrir",
    "Game over: {}": "Fin de la partie : {}",
    "New game (seed {})": "Nouvelle partie (graine {})",
    "You look at the past. What you do here starts another course.": (
        "Vous regardez le passé. Ce que vous faites ici commence une autre suite."
    ),
    "Let {} move": "Laisser jouer {}",
    "Only who is to act sees what may be done.": "Seul celui qui joue voit ce qui est permis.",
    # the actions
    "Roll for me": "Lancer pour moi",
    "or say what fell:": "ou dites ce qui est tombé :",
    "Do it": "Le faire",
    "what may be done": "ce qui est permis",
    "everything": "tout",
    "Show what can be done with": "Montrer ce qu'on peut faire avec",
    "Show all": "Tout montrer",
    "and {}": "et {}",
    "nothing can be done with {} now": "on ne peut rien faire avec {} maintenant",
    # why not
    "What if I wanted this:": "Et si je voulais ceci :",
    "Choose anything, allowed or not, and see which rule says so.": (
        "Choisissez n'importe quoi, permis ou non, et voyez quelle règle le dit."
    ),
    "{}: yes, you may.": "{} : oui, c'est permis.",
    "{}: no. {}": "{} : non. {}",
    "Only who is to act may ask, as the answer could tell what others hold.": (
        "Seul celui qui joue peut demander : la réponse pourrait trahir ce que tiennent les autres."
    ),
    # hints
    "A hint can be had when a player is to act.": "Un conseil n'est possible que si un joueur doit jouer.",
    "Only who is to act may have a hint.": "Seul celui qui joue peut avoir un conseil.",
    "How often does each move win, when the game is played on many times after it?": (
        "Combien de fois chaque coup gagne-t-il, si la partie est jouée de nombreuses fois après lui ?"
    ),
    "then all go on by": "puis tous jouent selon",
    "Work out the odds": "Calculer les chances",
    "Stop": "Arrêter",
    "odds": "chances",
    "{} games a move; the mark on a bar spans where the true chance lies, 19 times in 20; going on ...": (
        "{} parties par coup ; le trait sur une barre couvre la vraie chance 19 fois sur 20 ; calcul en cours ..."
    ),
    "{} games a move; the mark on a bar spans where the true chance lies, 19 times in 20.": (
        "{} parties par coup ; le trait sur une barre couvre la vraie chance 19 fois sur 20."
    ),
    "working it out ... (the first time on a machine, the rules are compiled: up to half a minute)": (
        "calcul en cours ... (la première fois sur une machine, les règles sont compilées : jusqu'à une demi-minute)"
    ),
    # set up
    "set up": "réglages",
    "New game": "Nouvelle partie",
    "seed": "graine",
    "Rule examples": "Exemples des règles",
    "Open the example": "Ouvrir l'exemple",
    "{}. Redo shows its steps. {}": "{}. Refaire montre ses étapes. {}",
    "Table": "Table",
    "dice and cards": "dés et cartes",
    "I click every step": "je clique chaque étape",
    "I roll, the rest by itself": "je lance, le reste tout seul",
    "all by itself": "tout seul",
    "large, for a projector": "grand, pour un projecteur",
    "language": "langue",
    "who looks": "qui regarde",
    "all open": "tout est ouvert",
    "in turn, with a curtain": "chacun son tour, avec un rideau",
    "a person": "une personne",
    "{} is": "{} est",
    "Keep": "Garder",
    "file": "fichier",
    "Save": "Enregistrer",
    "Load": "Charger",
    "save after each step": "enregistrer à chaque étape",
    "saved in {}": "enregistré dans {}",
    "loaded {}": "{} chargé",
    # the record
    "Undo": "Annuler",
    "Redo": "Refaire",
    "Replay": "Rejouer",
    "Pause": "Pause",
    "step by step": "pas à pas",
    "the record": "le déroulement",
    "step {value} of {}": "étape {value} sur {}",
    "seed {}": "graine {}",
    "What happened (seed {})": "Ce qui s'est passé (graine {})",
    "What happened (seed {}, game {})": "Ce qui s'est passé (graine {}, partie {})",
}
CATALOGUES = {"fr": FRENCH}
SAID = ("text", "label", "heading", "title")  # what of a control people read or hear


def spoken(controls: Iterable[Control], lang: str) -> list[Control]:
    """Controls with the table's own phrases in a language; as they are where there is no catalogue for it."""
    if lang not in CATALOGUES:
        return list(controls)
    return [_control(control, lang) for control in controls]


def phrase(text: str, lang: str) -> str:
    """One phrase of the table in a language, or as it is where the catalogue has none like it."""
    catalogue = CATALOGUES.get(lang, {})
    if text in catalogue:
        return catalogue[text]
    for pattern, said in _patterns(lang):
        found = pattern.fullmatch(text)
        if found:
            parts = said.split("{}")
            words = [phrase(word, lang) for word in found.groups()]
            return "".join(a + b for a, b in zip(parts, [*words, ""], strict=True))
    return text


def _control(control: Control, lang: str) -> Control:
    made: dict[str, Any] = {**control}
    for name in SAID:
        if isinstance(made.get(name), str):
            made[name] = phrase(made[name], lang)
    if "options" in made:
        made["options"] = [[value, phrase(text, lang)] for value, text in made["options"]]
    if made["type"] in ("group", "row", "scroll"):
        made["items"] = spoken(made["items"], lang)
    return made


@functools.cache
def _patterns(lang: str) -> list[tuple[re.Pattern[str], str]]:
    """The phrases with gaps: a pattern for the English, and what is said instead."""
    return [
        (re.compile("(.*)".join(re.escape(part) for part in english.split("{}")), re.DOTALL), said)
        for english, said in CATALOGUES[lang].items()
        if "{}" in english
    ]
