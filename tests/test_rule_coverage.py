"""Every clause of the rules pages is carried by a test that names it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
CLAUSE = re.compile(r"\b[A-Z]\d\d\b")
CITED = re.compile(r"\(([A-Z]\d\d(?:, [A-Z]\d\d)*)\)")
SECTION = 3500  # characters: a section is shown in one message


def clauses(page: Path) -> set[str]:
    """The clauses of a page: those cited in parentheses at the end of its sentences."""
    cited = CITED.findall(page.read_text(encoding="utf-8"))
    return {clause for group in cited for clause in CLAUSE.findall(group)}


def marks() -> Iterator[tuple[str, str]]:
    """Every clause that a test names, and where."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    for named in mark.args:
                        assert isinstance(named, ast.Constant), ast.unparse(mark)
                        yield named.value, f"{path.relative_to(ROOT)}: {node.name}"


def test_there_are_rules_pages():
    assert PAGES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_clause_is_named_by_a_test(page):
    found = clauses(page)
    assert found
    assert sorted(found - {clause for clause, _ in marks()}) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_clauses_of_a_page_have_no_gaps(page):
    found = sorted(clauses(page))
    letter = found[0][0]
    assert found == [f"{letter}{number:02}" for number in range(1, len(found) + 1)]


def test_no_test_names_an_unknown_clause():
    known = {clause for page in PAGES for clause in clauses(page)}
    strangers = [f"{clause} in {where}" for clause, where in marks() if clause not in known]
    assert strangers == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_section_fits_in_a_message(page):
    text = page.read_text(encoding="utf-8")
    sections = re.split(r"^## +", text, flags=re.MULTILINE)
    assert 3 <= len(sections) <= 25
    assert {part.partition("\n")[0]: len(part) for part in sections if len(part) > SECTION} == {}
