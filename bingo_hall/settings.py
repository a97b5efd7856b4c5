"""
Every setting of the hall, from BINGO_* environment variables or the default stated here.

Two profiles: `embedded` (one process, SQLite, in-memory layer) and `production`, which refuses demo secrets.
`docs/settings.md` lists them all, and a test keeps it in step.
"""

from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
if (BASE_DIR / ".env").exists():
    environ.Env.read_env(BASE_DIR / ".env")

DEMO_SECRET = "demo-only-secret-key-never-use-this-in-a-real-hall"  # noqa: S105 - refused in production
DEMO_KEY = "demo-only-card-check-key"

BINGO_PROFILE = env.str("BINGO_PROFILE", default="embedded")
PRODUCTION = BINGO_PROFILE == "production"
BINGO_DEMO = env.bool("BINGO_DEMO", default=False)
BINGO_DEMO_PASSWORD = "bingo"  # noqa: S105 - printed by `make run`; the demo is refused in production
BINGO_DEMO_PIN = "2468"  # signs the minutes of the demo hall, for all its staff
BINGO_DATA_DIR = Path(env.str("BINGO_DATA_DIR", default=str(BASE_DIR / "var")))
# The file that remembers the journal's hashes outside the database; empty: anchor.jsonl in the data folder.
BINGO_ANCHOR_FILE = env.str("BINGO_ANCHOR_FILE", default="")
# What a program that nobody has answered for means: warn on the manager's page, or no session opens (required).
BINGO_BUILD = env.str("BINGO_BUILD", default="warn")
BINGO_CARD_KEY = env.str("BINGO_CARD_KEY", default=DEMO_KEY)
# Keys of personal data at rest, the first one seals; empty: one is made in the data folder.
BINGO_PII_KEY = env.list("BINGO_PII_KEY", default=[])
BINGO_WALL_TOKEN = env.str("BINGO_WALL_TOKEN", default="demo-wall")
# A code of the phone at log-in for the senior posts: off, optional (who enrolled is asked), required.
BINGO_SECOND_FACTOR = env.str("BINGO_SECOND_FACTOR", default="optional")
# Most wrong log-ins of one address in a minute, and most sockets of one log-in and of one address; 0 = no limit.
BINGO_LOGINS_A_MINUTE = env.int("BINGO_LOGINS_A_MINUTE", default=20)
BINGO_SOCKETS_A_LOGIN = env.int("BINGO_SOCKETS_A_LOGIN", default=20)
BINGO_SOCKETS_AN_ADDRESS = env.int("BINGO_SOCKETS_AN_ADDRESS", default=60)
# open: any device of the network may be used; enrolled: only those that the Jefe de Sala has let in.
BINGO_TERMINALS = env.str("BINGO_TERMINALS", default="open")
if BINGO_TERMINALS not in {"open", "enrolled"}:
    msg = "BINGO_TERMINALS is open or enrolled."
    raise ImproperlyConfigured(msg)
# A player's log-in at an enrolled terminal that nobody touches ends after so long, but never in play; 0: it does not.
BINGO_TERMINAL_IDLE_SECONDS = env.int("BINGO_TERMINAL_IDLE_SECONDS", default=300)
# The hall's address for the public, "https://bingo.example"; printed cards carry it where it is set.
BINGO_PUBLIC_URL = env.str("BINGO_PUBLIC_URL", default="").rstrip("/")
BINGO_OVERLAY_DELAY_MS = env.int("BINGO_OVERLAY_DELAY_MS", default=0)
# Cameras of /camara/, `src=1` the first: an address, after its kind and a colon where its end does not tell it.
BINGO_CAMERA_URL = env.list("BINGO_CAMERA_URL", default=[])
# The password of obs-websocket, for scene switchers whose options name none.
BINGO_OBS_PASSWORD = env.str("BINGO_OBS_PASSWORD", default="")
# Seconds that others may still call after a good claim; None: as the hall's regulation profile says.
BINGO_CLAIM_WINDOW_S = env.int("BINGO_CLAIM_WINDOW_S", default=None)
# The hall's own limits of virtual cards, never looser than its profile's; 0 = none.
BINGO_MOST_VIRTUAL_A_PLAYER = env.int("BINGO_MOST_VIRTUAL_A_PLAYER", default=0)
BINGO_MOST_VIRTUAL_A_GAME = env.int("BINGO_MOST_VIRTUAL_A_GAME", default=0)
# Above this prize, in cents, a cheque needs no consent (O79 35.3); 0: the authority has fixed no amount.
BINGO_CHEQUE_FROM_CENTS = env.int("BINGO_CHEQUE_FROM_CENTS", default=0)
# How long a looser limit of a player's own waits before it counts.
BINGO_LIMIT_COOLING_OFF_HOURS = env.int("BINGO_LIMIT_COOLING_OFF_HOURS", default=24)
# A player is logged in at one terminal at a time: the newest log-in ends the others.
BINGO_ONE_TERMINAL_A_PLAYER = env.bool("BINGO_ONE_TERMINAL_A_PLAYER", default=True)
# The hall's further tills; whether cash moves only in an open shift (off, required); the difference one person signs.
BINGO_TILLS = env.list("BINGO_TILLS", default=[])
BINGO_TILL_SHIFTS = env.str("BINGO_TILL_SHIFTS", default="off")
BINGO_TILL_DIFFERENCE_CENTS = env.int("BINGO_TILL_DIFFERENCE_CENTS", default=1_000)

