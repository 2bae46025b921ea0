"""What every notebook of the package keeps to, without running it."""

import ast
import re
from pathlib import Path

import nbformat
import pytest

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
PATHS = sorted(FOLDER.rglob("*.ipynb"))
STATE_FIELDS = {"state", "_row", "_states"}


def cells(path, kind="code"):
    notebook = nbformat.read(path, as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == kind]


@pytest.fixture(params=PATHS, ids=lambda path: str(path.relative_to(FOLDER)))
def path(request):
    return request.param


def assigned(tree):
    """All that is assigned to, however deep: `match.state.dice[0] = 3` gives match.state.dice[0]."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            yield from node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            yield node.target


def root_names(node):
    """The names on the way to what is assigned, without the last one of a plain name."""
    names = set()
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute):
            names.add(node.attr)
        node = node.value
    return names | ({node.id} if isinstance(node, ast.Name) else set())


def changes_of_states(source):
    tree = ast.parse("\n".join(line for line in source.splitlines() if not line.lstrip().startswith(("%", "!"))))
    targets = [target for target in assigned(tree) if isinstance(target, ast.Attribute | ast.Subscript)]
    return [ast.unparse(target) for target in targets if root_names(target) & STATE_FIELDS]


def test_the_search_finds_changes_of_states():
    assert changes_of_states("match.state.dice[0] = 3") == ["match.state.dice[0]"]
    assert changes_of_states("state.cube += 1\nframe['x'] = 2\nmatch.lang = 'fr'") == ["state.cube"]


def test_no_rule_is_told_again(path):
    """Rules are in rules.py alone: no cell of a game's notebook changes a position."""
    if path.parent == FOLDER:
        pytest.skip("these show how a game is written")
    for cell in cells(path):
        assert not changes_of_states(cell.source), cell.source


def test_outputs_are_kept_without_errors_and_without_widget_state(path):
    notebook = nbformat.read(path, as_version=4)
    assert notebook.metadata.kernelspec.name == "python3"
    assert "widgets" not in notebook.metadata
    for cell in cells(path):
        assert cell.execution_count, f"not run: {cell.source:.60}"
        assert all(output.output_type != "error" for output in cell.outputs)
        assert all(output.get("name") != "stderr" for output in cell.outputs), f"a warning: {cell.outputs}"


def test_links_lead_somewhere(path):
    for cell in cells(path, "markdown"):
        for target in re.findall(r"\]\(([^)#]+)", cell.source):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path.name}: {target}"
