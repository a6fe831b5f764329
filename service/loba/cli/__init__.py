"""The referee without a server: `loba judge`, `loba replay`, `loba rules`, `loba serve`.

The same questions and answers as over HTTP, for people with files.
"""

from loba.cli.commands import main

__all__ = ["main"]
