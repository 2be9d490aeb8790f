"""The colours of The Rail on the Hill: its towns, landmarks and tokens."""

from __future__ import annotations

from renderers.theme import rgb

MEADOW = rgb("#E9EED2")
MEADOW_EDGE = rgb("#DDE5BF")
ROAD = rgb("#D8CFB8")
ROAD_EDGE = rgb("#B4A98F")
SHADOW = rgb("#1C313D")
HOUSES = rgb("#EFE6CE")
HOUSES_INK = rgb("#8C7E62")
VACANT = rgb("#2F4A58")
DASHED = rgb("#7F9AA8")
SOCKET = rgb("#16262F")
SOCKET_EDGE = rgb("#4F6A78")
FULFILLED = rgb("#D9F0DF")
SMALL_PRINT = rgb("#5C5440")
PLAIN_BADGE = rgb("#CBBFA2")
LOSS = rgb("#FFB3A0")
HILLSIDE = rgb("#7DB36A")
CRATE = (rgb("#E9B872"), rgb("#C98B45"), rgb("#9A6630"))
TARGET_DARK = rgb("#0F8F7A")
CATEGORIES = {
    "leisure": rgb("#DC9187"),
    "welfare": rgb("#86EBDA"),
    "public": rgb("#9AA0EA"),
}
