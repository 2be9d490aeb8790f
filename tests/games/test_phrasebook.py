"""The phrasebook: how slots are filled, and that nothing is missing or left over."""

import re
from fnmatch import fnmatchcase

import pytest

from games import GAMES, phrasebook
from games.core import Fact, IllegalMove
from games.data import DATA, ROOT, BadData
from games.phrasebook import Phrasebook, read_words
from games.ride import RIDE
from tests.games.spoken import keys_in, refusals_in

SLOT = re.compile(r"\{(\w+)")


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A phrasebook of a few phrases for Ride the Rails, in two languages."""
    (tmp_path / "ride").mkdir()
    house = 'and = "{first} and {last}"\nplayer = "Player {number}"\n'
    (tmp_path / "words.en.toml").write_text(house + '[terms.phase]\nride = "house"\n')
    (tmp_path / "ride" / "words.en.toml").write_text(
        """
who = "{seat}!"
line = "Round {round}: {order}."
many = "{count} {count|link|links}"
alone = "{count|only one|}."
sign = "{dollars:+} of {total:,}"
got = "{gains}"
at = "{railroad} in {hex}"
terms.railroad.red = "Red"
terms.railroad.blue = "Blue"
terms.phase.build = "building"
phase = "{phase}"
""",
        encoding="utf-8",
    )
    german = 'and = "{first} und {last}"\nplayer = "Spieler {number}"\n'
    (tmp_path / "words.de.toml").write_text(german, encoding="utf-8")
    (tmp_path / "ride" / "words.de.toml").write_text('who = "{seat}, bitte"\n', encoding="utf-8")
    monkeypatch.setattr(phrasebook, "DATA", tmp_path)
    return Phrasebook(RIDE, ["Ada", "Bo", "Cy"])


# -- Slots


def test_a_seat_is_called_by_its_name(book):
    assert book.say("ride.who", seat=1) == "Bo!"
    assert book.say("ride.who", seat=7) == "Player 8!"
    assert book.named(["Zoe"]).say("ride.who", seat=0) == "Zoe!"


def test_lists_are_joined_as_one_says_them(book):
    assert book.say("ride.line", round=2, order=[2, 0, 1]) == "Round 2: Cy, Ada and Bo."
    assert book.say("ride.line", round=2, order=[2, 0]) == "Round 2: Cy and Ada."
    assert book.say("ride.line", round=2, order=(1,)) == "Round 2: Bo."
    assert book.join([]) == ""
    assert book.join(["a", "b", "c"], " / ") == "a / b / c"


def test_one_and_many(book):
    assert book.say("ride.many", count=1) == "1 link"
    assert book.say("ride.many", count=2) == "2 links"
    assert book.say("ride.many", count=0) == "0 links"
    assert book.say("ride.alone", count=1) == "only one."
    assert book.say("ride.alone", count=3) == "."


def test_signs_and_thousands(book):
    assert book.say("ride.sign", dollars=7, total=12345) == "+7 of 12,345"
    assert book.say("ride.sign", dollars=-2, total=5) == "-2 of 5"


def test_gains_begin_with_the_most_and_leave_out_who_gained_nothing(book):
    assert book.say("ride.got", gains=[2, 9, 0]) == "Bo +9, Ada +2"
    assert book.say("ride.got", gains=[3, 0, 3]) == "Ada +3, Cy +3"
    assert book.say("ride.got", gains=[0, 0, -1]) == "Cy -1"
    assert book.say("ride.got", gains=[0, 0, 0]) == ""


def test_components_have_names(book):
    assert book.say("ride.at", railroad="red", hex="F14") == "Red in Omaha"
    assert book.say("ride.at", railroad="red", hex="F15") == "Red in F15"
    assert book.say("ride.at", railroad="green", hex=["F14", "F20"]) == "green in Omaha and Chicago"
    assert book.say("ride.at", railroad={"red": 2, "blue": 1}, hex="X") == "Red 2, Blue 1 in X"


def test_the_games_terms_come_before_the_houses(book):
    assert book.say("ride.phase", phase="build") == "building"
    assert book.say("ride.phase", phase="ride") == "house"
    assert book.say("ride.phase", phase="share") == "share"


def test_what_a_member_is_called_or_types_is_not_filled_in_again(book):
    assert book.named(["{gains}"]).say("ride.who", seat=0) == "{gains}!"
    assert book.say("ride.at", railroad="{hex}", hex="F14") == "{hex} in Omaha"


def test_facts_and_refusals_are_told(book):
    assert book.tell(Fact("ride.who", {"seat": 0})) == "Ada!"
    assert book.refuse(IllegalMove("ride.who", seat=2)) == "Cy!"
    assert book.knows("ride.who") and not book.knows("who")


def test_a_second_language_is_a_second_file(book):
    german = Phrasebook(RIDE, ["Ada"], language="de")
    assert german.say("ride.who", seat=0) == "Ada, bitte"
    assert german.say("ride.who", seat=3) == "Spieler 4, bitte"
    assert german.named(["Zoe"]).say("ride.who", seat=0) == "Zoe, bitte"
    with pytest.raises(BadData, match=r"words\.fr\.toml"):
        Phrasebook(RIDE, language="fr")


# -- The words of the games


def sources(*folders):
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def matching(phrases, wanted):
    return [key for key in phrases if fnmatchcase(key, wanted)]


@pytest.fixture(params=sorted(GAMES))
def game(request):
    return GAMES[request.param]


def test_every_key_that_a_game_uses_has_a_phrase(game):
    phrases = Phrasebook(game)._phrases
    used = keys_in(sources(f"games/{game.key}"), f"{game.key}.")
    assert used
    stems = {f"{game.key}.bonus_"}  # compared with, never told
    missing = {key for key in used - stems if not matching(phrases, key)}
    assert not missing


def test_every_refusal_has_a_phrase_and_fills_its_slots(game):
    phrases = Phrasebook(game)._phrases
    wanting = []
    for key, values in refusals_in(sources(f"games/{game.key}")):
        found = matching(phrases, key)
        wanting += [f"{key}: no phrase"] * (not found)
        for each in found:
            slots = set(SLOT.findall(phrases[each]))
            wanting += [f"{each}: {slot} is never given" for slot in sorted(slots - values)]
    assert not wanting


def test_every_move_has_its_words(game):
    words = Phrasebook(game)
    for kind in (*game.moves, *game.shortcuts):
        assert words.knows(f"{game.key}.commands.{kind.kind()}")
        assert words.knows(f"{game.key}.buttons.{kind.kind()}")
        for field in kind.fields():
            assert words.knows(f"{game.key}.fields.{field}")


def test_the_words_for_discord_keep_its_limits(game):
    words = Phrasebook(game)
    for kind in (*game.moves, *game.shortcuts):
        assert 1 <= len(words.say(f"{game.key}.commands.{kind.kind()}")) <= 100
        assert 1 <= len(words.say(f"{game.key}.buttons.{kind.kind()}")) <= 80
        for field in kind.fields():
            assert 1 <= len(words.say(f"{game.key}.fields.{field}")) <= 100


def test_no_phrase_of_a_game_is_left_over(game):
    phrases = read_words(DATA / game.key / "words.en.toml")
    used = keys_in(sources("games", "renderers", "bot"), f"{game.key}.")
    kinds = [*game.moves, *game.shortcuts]
    for part in ("commands", "buttons", "confirm"):
        used |= {f"{game.key}.{part}.{kind.kind()}" for kind in kinds}
    used |= {f"{game.key}.fields.{field}" for kind in kinds for field in kind.fields()}
    for option in game.options.__struct_fields__:  # the lobby's
        used |= {f"{game.key}.options.{option}", f"{game.key}.terms.options.{option}.*"}
    used |= {
        f"{game.key}.terms.{slot}.*" for text in phrases.values() for slot in SLOT.findall(text)
    }
    used |= {f"{game.key}.terms.{field}.*" for kind in kinds for field in kind.fields()}
    for option in game.options.__struct_fields__:
        used |= {f"{game.key}.options.{option}", f"{game.key}.terms.options.{option}.*"}
    spare = [
        key for key in phrases if not any(fnmatchcase(f"{game.key}.{key}", use) for use in used)
    ]
    assert not spare


def test_phrases_are_tidy(game):
    for name, phrases in (
        ("house", read_words(DATA / "words.en.toml")),
        (game.key, read_words(DATA / game.key / "words.en.toml")),
    ):
        for key, text in phrases.items():
            assert text, f"{name}: {key} is empty"
            assert "  " not in text, f"{name}: {key} has a double space"
            rest = phrasebook._SLOT.sub("", text)
            assert "{" not in rest and "}" not in rest, f"{name}: {key} has a slot that is none"
