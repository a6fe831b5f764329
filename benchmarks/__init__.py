"""Measurements behind the figures in the documents. `make bench` runs them all.

Figures are medians over interleaved rounds, beside a reference taken in the same run on the same machine:
trust the ratios, not the digits. Nothing here is a test; machines are noisy.
"""
