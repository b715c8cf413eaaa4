"""The addresses of `campaigns`."""

from django.urls import URLPattern, URLResolver, path

from campaigns import home, views
from campaigns.accounts import deletion_views, passkey_views
from campaigns.accounts import views as accounts_views
from campaigns.games import views as games_views
from campaigns.seats import my_seat, televisions
from campaigns.seats import views as seats_views

_PEOPLE = "t/<str:seat>/people/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("code/", home.read_code, name="code"),
    path("campaigns/new/", home.new_table, name="new-campaign"),
    path("games/", games_views.games, name="games"),
    path("games/<str:key>/remove/", games_views.remove, name="remove-game"),
    path("account/new/", accounts_views.sign_up, name="sign-up"),
    path("account/in/", accounts_views.log_in, name="log-in"),
    path("account/in/key/", passkey_views.log_in, name="log-in-key"),
    path("account/keys/", passkey_views.passkeys, name="passkeys"),
    path("account/password/", accounts_views.password, name="password"),
    path("account/out/", accounts_views.log_out, name="log-out"),
    path("account/data/", my_seat.download_account, name="account-data"),
    path("account/delete/", deletion_views.delete_account, name="delete-account"),
    path("tv/", televisions.television, name="tv"),
    path("t/<str:seat>/", views.show_start, name="seat"),
    path(_PEOPLE, seats_views.people, name="people"),
    path(f"{_PEOPLE}links/", seats_views.invite, name="invite"),
    path(f"{_PEOPLE}links/<str:link>/", seats_views.link, name="link"),
    path(f"{_PEOPLE}links/<str:link>/revoke/", seats_views.revoke, name="revoke"),
    path(f"{_PEOPLE}requests/<str:join_request>/", seats_views.join_request, name="join-request"),
    path(f"{_PEOPLE}screens/", seats_views.pair, name="pair"),
    path(f"{_PEOPLE}<str:member>/remove/", seats_views.remove, name="remove-seat"),
    path(f"{_PEOPLE}<str:member>/move/", seats_views.move, name="move-seat"),
    path(f"{_PEOPLE}<str:member>/erase/", deletion_views.erase, name="erase-seat"),
    path("t/<str:seat>/mine/", my_seat.my_seat, name="mine"),
    path("t/<str:seat>/mine/choose/", my_seat.choose_preference, name="choose"),
    path("t/<str:seat>/mine/keep/", my_seat.keep_in_account, name="keep-seat"),
    path("t/<str:seat>/mine/data/", my_seat.download_data, name="own-data"),
    path("t/<str:seat>/mine/leave/", deletion_views.leave, name="leave"),
    path("t/<str:seat>/archive/", views.download_table, name="archive"),
    path("t/<str:seat>/undo/<str:command>/", views.undo_command, name="undo"),
    path("t/<str:seat>/redo/<str:command>/", views.redo_command, name="redo"),
]