# Whether somebody without a good professional document (O79 28) is posted: warn, or required.
BINGO_STAFF_DOCUMENTS = env.str("BINGO_STAFF_DOCUMENTS", default="warn")
if BINGO_STAFF_DOCUMENTS not in {"warn", "required"}:
    msg = "BINGO_STAFF_DOCUMENTS is warn or required."
    raise ImproperlyConfigured(msg)
# People the permit lets in, 0 = only its category counts; seats that electronic terminals take, None = those enrolled.
BINGO_CAPACITY = env.int("BINGO_CAPACITY", default=0)
BINGO_TERMINAL_SEATS = env.int("BINGO_TERMINAL_SEATS", default=None)
# The least age of a visitor, never below 18; months that a visitor's record is kept after the last visit.
BINGO_MINIMUM_AGE = env.int("BINGO_MINIMUM_AGE", default=18)
BINGO_VISITOR_MONTHS = env.int("BINGO_VISITOR_MONTHS", default=6)

SECRET_KEY = env.str("BINGO_SECRET_KEY", default=DEMO_SECRET)
DEBUG = env.bool("BINGO_DEBUG", default=False)
ALLOWED_HOSTS = env.list("BINGO_ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("BINGO_TRUSTED_ORIGINS", default=[])

if PRODUCTION:
    _demo = [
        name
        for name, bad in (
            ("BINGO_SECRET_KEY", SECRET_KEY == DEMO_SECRET),
            ("BINGO_CARD_KEY", BINGO_CARD_KEY == DEMO_KEY),
            ("BINGO_WALL_TOKEN", BINGO_WALL_TOKEN == "demo-wall"),  # noqa: S105 - the value refused
            ("BINGO_DEMO", BINGO_DEMO),
            ("BINGO_DEBUG", DEBUG),
            ("BINGO_ALLOWED_HOSTS", "*" in ALLOWED_HOSTS),
        )
        if bad
    ]
    if _demo:
        msg = f"The production profile refuses demo values; set {', '.join(_demo)}."
        raise ImproperlyConfigured(msg)
    _short = [
        f"{name} ({least})"
        for name, value, least in (
            ("BINGO_SECRET_KEY", SECRET_KEY, 50),
            ("BINGO_CARD_KEY", BINGO_CARD_KEY, 16),
            ("BINGO_WALL_TOKEN", BINGO_WALL_TOKEN, 16),
        )
        if len(value) < least
    ]
    if _short:
        msg = f"Too short to be a secret; the least number of characters is in brackets: {', '.join(_short)}."
        raise ImproperlyConfigured(msg)
if BINGO_SECOND_FACTOR not in {"off", "optional", "required"}:
    msg = "BINGO_SECOND_FACTOR is off, optional or required."
    raise ImproperlyConfigured(msg)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "axes",
    "records.apps.RecordsConfig",
    "ledger.apps.LedgerConfig",
    "people.apps.PeopleConfig",
    "sessions.apps.SessionsConfig",
    "devices.apps.DevicesConfig",
    "screens.apps.ScreensConfig",
    # After the screens, whose templates of the administration go before its own; its site is screens.admin.site.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "bingo_hall.apps.BingoHallConfig",
]
MIDDLEWARE = [
    # First, so that its headers are on static files and refusals too, and every line of a request's log has its number.
    "screens.headers.hall_headers",
    "bingo_hall.logs.request_number",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "screens.enrolment.TerminalGate",
    "screens.own_password.own_password_first",
    "screens.second_factor.enrolled_first",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "bingo_hall.urls"
ASGI_APPLICATION = "bingo_hall.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "screens.context.hall",
            ]
        },
    }
]

