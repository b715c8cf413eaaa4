"""The one websocket address, shared by every live page."""

from django.urls import URLPattern, path, re_path

from campaigns.live.consumer import LivePage

consumer = LivePage.as_asgi()
websocket_urlpatterns: list[URLPattern] = [
    path("ws/<str:seat>/<str:page>/", consumer),
    path("ws/<str:seat>/<str:page>/<str:key>/", consumer),
    re_path("", consumer),  # a wrong address is answered like somebody else's
]
