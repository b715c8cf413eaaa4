"""The addresses of `campaigns`."""

from django.urls import URLPattern, URLResolver, path

from campaigns import accounts, home, leaving, own, passkey_pages, people, televisions, views

_PEOPLE = "t/<str:seat>/people/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("code/", home.code, name="code"),
    path("campaigns/new/", home.new, name="new-campaign"),
    path("account/new/", accounts.sign_up, name="sign-up"),
    path("account/in/", accounts.log_in, name="log-in"),
    path("account/in/key/", passkey_pages.log_in, name="log-in-key"),
    path("account/keys/", passkey_pages.passkeys, name="passkeys"),
    path("account/password/", accounts.password, name="password"),
    path("account/out/", accounts.log_out, name="log-out"),
    path("account/data/", own.account, name="account-data"),
    path("account/delete/", leaving.account, name="delete-account"),
    path("tv/", televisions.television, name="tv"),
    path("t/<str:seat>/", views.begin, name="seat"),
    path(_PEOPLE, people.people, name="people"),
    path(f"{_PEOPLE}links/", people.invite, name="invite"),
    path(f"{_PEOPLE}links/<str:link>/", people.link, name="link"),
    path(f"{_PEOPLE}links/<str:link>/revoke/", people.revoke, name="revoke"),
    path(f"{_PEOPLE}knocks/<str:knock>/", people.knock, name="knock"),
    path(f"{_PEOPLE}screens/", people.pair, name="pair"),
    path(f"{_PEOPLE}<str:member>/remove/", people.remove, name="remove-seat"),
    path(f"{_PEOPLE}<str:member>/move/", people.move, name="move-seat"),
    path(f"{_PEOPLE}<str:member>/erase/", leaving.erase, name="erase-seat"),
    path("t/<str:seat>/mine/", own.mine, name="mine"),
    path("t/<str:seat>/mine/choose/", own.choose, name="choose"),
    path("t/<str:seat>/mine/keep/", own.keep, name="keep-seat"),
    path("t/<str:seat>/mine/data/", own.data, name="own-data"),
    path("t/<str:seat>/mine/leave/", leaving.leave, name="leave"),
    path("t/<str:seat>/archive/", views.download, name="archive"),
    path("t/<str:seat>/undo/<str:command>/", views.take_back, name="undo"),
    path("t/<str:seat>/redo/<str:command>/", views.again, name="redo"),
]
