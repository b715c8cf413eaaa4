"""The addresses of `sheets`."""

from django.urls import URLPattern, URLResolver, path

from sheets import house_settings, views
from sheets.creation import portrait_step
from sheets.creation import views as creation_views
from sheets.editing import views as editing_views
from sheets.importing import views as importing_views
from sheets.lookup import views as lookup_views
from sheets.npc_templates import views as npc_templates_views
from sheets.ownership import join
from sheets.ownership import views as ownership_views
from sheets.paper import views as paper_views
from sheets.portraits import views as portraits_views

_ALL = "t/<str:seat>/characters/"
_SHEET = "t/<str:seat>/characters/<str:character>/"
_CREATE = "t/<str:seat>/characters/create/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("j/<str:code>/", join.join, name="join"),
    path("pictures/<str:digest>/<int:side>/", portraits_views.picture, name="picture"),
    path("t/<str:seat>/settings/", house_settings.house_page, name="house"),
    path("t/<str:seat>/lookup/", lookup_views.lookup, name="lookup"),
    path("t/<str:seat>/lookup/<str:subject>/", lookup_views.lookup, name="lookup-entry"),
    path(_ALL, ownership_views.characters, name="characters"),
    path(f"{_ALL}file/", importing_views.characters, name="read-character"),
    path(f"{_ALL}blank/", paper_views.blank, name="blank-sheet"),
    path(_CREATE, creation_views.start, name="create"),
    path(f"{_CREATE}drop/", creation_views.drop, name="create-drop"),
    path(f"{_CREATE}finish/", creation_views.finish, name="create-finish"),
    path(f"{_CREATE}portrait/", portrait_step.portrait_page, name="create-portrait"),
    path(f"{_CREATE}<str:stage>/", creation_views.stage, name="create-stage"),
    path(f"{_CREATE}<str:stage>/points/", creation_views.points, name="create-points"),
    path(f"{_SHEET}print/", paper_views.sheet, name="print-sheet"),
    path(f"{_SHEET}file/", paper_views.export, name="export-character"),
    path(f"{_SHEET}portrait/", portraits_views.portrait, name="portrait"),
    path(f"{_SHEET}portrait/remove/", portraits_views.remove, name="remove-portrait"),
    path(f"{_SHEET}template/", npc_templates_views.template, name="save-template"),
    path(f"{_SHEET}take/", ownership_views.take, name="take-character"),
    path(f"{_SHEET}owner/", ownership_views.give, name="give-character"),
    path(f"{_SHEET}remove/", ownership_views.remove, name="remove-character"),
    path(_SHEET, views.sheet, name="sheet"),
    *(path(f"{_SHEET}{tab}/", views.sheet, {"tab": tab}, name=f"sheet-tab-{tab}") for tab in views.TABS),
    path(f"{_SHEET}step/", editing_views.change_by, name="sheet-step"),
    path(f"{_SHEET}star/", editing_views.toggle, name="sheet-star"),
    path(f"{_SHEET}checks/<str:check>/", views.check, name="check"),
    path(f"{_SHEET}parts/<str:key>/", views.parts, name="sheet-parts"),
    path(f"{_SHEET}places/<str:path>/", views.place, name="sheet-place"),
    path(f"{_SHEET}fields/<str:path>/", editing_views.edit_field, name="sheet-field"),
    path(f"{_SHEET}fields/<str:path>/remove/", editing_views.remove, name="sheet-remove"),
    path(f"{_SHEET}sections/<int:number>/", editing_views.edit_section, name="sheet-section"),
    path(f"{_SHEET}rows/<str:path>/", editing_views.add_row, name="sheet-rows"),
]
