"""The addresses of `sheets`."""

from django.urls import URLPattern, URLResolver, path

from sheets import (
    characters,
    creating,
    creating_face,
    editing,
    house,
    joining,
    portrait_views,
    print_views,
    saved_views,
    views,
)

_ALL = "t/<str:seat>/characters/"
_SHEET = "t/<str:seat>/characters/<str:character>/"
_CREATE = "t/<str:seat>/characters/create/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("j/<str:code>/", joining.join, name="join"),
    path("pictures/<str:digest>/<int:side>/", portrait_views.picture, name="picture"),
    path("t/<str:seat>/settings/", house.house, name="house"),
    path(_ALL, characters.characters, name="characters"),
    path(f"{_ALL}file/", characters.read_file, name="read-character"),
    path(f"{_ALL}blank/", print_views.blank, name="blank-sheet"),
    path(_CREATE, creating.start, name="create"),
    path(f"{_CREATE}drop/", creating.drop, name="create-drop"),
    path(f"{_CREATE}finish/", creating.finish, name="create-finish"),
    path(f"{_CREATE}portrait/", creating_face.face, name="create-portrait"),
    path(f"{_CREATE}<str:stage>/", creating.stage, name="create-stage"),
    path(f"{_CREATE}<str:stage>/points/", creating.points, name="create-points"),
    path(f"{_SHEET}print/", print_views.sheet, name="print-sheet"),
    path(f"{_SHEET}file/", characters.export, name="export-character"),
    path(f"{_SHEET}portrait/", portrait_views.portrait, name="portrait"),
    path(f"{_SHEET}portrait/remove/", portrait_views.remove, name="remove-portrait"),
    path(f"{_SHEET}template/", saved_views.template, name="save-template"),
    path(f"{_SHEET}take/", characters.take, name="take-character"),
    path(f"{_SHEET}owner/", characters.give, name="give-character"),
    path(f"{_SHEET}remove/", characters.remove, name="remove-character"),
    path(_SHEET, views.sheet, name="sheet"),
    *(path(f"{_SHEET}{tab}/", views.sheet, {"tab": tab}, name=f"sheet-tab-{tab}") for tab in views.TABS),
    path(f"{_SHEET}step/", editing.step, name="sheet-step"),
    path(f"{_SHEET}star/", editing.star, name="sheet-star"),
    path(f"{_SHEET}checks/<str:check>/", views.check, name="check"),
    path(f"{_SHEET}parts/<str:key>/", views.parts, name="sheet-parts"),
    path(f"{_SHEET}places/<str:path>/", views.place, name="sheet-place"),
    path(f"{_SHEET}fields/<str:path>/", editing.field, name="sheet-field"),
    path(f"{_SHEET}fields/<str:path>/remove/", editing.remove, name="sheet-remove"),
    path(f"{_SHEET}sections/<int:number>/", editing.section, name="sheet-section"),
    path(f"{_SHEET}rows/<str:path>/", editing.rows, name="sheet-rows"),
]
