"""`/table replay`, while a table runs and at its end."""

from __future__ import annotations

import io

from PIL import Image

from tests.bot.world import World, text


async def test_a_frame_for_each_turn(world: World) -> None:
    await world.start("Ada", computers=2)
    for _ in range(2):
        member = await world.acting()
        offered = await member.autocomplete(world.channel, "ride share", "railroad", "")
        if offered:
            await member.slash(world.channel, "ride share", railroad=offered[0]["value"])
        else:
            await member.slash(world.channel, "ride done")
        await world.settle()
    table = await world.table()
    shown = (await world.bo.slash(world.channel, "table replay")).response
    assert shown.ephemeral
    [file] = shown.attachments
    assert file.filename == "replay.gif"
    image = Image.open(io.BytesIO(await file.read()))
    assert image.n_frames == table.row.turns + 1
    assert f"{table.row.turns} turns" in text(shown)


async def test_nothing_to_show_before_the_start(world: World) -> None:
    await world.lobby("Ada")
    shown = (await world.ada.slash(world.channel, "table replay")).response
    assert "has not started yet" in text(shown)
