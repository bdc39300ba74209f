# Examples: those of the docstrings, of the README and of the pages.
from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
import importlib.util
from pathlib import Path

import pytest
import tabiya as tb
from tabiya import _builder, _columns, _enums, _errors, _game, _game_columns, _games, _results, _tabiya

FOLDER = Path(__file__).parents[1]
# Pages whose sections stand alone and need further packages.
PARTS = [FOLDER / "docs" / "recipes.md", FOLDER / "docs" / "adapters.md"]
# Pages that need further packages.
PACKAGES = {"games.md": ["polars", "pyarrow"], "tasks.md": ["pandas", "pyarrow"]}
PAGES = [FOLDER / "README.md", *sorted(set((FOLDER / "docs").glob("*.md")) - {*PARTS})]
SECTIONS = {
    "NumPy": ["numpy"],
    "PyTorch": ["torch"],
    "JAX": ["jax"],
    "Polars": ["polars", "pyarrow"],
    "Arrow": ["pyarrow"],
    "DuckDB": ["duckdb", "pyarrow"],
    "pandas": ["pandas", "pyarrow"],
}
ADAPTERS = {name.lower(): SECTIONS[name] for name in ["Polars", "Arrow", "DuckDB", "pandas"]}
# Sections of other pages that need further packages.
OPTIONAL = {"PGN in Python": SECTIONS["Polars"]}


@pytest.fixture(autouse=True)
def in_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs each test in a folder of its own, where examples write their files."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "module", [tb, _tabiya, _builder, _enums, _errors, _game, _game_columns, _games, _results, _columns]
)
def test_docstrings_hold_true_examples(module: object) -> None:
    check_docstrings(module)


@pytest.mark.parametrize("name", ADAPTERS)
def test_docstrings_of_adapters_hold_true_examples(name: str) -> None:
    for package in ADAPTERS[name]:
        pytest.importorskip(package)
    check_docstrings(importlib.import_module(f"tabiya.{name}"))


def check_docstrings(module: object) -> None:
    names = {name: getattr(tb, name) for name in tb.__all__}
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(verbose=False)
    # Members that the package re-exports belong to its own modules.
    for test in finder.find(module, globs={**names, **vars(module)}, module=False):
        runner.run(test)
    assert runner.summarize().failed == 0


def test_docstrings_of_the_extension_are_examined() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = {test.name for test in finder.find(_tabiya, module=False) if test.examples}
    assert {"tabiya._tabiya.Position", "tabiya._tabiya.Positions"} <= found, found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_hold_true_examples(page: Path) -> None:
    for package in PACKAGES.get(page.name, []):
        pytest.importorskip(package)
    parts = page.read_text(encoding="utf-8").split("\n## ")
    runnable = [part for part in parts if not missing(OPTIONAL.get(part.split(":")[0], []))]
    examples = doctest.DocTestParser().get_doctest("\n".join(runnable), {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(verbose=False).run(examples).failed == 0


def missing(packages: list[str]) -> list[str]:
    """Returns the packages that are not installed."""
    return [package for package in packages if importlib.util.find_spec(package) is None]


def sections() -> dict[str, str]:
    """Returns the sections of these pages by the first word of their headings."""
    texts = [page.read_text(encoding="utf-8").split("\n## ")[1:] for page in PARTS]
    return {section.split(":")[0]: section for section in sum(texts, [])}


@pytest.mark.parametrize("name", SECTIONS)
def test_sections_hold_true_examples(name: str) -> None:
    for package in SECTIONS[name]:
        pytest.importorskip(package)
    examples = doctest.DocTestParser().get_doctest(sections()[name], {}, name, name, 0)
    assert examples.examples and doctest.DocTestRunner(verbose=False).run(examples).failed == 0


def test_sections_are_all_examined() -> None:
    assert list(sections()) == list(SECTIONS)


def test_every_public_name_is_documented() -> None:
    for name in tb.__all__:
        value = getattr(tb, name)
        if isinstance(value, str):
            continue
        assert value.__doc__, name
        for member, attribute in vars(value).items() if isinstance(value, type) else ():
            if not member.startswith("_") and callable(attribute):
                assert attribute.__doc__, f"{name}.{member}"


def test_recipes_have_types(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    recipes = PARTS[0].read_text(encoding="utf-8").split("\n## ")[1:]
    pages = [(FOLDER / "docs" / name).read_text(encoding="utf-8") for name in ("tasks.md", "tutorial.md")]
    for number, text in enumerate(recipes + pages):
        source = "".join(example.source for example in doctest.DocTestParser().get_examples(text))
        (tmp_path / f"page_{number}.py").write_text(source, encoding="utf-8")
    # Pages give a name to one value after another. Packages that are not installed have no types.
    options = ["--strict", "--allow-redefinition-new", "--local-partial-types", "--ignore-missing-imports"]
    # The decorator of JAX has no type if the package is not installed.
    options.append("--allow-untyped-decorators")
    command = [sys.executable, "-m", "mypy", *options, *map(str, tmp_path.glob("*.py"))]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300, check=False)
    errors = [line for line in checked.stdout.splitlines() if line.startswith("page_")]
    assert not errors and " in 5 source files" in checked.stdout, checked.stdout
