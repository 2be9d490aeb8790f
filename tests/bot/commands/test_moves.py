"""Moves as slash commands, with what autocomplete offers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.commands.moves import read
from bot.refusal import Refused
from games import GAMES
from games.ride.moves import Build, Towards
from tests import toy as signal_box
from tests.bot.test_turn import (
    _toy_names_its_done,  # noqa: F401  (a fixture)
    moves_made,
    play,
    play_on,
    table_of_toy,
)
from tests.bot.world import World, buttons, text


async def offered(world: World, member: Any, name: str, field: str, **given: Any) -> dict[str, str]:
    """What autocomplete lists, by value."""
    typed = given.pop("typed", "")
    found = await member.autocomplete(world.channel, name, field, typed, **given)
    assert len(found) <= 25
    assert all(0 < len(c["name"]) <= 100 and 0 < len(c["value"]) <= 100 for c in found)
    return {choice["value"]: choice["name"] for choice in found}


async def answer(world: World, member: Any, name: str, **given: Any) -> Any:
    result = await member.slash(world.channel, name, **given)
    assert result.ephemeral
    return result.response


async def build_phase(world: World) -> Any:
    """The first builder of a table of Ride the Rails."""
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    return await world.acting()


async def test_every_kind_of_move_of_every_game_is_a_command(world: World) -> None:
    commands = world.ada.available_commands(world.channel)
    for game in GAMES.values():
        for kind in (*game.moves, *game.shortcuts):
            assert f"{game.key} {kind.kind()}" in commands


async def test_a_share_by_command(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    railroads = await offered(world, member, "ride share", "railroad")
    value, label = next(iter(railroads.items()))
    assert label == f"{value.capitalize()} (you hold 0, 27 left)"
    response = await answer(world, member, "ride share", railroad=value)
    assert f"took a share in {value.capitalize()} and now holds 1." in text(response)
    assert await world.acting() is not member
    assert len(world.boards()) == 2


async def test_autocomplete_lists_the_legal_values_and_no_others(world: World) -> None:
    member = await build_phase(world)
    table = await world.table()
    legal = [m for m in table.game.legal(table.truth, table.seat_of(member.id)) if m.fields()]
    railroads = await offered(world, member, "ride build", "railroad")
    assert set(railroads) == {m.railroad for m in legal if isinstance(m, Build)}
    for railroad in railroads:
        hexes = await offered(world, member, "ride build", "hex", railroad=railroad)
        fitting = [m.hex for m in legal if isinstance(m, Build) and m.railroad == railroad]
        assert list(hexes) == fitting[:25]


async def test_autocomplete_fits_what_is_filled_in(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "ride")
    member = await world.acting()
    table = await world.table()
    legal = list(table.game.legal(table.truth, table.seat_of(member.id)))
    starts = await offered(world, member, "ride ride", "passenger")
    assert set(starts) <= {m.passenger for m in legal}
    start = next(iter(starts))
    ends = await offered(world, member, "ride ride", "to", passenger=start)
    assert set(ends) == set([m.to for m in legal if m.passenger == start][:25]) or len(ends) == 25
    end = next(iter(ends))
    links = await offered(world, member, "ride ride", "links", passenger=start, to=end)
    assert set(links) <= {m.links for m in legal if (m.passenger, m.to) == (start, end)}
    assert all("you +" in label or "you -" in label for label in links.values())


async def test_autocomplete_reads_a_city_that_was_typed_in_another_field(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "ride")
    member = await world.acting()
    start, label = next(iter((await offered(world, member, "ride ride", "passenger")).items()))
    city = label.partition(":")[0]
    by_hex = await offered(world, member, "ride ride", "to", passenger=start)
    assert await offered(world, member, "ride ride", "to", passenger=city.lower()) == by_hex


async def test_typing_narrows_the_list(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    await play_on(world, "ride")
    await play_on(world, "share")
    await play_on(world, "build")
    member = await world.acting()
    [railroad, *_] = await offered(world, member, "ride towards", "railroad")
    everything = await offered(world, member, "ride towards", "city", railroad=railroad)
    wanted = list(everything.values())[-1].partition(":")[0]
    narrowed = await offered(
        world, member, "ride towards", "city", railroad=railroad, typed=f" {wanted[:5].upper()} "
    )
    assert any(label.startswith(wanted) for label in narrowed.values())
    assert all(wanted[:5].lower() in label.lower() for label in narrowed.values())
    nothing = await offered(
        world, member, "ride towards", "city", railroad=railroad, typed="Atlantis"
    )
    assert nothing == {}


async def test_typing_finds_what_is_not_among_the_first_25(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    for phase in ("build", "ride", "share", "build"):
        await play_on(world, phase)
    member = await world.acting()
    table = await world.table()
    seat = table.seat_of(member.id)
    offers = [o for o in table.game.offers(table.truth, seat) if isinstance(o, Towards)]
    railroad = offers[0].railroad
    cities = [o.city for o in offers if o.railroad == railroad]
    first = await offered(world, member, "ride towards", "city", railroad=railroad)
    assert list(first) == cities[:25]
    hidden = [city for city in cities if city not in first]
    assert hidden, "so many cities that they don't fit"
    name = table.game.name("city", hidden[0])
    found = await offered(world, member, "ride towards", "city", railroad=railroad, typed=name)
    assert hidden[0] in found


async def test_who_is_not_due_is_offered_nothing(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    due = await world.acting()
    other = next(m for m in (world.ada, world.bo, world.cy) if m is not due)
    for member in (other, world.dee):
        assert await offered(world, member, "ride share", "railroad") == {}


async def test_where_no_table_is_nothing_is_offered(world: World) -> None:
    assert await offered(world, world.ada, "ride share", "railroad") == {}
    await world.lobby("Ada")
    assert await offered(world, world.ada, "ride share", "railroad") == {}


async def test_autocomplete_offers_each_their_own_secrets_only(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada", "Bo")
    hands = (await world.table()).truth.hands
    for seat, member in enumerate((world.ada, world.bo)):
        cards = await offered(world, member, "toy stash", "card")
        assert sorted(map(int, cards)) == sorted(hands[seat])
    assert await offered(world, world.dee, "toy stash", "card") == {}


async def test_nonsense_in_another_field_offers_nothing(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    for nonsense in ("seven", "--5"):
        assert await offered(world, world.ada, "toy set", "line", card=nonsense) == {}


async def test_building_by_command_answers_with_the_panel_and_ends_by_command(world: World) -> None:
    member = await build_phase(world)
    [railroad, *_] = await offered(world, member, "ride build", "railroad")
    [place, *_] = await offered(world, member, "ride build", "hex", railroad=railroad)
    response = await answer(world, member, "ride build", railroad=railroad, hex=place)
    assert "started" in text(response) and "7 of 8 locomotives left" in text(response)
    assert "End turn, giving up 7" in buttons(response)
    assert len(response.attachments) == 1
    response = await answer(world, member, "ride done")
    assert f"**{member.name}**" in text(world.boards()[-1])
    assert await world.acting() is not member
    assert "already" not in text(response), "it was done just now"


async def test_a_citys_name_is_as_good_as_its_hex(world: World) -> None:
    member = await build_phase(world)
    [railroad, *_] = await offered(world, member, "ride build", "railroad")
    hexes = await offered(world, member, "ride build", "hex", railroad=railroad)
    city = next(label for label in hexes.values() if not label[1:3].strip().isdecimal())
    name = city.partition(" (")[0]
    response = await answer(
        world, member, "ride build", railroad=railroad.upper(), hex=f" {name.lower()} "
    )
    assert f"in {name}." in text(response)


@pytest.mark.parametrize(
    ("railroad", "place", "reason"),
    [
        ("{mine}", "Z99", "There is no hex called Z99."),
        ("{mine}", "Atlantis", "There is no hex called ATLANTIS."),
        ("black", "Chicago", "You hold no share in Black"),
        ("green", "Chicago", "no railroad called green"),
    ],
)
async def test_a_wrong_value_is_refused_with_the_reason(
    world: World, railroad: str, place: str, reason: str
) -> None:
    member = await build_phase(world)
    [mine, *_] = await offered(world, member, "ride build", "railroad")
    made = await moves_made(world)
    response = await answer(
        world, member, "ride build", railroad=railroad.format(mine=mine), hex=place
    )
    assert reason in text(response)
    assert "went wrong" not in text(response)
    assert await moves_made(world) == made


async def test_a_move_of_another_phase_is_refused(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    response = await answer(world, await world.acting(), "ride done")
    assert "That isn't possible now: this is the shares phase." in text(response)


async def test_not_your_turn(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    due = await world.acting()
    other = next(m for m in (world.ada, world.bo, world.cy) if m is not due)
    response = await answer(world, other, "ride share", railroad="red")
    assert f"It's **{due.name}**'s turn, due <t:" in text(response)
    assert await moves_made(world) == 0


async def test_not_your_seat(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    response = await answer(world, world.dee, "ride share", railroad="red")
    assert "You don't sit at this table." in text(response)


async def test_no_table_of_that_game_here(toy: signal_box.SignalBox, world: World) -> None:
    none = "No table of Ride the Rails is open in this channel. `/table new` opens one."
    assert text(await answer(world, world.ada, "ride share", railroad="red")) == none
    await table_of_toy(world, "Ada")
    assert text(await answer(world, world.ada, "ride share", railroad="red")) == none


async def test_a_lobby_is_no_table_to_move_at_yet(world: World) -> None:
    await world.lobby("Ada")
    response = await answer(world, world.ada, "ride share", railroad="red")
    assert "The table has not started yet" in text(response)


async def test_a_shortcut_by_command_makes_its_moves(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    for phase in ("build", "ride", "share", "build"):
        await play_on(world, phase)
    member = await world.acting()
    made = await moves_made(world)
    [railroad, *_] = await offered(world, member, "ride towards", "railroad")
    [city, *_] = await offered(world, member, "ride towards", "city", railroad=railroad)
    response = await answer(world, member, "ride towards", railroad=railroad, city=city)
    assert await moves_made(world) > made
    assert "built" in text(response) or "started" in text(response)


async def test_a_move_with_a_warning_is_confirmed_in_the_panel(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    made = await moves_made(world)
    response = await answer(world, world.ada, "toy done")
    assert "You have drawn no card this turn." in text(response)
    assert await moves_made(world) == made
    await world.ada.click(response.message, label="Do it")
    assert await moves_made(world) == made + 1


async def test_a_command_that_makes_nothing_happen_in_words_still_answers(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    await play(world, 0, signal_box.Draw("deck"))
    turns = (await world.table()).row.turns
    response = await answer(world, world.ada, "toy done")
    assert (await world.table()).row.turns == turns + 1
    assert text(response).strip("\u200b \n")
    assert "already" not in text(response), "it was done just now"


@pytest.mark.parametrize("typed", ["seven", "--5", "", "1.5", "٣x", "9" * 90])
async def test_no_number_is_said_to_be_none(
    toy: signal_box.SignalBox, world: World, typed: str
) -> None:
    await table_of_toy(world, "Ada")
    if not typed:
        with pytest.raises(Refused):
            read(toy, signal_box.Stash, "card", typed)
        return
    response = await answer(world, world.ada, "toy stash", card=typed)
    expected = "You don't hold" if typed.isdecimal() else f"{typed} is no number."
    assert expected in text(response)
    assert await moves_made(world) == 0


async def test_what_the_rules_decide_may_be_left_out(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "ride")
    member, table = await world.acting(), await world.table()
    [seat] = table.acting
    ways = Counter((m.passenger, m.to) for m in table.game.legal(table.truth, seat))
    start, end = next(pair for pair, count in ways.items() if count == 1)
    shown = await answer(world, member, "ride ride", passenger=start, to=end)
    assert "rode" in text(shown)


async def test_what_is_not_decided_is_asked_for(world: World) -> None:
    member = await build_phase(world)
    [railroad] = await offered(world, member, "ride build", "railroad")
    before = (await world.table()).row.number
    shown = await answer(world, member, "ride build", railroad=railroad)
    assert "Say also `hex`: Where?" in text(shown)
    shown = await answer(world, member, "ride build", railroad="black")
    assert "That isn't possible now" in text(shown)
    assert (await world.table()).row.number == before
