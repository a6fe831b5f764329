"""The application as WSGI servers want it: `gunicorn -c service/gunicorn.conf.py loba.wsgi:app`."""

from loba.api import Settings, create_app

app = create_app(Settings.from_env())
