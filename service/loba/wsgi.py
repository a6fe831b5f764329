"""The application as WSGI servers want it: `gunicorn -c service/gunicorn.conf.py loba.wsgi:app`."""

from loba.api import BadSetting, Settings, create_app

try:
    app = create_app(Settings.from_env())
except BadSetting as error:  # for whoever starts it: a sentence says more than where it was said
    raise SystemExit(f"loba: {error}") from None
