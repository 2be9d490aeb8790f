"""The keys of the phrasebook that a source uses, found by reading it."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path


def _trees(sources: Iterable[Path]) -> Iterator[ast.Module]:
    for path in sources:
        yield ast.parse(path.read_text(encoding="utf-8"), str(path))


def pattern(node: ast.AST | None) -> str | None:
    """The string that an expression is; what is only known at play is a *."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(pattern(part) or "*" for part in node.values)
    return None


def keys_in(sources: Iterable[Path], prefix: str) -> set[str]:
    """All strings that begin like a key, f-strings with * for their slots."""
    found = set()
    for tree in _trees(sources):
        inside = {
            id(part)
            for node in ast.walk(tree)
            if isinstance(node, ast.JoinedStr)
            for part in node.values
        }
        for node in ast.walk(tree):
            text = None if id(node) in inside else pattern(node)
            if text and text.startswith(prefix) and " " not in text:
                found.add(text)
    return found


def refusals_in(sources: Iterable[Path]) -> list[tuple[str, set[str]]]:
    """Each IllegalMove that is raised: its key, and the values it fills in."""
    found = []
    for tree in _trees(sources):
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            dicts = {
                ast.unparse(node.targets[0]): node.value
                for node in ast.walk(function)
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
            }
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "IllegalMove":
                    key = pattern(node.args[0])
                    assert key, ast.unparse(node)
                    found.append((key, _values(node, dicts)))
    return found


def _values(call: ast.Call, dicts: dict[str, ast.Dict]) -> set[str]:
    names = {keyword.arg for keyword in call.keywords if keyword.arg}
    for keyword in call.keywords:
        if keyword.arg is None:
            names |= {pattern(key) or "" for key in dicts[ast.unparse(keyword.value)].keys}
    return names
