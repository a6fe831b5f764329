"""JSON to the values of the core and back: the only place that knows both.

A schema is made once, when its module is imported, and shared. Reading never coerces: what is not of the
promised type is refused, with a code and a path, and everything wrong with a body is found at once.
"""
