"""The addresses of `encounters`."""

from django.urls import URLPattern, URLResolver, path

from encounters import ask_views, deeds, dice_views, fight_views, forecasts, gauges, views

_FIGHT = "t/<str:seat>/encounters/<str:encounter>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<str:seat>/table/", views.table, name="table"),
    path("t/<str:seat>/screen/", views.screen, name="screen"),
    path("t/<str:seat>/journal/", views.journal, name="journal"),
    path("t/<str:seat>/recap/", views.story, name="recap"),
    path("t/<str:seat>/dice/", dice_views.dice, name="dice"),
    path("t/<str:seat>/dice/publish/", dice_views.publish, name="publish-dice"),
    path("t/<str:seat>/dice/<str:stream>/", dice_views.as_file, name="dice-file"),
    path("t/<str:seat>/characters/<str:character>/roll/", views.roll, name="roll"),
    path("t/<str:seat>/characters/<str:character>/deeds/", deeds.deed, name="deed"),
    path("t/<str:seat>/tests/", ask_views.ask, name="ask"),
    path("t/<str:seat>/tests/<str:encounter>/", ask_views.asked, name="asked"),
    path("t/<str:seat>/encounters/", fight_views.fights, name="fights"),
    path(_FIGHT, fight_views.fight, name="fight"),
    path(f"{_FIGHT}prepare/", fight_views.prepare, name="prepare"),
    path(f"{_FIGHT}name/", fight_views.rename, name="rename-fight"),
    path(f"{_FIGHT}status/", fight_views.status, name="fight-status"),
    path(f"{_FIGHT}participants/", fight_views.enrol, name="enrol"),
    path(f"{_FIGHT}answers/", views.answer, name="answer"),
    path(f"{_FIGHT}actions/", fight_views.act, name="act"),
    path(f"{_FIGHT}fighters/<str:fighter>/gauge/", gauges.gauge, name="gauge"),
    path(f"{_FIGHT}fighters/<str:fighter>/", fight_views.fight, name="fight-selected"),
    path(f"{_FIGHT}fighters/<str:fighter>/odds/", forecasts.odds, name="odds"),
    path(f"{_FIGHT}fighters/<str:fighter>/about/", fight_views.fighter, name="fighter"),
    path(f"{_FIGHT}fighters/<str:fighter>/dismiss/", fight_views.dismiss, name="dismiss"),
]
