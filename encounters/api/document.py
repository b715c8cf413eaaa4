"""The OpenAPI document: one address, one token, and the regions of the shared screen by their names."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from encounters.pages import WALL

VERSION = "1"
ABOUT = {
    "wall_head": "The encounter or the table, the round, and who is up.",
    "wall_scene": "The picture of the scene, while no fight is open.",
    "party": "The player characters, and in a fight everybody the table sees, in their order.",
    "wall_ground": "The places of the ground, and who stands where.",
    "wall_clocks": "The clocks that the table sees.",
    "wall_story": "The last sentences of the story, while no fight is open.",
    "result_band": "The newest result.",
    "wall_handout": "What is shown to everybody.",
    "wall_pause": "Somebody asked for a pause, while it lasts.",
}


def openapi_document(address: str) -> dict[str, Any]:
    problem = {"description": "Why not, in a sentence", "content": _json({"$ref": "#/components/schemas/Problem"})}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tablée", "version": VERSION, "description": "What a shared screen may see. Read only."},
        "servers": [{"url": settings.TABLEE_URL}],
        "security": [{"token": []}],
        "paths": {
            address: {
                "get": {
                    "summary": "What the shared screen shows now",
                    "responses": {
                        "200": {"description": "The screen", "content": _json({"$ref": "#/components/schemas/Screen"})},
                        "401": problem,
                        "429": problem,
                    },
                }
            }
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Screen": _screen(), "Problem": _object({"problem": {"type": "string"}})},
        },
    }


def _screen() -> dict[str, Any]:
    regions = {
        region.name: {"type": ["object", "null"], "description": ABOUT[region.name], "additionalProperties": True}
        for region in WALL
    }
    table = _object({"name": {"type": "string"}, "game": {"type": "string"}})
    return _object({"version": {"const": VERSION}, "table": table, "screen": _object(regions)})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    closed = {"additionalProperties": False, "required": list(properties)}
    return {"type": "object", "properties": properties, **closed}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
