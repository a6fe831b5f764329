"""loba: the referee of the Loba family of rummy games."""

from loba.__about__ import __version__

__all__ = ["__version__"]