DATABASES = {"default": env.db_url("BINGO_DATABASE_URL", default=f"sqlite:///{BINGO_DATA_DIR}/hall.sqlite3")}
_database = DATABASES["default"]
if "sqlite" in _database["ENGINE"]:
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
            "PRAGMA recursive_triggers=ON; PRAGMA secure_delete=ON; PRAGMA cache_size=-20000; "
            "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=27103364"
        ),
    }
else:
    # Each request has a thread of its own: without a pool fifty screens that ask at once want fifty connections, and
    # PostgreSQL refuses the last of them. With one, they wait their turn.
    _database["CONN_MAX_AGE"] = 0
    _database["CONN_HEALTH_CHECKS"] = True
    _database.setdefault("OPTIONS", {})["pool"] = {
        "min_size": 2,
        "max_size": env.int("BINGO_DATABASE_POOL", default=20),
        "timeout": 20,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

BINGO_REDIS_URL = env.str("BINGO_REDIS_URL", default="")
if BINGO_REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [BINGO_REDIS_URL]},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "screens/errors/locked.html"
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "launcher"
LOGOUT_REDIRECT_URL = "launcher"
# In the database, never in a cache or a signed cookie: ended there, a log-in is over everywhere (ADR 40).
SESSION_ENGINE = "screens.log_ins"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Strict"
BINGO_HTTPS = env.bool("BINGO_HTTPS", default=PRODUCTION)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = BINGO_HTTPS
if BINGO_HTTPS:
    # Such a name is taken by browsers over https only, for this host alone; no other host of the domain can plant it.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = env.int("BINGO_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# 'self' is the page's own host, its socket included; nothing inline, nothing evaluated, nothing of elsewhere.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "media-src": ["'self'"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'"],
        "manifest-src": ["'self'"],
        "frame-src": ["'none'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
    }
}

LANGUAGE_CODE = env.str("BINGO_LANGUAGE", default="es")
LANGUAGES = [("es", _("Spanish")), ("ca", _("Catalan")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "bingo_hall" / "locale"]
TIME_ZONE = env.str("BINGO_TIME_ZONE", default="Europe/Madrid")
USE_TZ = True
USE_THOUSAND_SEPARATOR = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles" if PRODUCTION else None
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_MAX_AGE = 0 if not PRODUCTION else 3600

BINGO_LOG_LEVEL = env.str("BINGO_LOG_LEVEL", default="WARNING")
BINGO_LOG_FORMAT = env.str("BINGO_LOG_FORMAT", default="json" if PRODUCTION else "plain")
if BINGO_LOG_FORMAT not in {"plain", "json"}:
    msg = "BINGO_LOG_FORMAT is plain or json."
    raise ImproperlyConfigured(msg)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "bingo_hall.logs.PlainLines"},
        "json": {"()": "bingo_hall.logs.JsonLines"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": BINGO_LOG_FORMAT}},
    "loggers": {
        # A one-process hall has no broker host, and says so at every start.
        "kombu.connection": {"level": "ERROR"},
        # It writes the name that was typed, a password by mistake now and then; the journal keeps what counts.
        "axes": {"level": "ERROR"},
        # Django's own console of the development server has a format of its own.
        "django.server": {"handlers": [], "propagate": True},
        # The server's lines too: by its own formatter a line would carry the token of a wall screen's address.
        "uvicorn": {"handlers": [], "propagate": True, "level": BINGO_LOG_LEVEL},
        "uvicorn.access": {"handlers": [], "propagate": True, "level": BINGO_LOG_LEVEL},
    },
    "root": {"handlers": ["console"], "level": BINGO_LOG_LEVEL},
}

# Files of people's documents are read in memory: none is laid on the disk.
FILE_UPLOAD_MAX_MEMORY_SIZE = 9_000_000

CELERY_BROKER_URL = BINGO_REDIS_URL or "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {} if BINGO_REDIS_URL else {"polling_interval": 0.5}
CELERY_TASK_IGNORE_RESULT = True
# Nothing is unpickled: whoever may write to the broker must not run code here.
CELERY_ACCEPT_CONTENT = CELERY_RESULT_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = CELERY_EVENT_SERIALIZER = "json"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
