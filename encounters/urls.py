"""The addresses of `encounters`."""

from django.urls import URLPattern, URLResolver, path

from encounters import pictures, views
from encounters.api import views as api_views
from encounters.checks import downtime
from encounters.checks import views as checks_views
from encounters.copying import views as copy_views
from encounters.correct import views as correct_views
from encounters.correct import what_if_views
from encounters.dice import views as dice_views
from encounters.fight import act_form
from encounters.fight import views as fight_views
from encounters.fight.offers import gauge, odds
from encounters.ground import views as ground_views
from encounters.handouts import views as handout_views
from encounters.log import explain_views, takeaway_views, undo_views
from encounters.messages import views as message_views
from encounters.party import views as party_views
from encounters.prepare import adding_views, import_views, simulation_views
from encounters.push import views as push_views
from encounters.questions import views as question_views
from encounters.stash import views as stash_views
from encounters.webhook import views as webhook_views

_FIGHT = "t/<str:seat>/encounters/<str:encounter>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<str:seat>/table/", views.show_table, name="table"),
    path("t/<str:seat>/screen/", views.show_screen, name="screen"),
    path("t/<str:seat>/journal/", views.show_journal, name="journal"),
    path("t/<str:seat>/journal/<str:event>/", correct_views.correct, name="correct"),
    path(f"{_FIGHT}kept/", correct_views.download_fight, name="keep-fight"),
    path("t/<str:seat>/journal/<str:event>/why/", explain_views.explain, name="why"),
    path("t/<str:seat>/undo/", undo_views.undo_last, name="undo-last"),
    path("t/<str:seat>/redo/", undo_views.redo_last, name="redo-last"),
    path("t/<str:seat>/recap/", views.show_story, name="recap"),
    path("t/<str:seat>/recap/sentence/", views.write_story, name="write-story"),
    path("t/<str:seat>/after/", takeaway_views.after_session, name="after"),
    path("t/<str:seat>/handouts/", handout_views.handouts, name="handouts"),
    path("t/<str:seat>/handouts/<str:handout>/", handout_views.handout, name="handout"),
    path("t/<str:seat>/handouts/<str:handout>/show/", handout_views.show, name="show-handout"),
    path("t/<str:seat>/handouts/<str:handout>/take-away/", handout_views.withdraw, name="take-handout"),
    path("t/<str:seat>/handouts/<str:handout>/remove/", handout_views.remove, name="remove-handout"),
    path("t/<str:seat>/push/", push_views.push, name="push"),
    path("t/<str:seat>/copy/", copy_views.tables, name="copy-tables"),
    path("t/<str:seat>/copy/<str:source>/", copy_views.copy, name="copy"),
    path("t/<str:seat>/party/", party_views.party, name="party"),
    path("t/<str:seat>/party/clocks/", party_views.make_clock, name="clocks"),
    path("t/<str:seat>/party/clocks/<str:clock>/", party_views.change_clock, name="clock"),
    path("t/<str:seat>/party/notes/<str:whose>/", party_views.save_note, name="party-note"),
    path("api/v1/screen", api_views.screen, name="api-screen"),
    path("api/v1/openapi.json", api_views.openapi, name="api-document"),
    path("t/<str:seat>/people/programs/", api_views.tokens, name="api-tokens"),
    path("t/<str:seat>/people/webhook/", webhook_views.webhook, name="webhook"),
    path("t/<str:seat>/messages/", message_views.messages, name="messages"),
    path("t/<str:seat>/messages/resume/", message_views.resume, name="resume"),
    path("t/<str:seat>/messages/<str:message>/read/", message_views.mark_read, name="read-message"),
    path("t/<str:seat>/messages/<str:message>/take-away/", message_views.withdraw, name="take-message"),
    path("pause/", message_views.pause, name="pause"),  # its address names no seat
    path("t/<str:seat>/party/next/", party_views.plan, name="next-session"),
    path("t/<str:seat>/party/calendar/", party_views.change_calendar, name="calendar"),
    path("t/<str:seat>/party/next/answer/", party_views.answer, name="answer-session"),
    path("t/<str:seat>/party/tables/", party_views.create_table, name="random-tables"),
    path("t/<str:seat>/party/tables/<str:table>/", party_views.use_table, name="random-table"),
    path("t/<str:seat>/questions/", question_views.questions, name="questions"),
    path("t/<str:seat>/questions/<str:question>/", question_views.question, name="question"),
    path("t/<str:seat>/party/stash/", stash_views.add_thing, name="stash"),
    path("t/<str:seat>/party/stash/<str:thing>/", stash_views.take_thing, name="stash-thing"),
    path("t/<str:seat>/party/purse/", stash_views.move_coins, name="purse"),
    path("t/<str:seat>/dice/", dice_views.dice, name="dice"),
    path("t/<str:seat>/dice/publish/", dice_views.publish, name="publish-dice"),
    path("t/<str:seat>/dice/<str:stream>/", dice_views.download, name="dice-file"),
    path("t/<str:seat>/characters/<str:character>/roll/", views.roll_test, name="roll"),
    path("t/<str:seat>/characters/<str:character>/downtime/", downtime.do_downtime, name="downtime"),
    path("t/<str:seat>/tests/", checks_views.ask, name="ask"),
    path("t/<str:seat>/tests/<str:encounter>/", checks_views.throw_or_count, name="asked"),
    path("t/<str:seat>/encounters/", fight_views.create, name="fights"),
    path(_FIGHT, fight_views.fight, name="fight"),
    path(f"{_FIGHT}prepare/", fight_views.prepare, name="prepare"),
    path(f"{_FIGHT}name/", fight_views.rename, name="rename-fight"),
    path(f"{_FIGHT}notes/", fight_views.annotate, name="fight-notes"),
    path(f"{_FIGHT}status/", fight_views.set_status, name="fight-status"),
    path(f"{_FIGHT}participants/", fight_views.enrol, name="enrol"),
    path(f"{_FIGHT}add/", adding_views.add, name="add-fighters"),
    path(f"{_FIGHT}import/", import_views.fighters, name="import-fighters"),
    path(f"{_FIGHT}what-if/", what_if_views.fork, name="fork"),
    path("t/<str:seat>/what-if/<str:branch>/", what_if_views.branch, name="branch"),
    path(f"{_FIGHT}answers/", views.send_answer, name="answer"),
    path(f"{_FIGHT}actions/", fight_views.act, name="act"),
    path(f"{_FIGHT}fighters/<str:fighter>/acts/", act_form.forms, name="act-forms"),
    path(f"{_FIGHT}fighters/<str:fighter>/acts/<str:kind>/", act_form.form, name="act-form"),
    path(f"{_FIGHT}fighters/<str:fighter>/gauge/", gauge.declaration, name="gauge"),
    path(f"{_FIGHT}fighters/<str:fighter>/", fight_views.fight, name="fight-selected"),
    path(f"{_FIGHT}fighters/<str:fighter>/odds/", odds.odds, name="odds"),
    path(f"{_FIGHT}fighters/<str:fighter>/about/", fight_views.describe, name="fighter"),
    path(f"{_FIGHT}fighters/<str:fighter>/timers/", fight_views.set_timer, name="time"),
    path(f"{_FIGHT}fighters/<str:fighter>/dismiss/", fight_views.dismiss, name="dismiss"),
    path(f"{_FIGHT}fighters/<str:fighter>/clone/", fight_views.clone, name="clone"),
    path(f"{_FIGHT}try/", simulation_views.simulate, name="simulate"),
    path(f"{_FIGHT}about/", fight_views.describe_several, name="lot"),
    path(f"{_FIGHT}reserves/", fight_views.bring, name="bring"),
    path(f"{_FIGHT}ground/", ground_views.ground, name="ground"),
    path(f"{_FIGHT}ground/lay/", ground_views.lay, name="lay-ground"),
    path(f"{_FIGHT}ground/place/", ground_views.save_place, name="ground-place"),
    path(f"{_FIGHT}ground/way/", ground_views.save_way, name="ground-way"),
    path(f"{_FIGHT}ground/picture/", ground_views.set_picture, name="ground-picture"),
    path(f"{_FIGHT}ground/pin/", ground_views.set_pin, name="ground-pin"),
    path("shown/<str:digest>/", pictures.picture, name="shown-picture"),
    path(f"{_FIGHT}ground/put/", ground_views.put, name="put"),
    path(f"{_FIGHT}ground/measure/", ground_views.measure, name="measure"),
]
