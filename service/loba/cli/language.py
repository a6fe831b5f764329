"""Which language the command line speaks: that of the user, where it is one of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from loba.i18n import LANGUAGES

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says what its user speaks; the first one that says anything decides."""


def of_user(environ: Mapping[str, str]) -> str:
    """Return the language of the user, English where it is none of ours."""
    locale = next((value for name in VARIABLES if (value := environ.get(name))), "")
    spoken = re.split("[_.@]", locale, maxsplit=1)[0].lower()
    return spoken if spoken in LANGUAGES else LANGUAGES[0]
