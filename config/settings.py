"""Every setting of Tablée, read from the environment: `docs/settings.md` lists the variables."""

from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.contrib.messages import constants as messages
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import places
from config.environment import (
    postgres_options,
    secret_key,
    sqlite_options,
    trusted_proxies,
    webhook_hosts,
    with_retries,
)
from config.serving.logs import logging_settings

env = environ.Env()
BASE_DIR = places.ROOT
ASSETS = places.ASSETS  # templates, static files and translations
VAR = places.data()
VAR.mkdir(mode=0o700, parents=True, exist_ok=True)

# --- The site's address, which chooses between the two profiles, http and https -----------------------
TABLEE_URL = env.str("TABLEE_URL", default="http://127.0.0.1:8000").rstrip("/")
SITE = urlsplit(TABLEE_URL)
if SITE.scheme not in ("http", "https") or not SITE.hostname:
    raise ImproperlyConfigured(f"TABLEE_URL must look like https://table.example, not {TABLEE_URL!r}.")
HTTPS = SITE.scheme == "https"
HOSTS_OF_THIS_MACHINE = [] if HTTPS else ["localhost", "127.0.0.1", "[::1]"]

# Push notifications, which browsers allow over https only; hosts of push services besides the known ones.
TABLEE_PUSH = env.bool("TABLEE_PUSH", default=HTTPS)
TABLEE_PUSH_HOSTS = env.list("TABLEE_PUSH_HOSTS", default=[])

DEBUG = env.bool("TABLEE_DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(VAR)
ALLOWED_HOSTS = [SITE.hostname, *env.list("TABLEE_HOSTS", default=[]), *HOSTS_OF_THIS_MACHINE]
# The proxies trusted for a client's address and scheme (X-Forwarded-For, X-Forwarded-Proto).
TABLEE_PROXIES = trusted_proxies(env.list("TABLEE_PROXIES", default=["127.0.0.1", "::1"]))
CSRF_TRUSTED_ORIGINS = [f"{SITE.scheme}://{SITE.netloc}"]

# --- Parts ------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_htmx",
    "template_partials",
    "config.apps.SiteConfig",
    "rules.apps.RulesConfig",
    "campaigns.apps.CampaignsConfig",
    "sheets.apps.SheetsConfig",
    "encounters.apps.EncountersConfig",
]
MIDDLEWARE = [
    "config.serving.request_log.note_request",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.serving.threads.serve_static",
    # It pads each response by a random length, so that the size of a compressed page reveals no secret.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "campaigns.web.middleware.follow_by_script",
    "campaigns.web.middleware.limit_body",
    "campaigns.games.watch.keep_fresh",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ASSETS / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "template_partials.templatetags.partials",
                "campaigns.templatetags.sending",
                "config.templatetags.bundles",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.display.display",
                "config.demo.bar.see_as",
                "campaigns.games.watch.reloaded",
            ],
        },
    },
    {
        # Live fragments are drawn thousands of times a fight: Jinja2 draws them ten times as fast.
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "live",
        "DIRS": [ASSETS / "templates" / "live"],
        "OPTIONS": {"environment": "config.jinja.environment"},
    },
]
CRISPY_ALLOWED_TEMPLATE_PACKS = CRISPY_TEMPLATE_PACK = "bootstrap5"
CRISPY_FAIL_SILENTLY = False
SESSION_ENGINE = "campaigns.seats.sessions"
# In the session: the cookie store would need a cookie of its own.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
MESSAGE_TAGS = {messages.ERROR: "danger"}

# --- Storage: embedded by default, three variables for a larger site ----------------------------------
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR / 'tablee.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["ENGINE"] = "config.sqlite3"  # Django's, but the writing threads of a process queue
    # FULL: an acknowledged wound survives a power cut. NORMAL trades that for speed.
    DATABASES["default"]["OPTIONS"] = sqlite_options(env.str("TABLEE_SQLITE_SYNCHRONOUS", default="FULL"))
    DATABASES["default"]["CONN_MAX_AGE"] = None  # opening the file takes as long as three statements
else:
    # The most connections of a process, however many threads it has.
    most, given = env.int("TABLEE_POSTGRES_POOL", default=10), DATABASES["default"].get("OPTIONS", {})
    DATABASES["default"]["OPTIONS"] = postgres_options(most, given)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # a connection whose server has gone is replaced
CHANNEL_LAYERS = {"default": with_retries(env.channels_url("CHANNELS_URL", default="inmemory://"))}
CACHES = {"default": env.cache_url("CACHE_URL", default="locmemcache://")}
TABLEE_MOST_BODY = 256 * 1024  # of a request, unless its view allows more (campaigns/web/middleware.py)
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# The most live pages that a process keeps open, for a seat and for a table.
TABLEE_PAGES_PER_SEAT = env.int("TABLEE_PAGES_PER_SEAT", default=8)
TABLEE_PAGES_PER_TABLE = env.int("TABLEE_PAGES_PER_TABLE", default=60)
TABLEE_SIMULATED_FIGHTS = env.int("TABLEE_SIMULATED_FIGHTS", default=1000)
# The allowed hosts of webhooks; without any, webhooks are off (campaigns/outgoing/addresses.py).
TABLEE_WEBHOOK_HOSTS = webhook_hosts(env.list("TABLEE_WEBHOOK_HOSTS", default=[]))
# Another source of dice, for tests; by default anybody can verify the server's (encounters/dice/source.py).
TABLEE_DICE = env.str("TABLEE_DICE", default="")

# --- Logs: no names, no addresses of seats, no content --------------------------------------------------
LOGGING = logging_settings(env.str("TABLEE_LOG", default="text"), env.str("TABLEE_LOG_LEVEL", default="WARNING"))
TABLEE_BUILD = env.str("TABLEE_BUILD", default="")
TABLEE_DEMO = env.bool("TABLEE_DEMO", default=False)  # set by `manage.py demo` only: each page offers the other seats
TABLEE_METRICS_TOKEN = env.str("TABLEE_METRICS_TOKEN", default="")

# --- Languages ----------------------------------------------------------------------------------------
LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LOCALE_PATHS = [ASSETS / "locale"]
GAMES_FOLDER = env.str("TABLEE_GAMES", default="")
TIME_ZONE = env.str("TABLEE_TIME_ZONE", default="Europe/Paris")

# --- Static files: bundled, compressed and named by their hash once collected; else served from their sources ---
COLLECTED = env.bool("TABLEE_COLLECTED", default=HTTPS)
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700  # the site serves them itself
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [ASSETS / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "config.bundles.BundledStorage" if COLLECTED else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
SERVESTATIC_USE_FINDERS = not COLLECTED
SERVESTATIC_MAX_AGE = 60 if COLLECTED else 0
SERVESTATIC_ALLOW_ALL_ORIGINS = False

# --- Security: the same headers on both profiles, and on https those that need it -----------------------
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        # Older Safari does not count the socket of the same host as 'self'.
        "connect-src": [SELF, f"{'wss' if HTTPS else 'ws'}://{SITE.netloc}"],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}

COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}tablee_session"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}tablee_csrf"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}tablee_language"
TABLEE_DEVICE_COOKIE = f"{COOKIE_PREFIX}tablee_device"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "config.errors.foreign_form"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE = 180 * 24 * 3600

if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(alive|ready)/$", r"^metrics$"]  # requested behind the proxy, without TLS
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
# A host's other subdomains are not ours to bind: no includeSubDomains, no preload.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

LOGIN_URL = "log-in"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
