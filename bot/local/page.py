"""Makes SimCord's page fit for a world that changes by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from simcord.preview import Preview, _action_plans, _component_projection
from simcord.preview._media import MediaInfo, MediaWorker

from bot.local.patience import ACTION, replaced

PAGE_LEASE = 12 * 3600.0
SCRIPT = Path(__file__).with_name("page.js").read_text(encoding="utf-8")


class Live:
    """Makes a page fit for a world that changes by itself."""

    def __init__(self, preview: Preview, lock: asyncio.Lock) -> None:
        self._preview: Any = preview
        self._lock = lock
        self._act = preview._action
        self._serve_file = preview._server._static
        vars(preview).update(
            _action=self._action, _PAGE_LEASE_SECONDS=PAGE_LEASE, _media_worker=_Pictures()
        )
        vars(preview._server)["_static"] = self._static

    async def _action(self, context_id: str | None, body: Any) -> dict[str, Any]:
        """Act under the lock: an overlap would disable the page until it is reloaded."""
        async with self._lock:
            ACTION.set(object())
            self._preview.env._preview = self._preview
            page = self._preview._pages.get(context_id)
            if page is not None and isinstance(body, dict) and "published_revision" in body:
                # A heartbeat since the click is no reason to refuse it.
                body = {**body, "published_revision": page.revision}
            return await self._act(context_id, body)

    async def _static(self, request: Any) -> Any:
        response = await self._serve_file(request)
        if request.path == "/app.js":
            response.text += SCRIPT
        return response


class _Pictures(MediaWorker):
    """Takes the bot's own still pictures as they are; a process for each costs most of a second."""

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        with Image.open(BytesIO(blob)) as image:
            width, height = image.size
            if image.format != "PNG" or getattr(image, "is_animated", False):
                return await super()._decode(key, blob, media_time)
        size = width * height * 4
        return MediaInfo(
            "PNG",
            width,
            height,
            1,
            size,
            blob,
            "image/png",
            capture=blob,
            poster=blob,
            memory_limited=True,
        )


@contextmanager
def controls_known_by_custom_id() -> Iterator[None]:
    """Tell the controls of a message apart by what they do, not by where they stand.

    When a panel is edited in place, a late click then misses instead of hitting another button,
    and a select does not show what was chosen in the one before it.
    """
    by_place = _component_projection._control_key

    def key(scope: str, component: Mapping[str, Any], path: str) -> str | None:
        custom_id = component.get("custom_id")
        if not custom_id or not scope.startswith("message:"):
            return by_place(scope, component, path)
        return f"{scope}:component:{sha256(str(custom_id).encode()).hexdigest()[:16]}"

    def found(component: Mapping[str, Any], path: str, message_id: int) -> str | None:
        return key(f"message:{message_id}", component, path)

    with (
        replaced(_component_projection, "_control_key", key),
        replaced(_action_plans, "_component_key", found),
    ):
        yield
