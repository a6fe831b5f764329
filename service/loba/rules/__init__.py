"""The rule book: the only definition of what is legal.

A rule is a small generator whose name is a sentence; it yields what it has to object to and nothing else.
Each chapter of the rules is a module. `book` lists every rule in the order of relevance and reads them.
"""
