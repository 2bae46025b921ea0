"""The food web that a deck of Habitat makes: who can eat whom, its usual measures, and who goes hungry without whom.

A link goes from food to eater, as matter does, where the eater can stand on the food in a chain (NW-53, NW-6 to NW-8,
NW-13, NW-14, NW-54). Carrion makes no links: what starves feeds any scavenger, whoever it is. A true scavenger, which
nothing feeds but carrion, is in the web only where something eats it.

Definitions, as in the literature of food webs:

- S species, L links, L/S links a species, connectance C = L/S^2 ("directed connectance": of all links that could be,
  eating one's own kind included): N. D. Martinez (1991), Artifacts or attributes? Effects of resolution on the
  Little Rock Lake food web, Ecological Monographs 61, 367-392.
- Basal species have no food in the web, top species no consumer, intermediate ones have both; a food chain is a path
  from a basal to a top species, its length the number of links in it: J. E. Cohen, F. Briand, C. M. Newman (1990),
  Community Food Webs: Data and Theory, Springer; L.-F. Bersier, C. Banasek-Richter, M.-F. Cattin (2002), Quantitative
  descriptors of food-web matrices, Ecology 83, 2394-2407.
- Secondary loss: a species that is not basal goes when all its food is gone: J. A. Dunne, R. J. Williams,
  N. D. Martinez (2002), Network structure and biodiversity loss in food webs, Ecology Letters 5, 558-567.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import networkx as nx
import pandas as pd

from gamelib.games.habitat import rules as r
from gamelib.kit import Kit
from gamelib.show import charts
from gamelib.show import theme as themes
from gamelib.show.theme import BLUE, ORANGE, VERMILION, Theme

DIETS = {r.RESOURCE: "resource", r.FORAGER: "forager", r.CARNIVORE: "carnivore", r.OMNIVORE: "omnivore"}
SYMBOLS = {"resource": "square", "forager": "circle", "carnivore": "triangle-up", "omnivore": "diamond"}
COLOURS = {"resource": "#6C3A8E", "forager": "#00694A", "carnivore": "#B3261E", "omnivore": "#1F1F1F"}
PALE = {"resource": "#B58BD4", "forager": "#35B58C", "carnivore": "#F08A80", "omnivore": "#C9CED3"}


@dataclass(frozen=True)
class Measure:
    """One number about a web, and what it means."""

    name: str
    value: float
    means: str


@dataclass(frozen=True)
class Loss:
    """What follows when species are gone: `waves` of those that lose their last food, one after the other.

    `scavengers` of them could live on carrion, as long as there is some.
    """

    removed: tuple[str, ...]
    waves: tuple[tuple[str, ...], ...]
    scavengers: tuple[str, ...]

    @property
    def hungry(self) -> tuple[str, ...]:
        """All that go hungry."""
        return tuple(name for wave in self.waves for name in wave)

    def __str__(self) -> str:
        gone = ", ".join(self.removed) or "nothing"
        if not self.hungry:
            return f"Without {gone} nobody goes hungry."
        text = (
            f"Without {gone}, {len(self.hungry)} go hungry: " + "; then ".join(", ".join(w) for w in self.waves) + "."
        )
        if self.scavengers:
            text += f" Of these, {', '.join(self.scavengers)} could live on carrion."
        return text


def web(kit: Kit) -> nx.DiGraph:
    """The food web of a kit: edges go from food to eater.

    Nodes are species by name, with `rank`, `diet`, `realms`, `copies`, `scavenges`. What lives on carrion alone is no
    node, but stands in `graph.graph["carrion_only"]`.
    """
    record, rows = kit.record, kit.tables["species"]
    graph = nx.DiGraph(title=kit.file.title)
    for number, row in enumerate(rows):
        graph.add_node(
            row["name"],
            rank=int(record.species_rank[number]),
            diet=DIETS[int(record.species_diet[number])],
            realms=tuple(row["realms"]),
            copies=int(row["copies"]),
            scavenges=row["scavenges"],
        )
    for eater, row in enumerate(rows):
        for food, other in enumerate(rows):
            if r.not_food(record, eater, food) == 0:
                graph.add_edge(other["name"], row["name"])
    lonely = [name for name, node in graph.nodes.items() if graph.degree(name) == 0 and node["scavenges"] != "never"]
    graph.remove_nodes_from(lonely)
    graph.graph["carrion_only"] = tuple(lonely)
    return graph


def basal(graph: nx.DiGraph) -> list[str]:
    """The species without food."""
    return [name for name in graph if graph.in_degree(name) == 0]


def top(graph: nx.DiGraph) -> list[str]:
    """The species that nothing eats, though they eat."""
    return [name for name in graph if graph.out_degree(name) == 0 and graph.in_degree(name) > 0]


def chains(graph: nx.DiGraph) -> tuple[int, int, int]:
    """How many food chains there are from a basal to a top species, the links in all of them, and in the longest.

    Counted along the order of ranks, not one by one: there can be very many.
    """
    count: dict[str, int] = {}
    links: dict[str, int] = {}
    longest: dict[str, int] = {}
    for name in nx.topological_sort(graph):
        foods = list(graph.predecessors(name))
        count[name] = sum(count[food] for food in foods) if foods else 1
        links[name] = sum(links[food] + count[food] for food in foods)
        longest[name] = max((longest[food] + 1 for food in foods), default=0)
    ends = top(graph)
    return sum(count[n] for n in ends), sum(links[n] for n in ends), max((longest[n] for n in ends), default=0)


def measures(graph: nx.DiGraph) -> list[Measure]:
    """The usual measures of a web; the definitions and where they come from stand at the top of this module."""
    species, links = graph.number_of_nodes(), graph.number_of_edges()
    number, length, longest = chains(graph)
    ends, starts = len(top(graph)), len(basal(graph))

    def share(part: float) -> float:
        return part / species if species else 0.0

    return [
        Measure("species", species, "S: kinds of resources and animals in the web"),
        Measure("links", links, "L: pairs of food and eater"),
        Measure("links a species", share(links), "L/S"),
        Measure("connectance", links / species**2 if species else 0.0, "L/S²: the part of all links that could be"),
        Measure("top", share(ends), "share of species that eat and are not eaten"),
        Measure("intermediate", share(species - ends - starts), "share of species that eat and are eaten"),
        Measure("basal", share(starts), "share of species without food in the web"),
        Measure("food chains", number, "paths from a basal to a top species"),
        Measure("mean chain length", length / number if number else 0.0, "links in a food chain, on average over all"),
        Measure("longest chain", longest, "links in the longest food chain"),
    ]


def measures_table(graph: nx.DiGraph) -> pd.DataFrame:
    """The measures as a table: columns `measure`, `value`, `meaning`."""
    return pd.DataFrame([(m.name, m.value, m.means) for m in measures(graph)], columns=["measure", "value", "meaning"])


def remove(graph: nx.DiGraph, names: Iterable[str]) -> Loss:
    """Take species or resources out, and see who goes hungry, wave after wave.

    Raises:
        ValueError: a name that is not in the web.
    """
    removed = tuple(dict.fromkeys(names))
    strange = [name for name in removed if name not in graph]
    if strange:
        raise ValueError(f"not in the web: {', '.join(strange)}; there are {', '.join(graph)}")
    fed = set(graph) - set(removed)
    eaters = [name for name in graph if graph.in_degree(name) > 0]
    waves = []
    while True:
        wave = tuple(name for name in eaters if name in fed and not fed & set(graph.predecessors(name)))
        if not wave:
            break
        fed -= set(wave)
        waves.append(wave)
    lost = [name for wave in waves for name in wave]
    return Loss(removed, tuple(waves), tuple(name for name in lost if graph.nodes[name]["scavenges"] != "never"))


def keystones(graph: nx.DiGraph) -> pd.DataFrame:
    """For each species, how many go hungry without it: columns `species`, `rank`, `eaters`, `go hungry`; most first."""
    rows = [
        (name, graph.nodes[name]["rank"], graph.out_degree(name), len(remove(graph, [name]).hungry)) for name in graph
    ]
    table = pd.DataFrame(rows, columns=["species", "rank", "eaters", "go hungry"])
    return table.sort_values(["go hungry", "eaters", "species"], ascending=[False, False, True], ignore_index=True)


def faults(kit: Kit) -> list[str]:
    """What makes a deck unplayable: an animal without food in it, a rank that nobody fed has, a useless resource."""
    graph, found = web(kit), []
    scavengers = {row["name"] for row in kit.tables["species"] if row["scavenges"] != "never"}
    hungry = set(basal(graph)) - {name for name, node in graph.nodes.items() if node["diet"] == "resource"}
    found += [f"{name}: nothing in the deck can feed it" for name in sorted(hungry - scavengers)]
    for rank in range(1, r.TOP_RANK + 1):
        if not any(row["rank"] == rank and row["name"] not in hungry - scavengers for row in kit.tables["species"]):
            found.append(f"rank {rank}: no card that can be fed")
    for name, node in graph.nodes.items():
        if node["diet"] == "resource" and graph.out_degree(name) == 0:
            found.append(f"{name}: nothing eats it")
    return found


# ------------------------------------------------------------------ the picture


def places(graph: nx.DiGraph) -> dict[str, tuple[float, float]]:
    """Where each species is drawn: its rank upwards, and across near what it eats, so that links are short."""
    rows: dict[int, list[str]] = {}
    for name, node in graph.nodes.items():
        rows.setdefault(node["rank"], []).append(name)
    across: dict[str, float] = {}
    for rank in sorted(rows):
        names = rows[rank]
        if across:
            names.sort(key=lambda name: (_middle([across[f] for f in graph.predecessors(name)]), name))
        for i, name in enumerate(names):
            across[name] = (i + 0.5) / len(names)
    return {name: (across[name], graph.nodes[name]["rank"]) for name in graph}


def _middle(values: Collection[float]) -> float:
    return sum(values) / len(values) if values else 0.5


def figure(
    graph: nx.DiGraph, removed: Iterable[str] = (), focus: str = "", theme: Theme | str | None = None
) -> charts.Chart:
    """The web as a picture, rank by rank: what was removed is crossed out, who goes hungry is hollow and ringed.

    Args:
        removed: species or resources taken out.
        focus: a species whose links are drawn strong.
        theme: colours and size.
    """
    look = themes.get(theme)
    loss, spots = remove(graph, removed), places(graph)
    gone = set(loss.removed) | set(loss.hungry)
    strong = [(a, b) for a, b in graph.edges if focus in (a, b)]
    weak = [(a, b) for a, b in graph.edges if focus not in (a, b) and not {a, b} & gone]
    traces = [_links(weak, spots, look.line if not strong else look.faint, 0.6), _links(strong, spots, BLUE, 2)]
    for diet in SYMBOLS:
        names = [name for name in graph if graph.nodes[name]["diet"] == diet]
        traces.append(_nodes(graph, names, spots, diet, loss, look))
    layout = charts.layout(look, "Who can eat whom", "", "rank", (-0.02, 1.02), (0.4, r.TOP_RANK + 0.6))
    layout["xaxis"]["showticklabels"] = False
    layout["yaxis"]["dtick"] = 1
    layout["height"] = round(look.px(560))
    layout["width"] = round(look.px(860))
    numbers = {m.name: m.value for m in measures(graph)}
    sentence = (
        f"A food web of {numbers['species']:.0f} species and {numbers['links']:.0f} links "
        f"(connectance {numbers['connectance']:.3f}). {loss if loss.removed else ''}"
    ).strip()
    return charts.chart(traces, layout, sentence, table_of(graph, loss))


def table_of(graph: nx.DiGraph, loss: Loss) -> pd.DataFrame:
    """The web as a table: each species, what it eats and what eats it, and how it fares."""
    wave = {name: f"hungry, wave {number}" for number, names in enumerate(loss.waves, 1) for name in names}
    rows = [
        (
            name,
            node["rank"],
            node["diet"],
            ", ".join(sorted(graph.predecessors(name))),
            ", ".join(sorted(graph.successors(name))),
            "removed" if name in loss.removed else wave.get(name, "fed"),
        )
        for name, node in graph.nodes.items()
    ]
    return pd.DataFrame(rows, columns=["species", "rank", "diet", "eats", "is eaten by", "fares"])


def _links(
    pairs: list[tuple[str, str]], spots: dict[str, tuple[float, float]], colour: str, width: float
) -> dict[str, Any]:
    xs: list[float | None] = []
    ys: list[float | None] = []
    for food, eater in pairs:
        xs += [spots[food][0], spots[eater][0], None]
        ys += [spots[food][1], spots[eater][1], None]
    line = {"color": colour, "width": width}
    return {
        "type": "scatter",
        "mode": "lines",
        "x": xs,
        "y": ys,
        "line": line,
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _nodes(
    graph: nx.DiGraph, names: list[str], spots: dict[str, tuple[float, float]], diet: str, loss: Loss, look: Theme
) -> dict[str, Any]:
    colour = (PALE if look.dark else COLOURS)[diet]
    state = ["removed" if n in loss.removed else "hungry" if n in loss.hungry else "" for n in names]
    symbols = ["x-thin" if s == "removed" else SYMBOLS[diet] + ("-open" if s == "hungry" else "") for s in state]
    rings = [VERMILION if s == "removed" else ORANGE if s == "hungry" else look.paper for s in state]
    hover = [
        f"<b>{name}</b> ({graph.nodes[name]['rank']}, {diet}){': ' + s if s else ''}<br>eats: "
        + (", ".join(sorted(graph.predecessors(name))) or "nothing")
        + "<br>is eaten by: "
        + (", ".join(sorted(graph.successors(name))) or "nothing")
        for name, s in zip(names, state, strict=True)
    ]
    return {
        "type": "scatter",
        "mode": "markers+text",
        "name": diet,
        "x": [spots[n][0] for n in names],
        "y": [spots[n][1] for n in names],
        "text": [n.replace(" ", "<br>", 1) for n in names],
        "textposition": "top center",
        "textfont": {"size": look.px(10), "color": look.ink},
        "customdata": names,
        "hovertext": hover,
        "hovertemplate": "%{hovertext}<extra></extra>",
        "marker": {
            "symbol": symbols,
            "size": look.px(12),
            "color": colour,
            "line": {"color": rings, "width": [look.px(3) if s else 1 for s in state]},
        },
    }
