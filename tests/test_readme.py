"""What the README shows is what happens."""

import doctest
from pathlib import Path


def test_readme(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    readme = Path(__file__).parent.parent / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted > 5 and result.failed == 0
