"""The project's own habits: where imports point, how long things are, whether papers are true."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import discord
import pytest
from discord.app_commands import Command

from bot.__main__ import COMMANDS, parser
from bot.commands.tables import TableCommands
from games import GAMES

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("games", "renderers", "bot")
BARRED = {
    "games": {"bot", "renderers", "tests", "PIL", "discord", "simcord", "sqlite3", "aiosqlite"},
    "renderers": {"bot", "tests", "discord", "simcord", "sqlite3", "aiosqlite"},
    "bot": {"tests"},
}
GAME_KEYS = {"ride", "hill", "village", "dice", *GAMES}
SETTING = re.compile(r"\b(?:SLOWTRAIN_[A-Z]+|DISCORD_TOKEN)\b")
COMMAND = re.compile(r"(?:`|bin/|exec slowtrain )slowtrain ([a-z]+)")

MODULE_LINES, MODULE_LINES_AT_MOST = 400, 450
FUNCTION_LINES, FUNCTION_LINES_AT_MOST = 60, 80

# Put together here, so that this file doesn't mention them itself.
MACHINE_PATHS = re.compile("|".join(["/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "/Us" + "ers/"]))
TEXT = {".py", ".md", ".toml", ".txt", ".sql", ".yaml", ".service", ".jsonl", ".example", ""}


def modules(room: str) -> list[Path]:
    found = sorted((ROOT / room).rglob("*.py"))
    assert found, f"{room}/ has no modules"
    return found


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a module imports, by its full name; also inside functions."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join((*above, *([node.module] if node.module else [])))
            for alias in node.names:
                yield node.lineno, f"{origin}.{alias.name}"


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Every string of a module that isn't a docstring or a comment in string's clothing."""
    tree = tree_of(path)
    bare = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value


@pytest.mark.parametrize("room", ROOMS)
def test_imports_point_one_way(room: str) -> None:
    astray = [
        f"{name_of(path)}:{line} imports {imported}"
        for path in modules(room)
        for line, imported in imports(path)
        if imported.split(".")[0] in BARRED[room]
    ]
    assert not astray, "\n".join(astray)


def test_the_bot_knows_no_single_game() -> None:
    rooms = {f"{room}.{key}" for room in ("games", "renderers") for key in GAME_KEYS}
    titles = {game.title for game in GAMES.values()}
    keys = "|".join(sorted(GAME_KEYS))
    keyed = re.compile(rf"^(?:{keys})(?:$|\.)|['\"](?:{keys})['\"]|/(?:{keys})\b")
    named = [
        f"{name_of(path)}:{line} imports {imported}"
        for path in modules("bot")
        for line, imported in imports(path)
        if any(imported == room or imported.startswith(room + ".") for room in rooms)
    ]
    named += [
        f"{name_of(path)}:{line} says {text!r}"
        for path in modules("bot")
        for line, text in strings(path)
        if keyed.search(text) or any(title in text for title in titles)
    ]
    assert not named, "\n".join(named)


def test_modules_are_short() -> None:
    lengths = {
        name_of(path): len(path.read_text(encoding="utf-8").splitlines())
        for room in ROOMS
        for path in modules(room)
    }
    judge("modules", lengths, MODULE_LINES, MODULE_LINES_AT_MOST)


