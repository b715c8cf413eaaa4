"""The site's URL configuration; each app lists its own addresses."""

from django.urls import include, path
from django.views.i18n import set_language

from config.display import choose_display
from config.service_worker import manifest, offline_page, service_worker
from config.serving.health import alive, ready
from config.serving.metrics import metrics

urlpatterns = [
    path("language/", set_language, name="set-language"),
    path("display/", choose_display, name="display"),
    path("alive/", alive, name="alive"),
    path("ready/", ready, name="ready"),
    path("metrics", metrics, name="metrics"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("worker.js", service_worker, name="worker"),
    path("offline/", offline_page, name="offline"),
    path("", include("campaigns.urls")),
    path("", include("sheets.urls")),
    path("", include("encounters.urls")),
]
handler400 = "config.errors.bad_request"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"
