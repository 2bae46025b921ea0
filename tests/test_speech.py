"""The table's own phrases in other languages."""

import ast
import re
from pathlib import Path

import pytest

from gamelib.show import speech, table
from gamelib.show.panel import button, group, select, slider


def test_phrases_with_gaps_are_filled():
    assert speech.phrase("joueur 2 to act", "fr") == "joueur 2 joue"
    assert speech.phrase("Chance to act", "fr") == "Le hasard joue"
    assert speech.phrase("put 4 there: no. not now", "fr") == "put 4 there : non. not now"
    assert speech.phrase("step {value} of 12", "fr") == "étape {value} sur 12"
    assert speech.phrase("nothing that the catalogue has", "fr") == "nothing that the catalogue has"


def test_only_what_people_read_is_said_otherwise():
    controls = [group("Keep", [button("Save", "Save"), select("x", "seed", [("Load", "Load")], "Load")], key="Keep")]
    said = speech.spoken(controls, "fr")[0]
    assert (said["heading"], said["key"]) == ("Garder", "Keep")
    first, second = said["items"]
    assert (first["id"], first["text"]) == ("Save", "Enregistrer")
    assert (second["value"], second["options"]) == ("Load", [["Load", "Charger"]])
    assert controls[0]["items"][0]["text"] == "Save"


def test_without_a_catalogue_all_stays():
    controls = [slider("step", "step {value} of 3", 0, 3, 1)]
    assert speech.spoken(controls, "en") == controls == speech.spoken(controls, "de")


@pytest.mark.parametrize("lang", speech.CATALOGUES)
def test_a_catalogue_has_only_what_the_table_says_with_the_same_gaps(lang):
    """A phrase that the table does not say any more would go unnoticed."""
    code = ast.parse(Path(table.__file__).read_text(encoding="utf-8"))
    pieces = {node.value for node in ast.walk(code) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    for english, said in speech.CATALOGUES[lang].items():
        assert len(english.split("{}")) == len(said.split("{}"))
        for part in re.split(r"\{\w*\}|(?=; going on)", english):
            words = part.strip(" ():,.;")
            assert any(words in piece for piece in pieces), english