def test_functions_are_short() -> None:
    lengths = {}
    for room in ROOMS:
        for path in modules(room):
            for node in ast.walk(tree_of(path)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    assert node.end_lineno is not None
                    where = f"{name_of(path)}:{node.lineno} {node.name}"
                    lengths[where] = node.end_lineno - node.lineno + 1
    judge("functions", lengths, FUNCTION_LINES, FUNCTION_LINES_AT_MOST)


def judge(what: str, lengths: dict[str, int], wanted: int, at_most: int) -> None:
    """Fail for what is far too long, warn of what is getting there."""
    long = {name: lines for name, lines in lengths.items() if lines > wanted}
    report = "\n".join(f"{name}: {lines} lines" for name, lines in sorted(long.items()))
    assert all(lines <= at_most for lines in long.values()), f"{what} over {at_most}:\n{report}"
    if long:
        warnings.warn(f"{what} over {wanted} lines:\n{report}", stacklevel=2)


def files() -> list[Path]:
    """The project's files: what git has or would take, or, without git, what lies in its rooms."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode == 0 and listing.stdout:
        found = [ROOT / name for name in listing.stdout.split("\0") if name]
    else:
        rooms = [ROOT / room for room in (*ROOMS, "data", "docs", "deploy", "tests", ".ci")]
        found = [path for room in rooms for path in room.rglob("*")]
        found += list(ROOT.iterdir())
    kept = [path for path in found if path.is_file() and path.suffix in TEXT]
    return [path for path in kept if "__pycache__" not in path.parts and path.name != ".env"]


def test_no_file_mentions_a_path_of_somebodys_machine() -> None:
    found = [
        f"{name_of(path)}:{number}: {line.strip()[:80]}"
        for path in files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if MACHINE_PATHS.search(line)
    ]
    assert not found, "\n".join(found)


def test_constraints_pin_versions_and_name_no_registry() -> None:
    for line in read("constraints.txt").splitlines():
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line), line


def test_every_direct_dependency_is_pinned() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(one for extra in extras for one in extra)]
    names = {normal(re.split(r"[\[<>=!~; ]", one)[0]) for one in wanted}
    pinned = {normal(line.split("==")[0]) for line in read("constraints.txt").splitlines()}
    assert names <= pinned, f"constraints.txt lacks {sorted(names - pinned)}"


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def settings_in_code() -> set[str]:
    found: set[str] = set()
    for room in ROOMS:
        for path in modules(room):
            for _, text in strings(path):
                found |= set(SETTING.findall(text))
    return found


def test_the_example_names_every_setting_and_no_other() -> None:
    explained = set(re.findall(r"^#?([A-Z_]+)=", read(".env.example"), re.MULTILINE))
    assert explained == settings_in_code()


def test_the_readme_names_every_setting_and_no_other() -> None:
    assert set(SETTING.findall(read("README.md"))) == settings_in_code()


def test_the_image_sets_only_what_is_read() -> None:
    for name in ("Dockerfile", "deploy/slowtrain.service"):
        assert set(SETTING.findall(read(name))) <= settings_in_code(), name


def mentioned_commands() -> list[str]:
    """What the papers, the Makefile and the image call as `slowtrain COMMAND`."""
    found: set[str] = set()
    for name in ("README.md", "CONTRIBUTING.md", "Makefile", "deploy/slowtrain.service"):
        found |= set(COMMAND.findall(read(name)))
    found |= set(re.findall(r'CMD \["slowtrain", "([a-z]+)"', read("Dockerfile")))
    return sorted(found)


@pytest.mark.parametrize("command", mentioned_commands())
def test_a_command_that_is_written_about_exists(command: str) -> None:
    assert command in COMMANDS


def test_the_readme_tells_of_every_command() -> None:
    told = set(re.findall(r"^\| `slowtrain ([a-z]+)` \|", read("README.md"), re.MULTILINE))
    assert told == set(COMMANDS)


def test_the_example_of_a_golden_game_can_be_typed() -> None:
    example = re.search(r"bin/slowtrain (simulate x .*)", read("CONTRIBUTING.md"))
    assert example
    for key in GAMES:
        words = example[1].replace(" x ", f" {key} ").split()
        assert parser().parse_args(words).seats == 3


def test_the_readme_tells_of_every_table_command() -> None:
    commands = {c.name for c in vars(TableCommands).values() if isinstance(c, Command)}
    assert set(re.findall(r"^\| `/table ([a-z]+)` \|", read("README.md"), re.MULTILINE)) == commands


def test_the_readme_tells_of_every_move() -> None:
    for game in GAMES.values():
        told = set(re.findall(rf"`/{game.key} ([a-z]+)", read("README.md")))
        assert told == {kind.kind() for kind in (*game.moves, *game.shortcuts)}


def test_every_playable_game_is_in_the_readme_with_its_rules() -> None:
    for game in GAMES.values():
        row = re.search(rf"^\| {re.escape(game.title)} \|(.*)$", read("README.md"), re.MULTILINE)
        assert row, game.title
        assert f"{game.seats[0]} to {game.seats[-1]}" in row[1]
        assert f"docs/rules/{game.key}.md" in row[1]


def test_links_lead_somewhere() -> None:
    astray = [
        f"{name} points at {target}"
        for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
        for target in re.findall(r"\]\(([^)#:]+)\)", read(name))
        if not (ROOT / target).exists()
    ]
    assert not astray, "\n".join(astray)


def test_the_invitation_asks_for_what_it_says() -> None:
    asked = re.search(r"permissions=(\d+)", read("README.md"))
    assert asked
    assert discord.Permissions(int(asked[1])) == discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        attach_files=True,
        read_message_history=True,
    )


def test_ci_can_be_run() -> None:
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
    make_targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md", ".ci/run"):
        for target in re.findall(r"(?:^|`|=\d+ )make ([a-z]+)", read(name), re.MULTILINE):
            assert target in make_targets, f"{name}: make {target}"
