"""Write down what can be made from the chart, so that nothing is said in two places by hand.

The comments in values.yaml that begin with `# --` become the table in the README of the chart and the
descriptions in its schema, and the alerts that it makes those for a Prometheus without the operator.
`python -m chart.document` writes all three; `--check` only says whether they are as they should be.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from chart.charts import CHART, ROOT, one, rendered

ALERTS_HEAD = """\
# Alerts for a Prometheus without the operator, for two workers of eight threads a pod and `job="loba"`.
# Made from the PrometheusRule of the chart by `make chart-docs`; see docs/operating.md.

"""
BEGIN, END = "<!-- values -->", "<!-- end of values -->"
_KEY = re.compile(r"(?P<indent> *)(?P<key>[A-Za-z][A-Za-z0-9]*):")
_COMMENT = re.compile(r" *# -- (?P<text>.+)")


@dataclass(frozen=True)
class Value:
    """One value with what is said about it."""

    path: tuple[str, ...]
    text: str
    default: object


def documented() -> Iterator[Value]:
    """Yield every value that has a comment, in the order of the file."""
    text = (CHART / "values.yaml").read_text()
    defaults = yaml.safe_load(text)
    above: list[str] = []
    comment = ""
    for line in text.splitlines():
        if found := _COMMENT.fullmatch(line):
            comment = found["text"]
        elif found := _KEY.match(line):
            above[len(found["indent"]) // 2 :] = [found["key"]]
            if comment:
                yield Value(tuple(above), comment, _at(defaults, above))
            comment = ""


def table() -> str:
    """Return the documentation as a table."""
    rows = ["| value | default | meaning |", "| --- | --- | --- |"]
    for value in documented():
        default = json.dumps(value.default, ensure_ascii=False)
        rows.append(f"| `{'.'.join(value.path)}` | `{default}` | {value.text} |")
    return "\n".join(rows)


def readme() -> str:
    """Return the README of the chart with the table renewed."""
    text = (CHART / "README.md").read_text()
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


def schema() -> str:
    """Return the schema with the descriptions renewed."""
    found: dict[str, Any] = json.loads((CHART / "values.schema.json").read_text())
    for value in documented():
        place = found
        for key in value.path:
            place = place["properties"][key]
        reference = place.pop("$ref", None)
        if reference:  # beside a reference nothing else is read
            place["allOf"] = [{"$ref": reference}]
        place["description"] = value.text
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def alerts() -> str:
    """Return the alert rules as Prometheus reads them from a file."""
    rules = {"enabled": True, "selector": 'job="loba"'}
    spec = one(rendered({"prometheusRule": rules}), "PrometheusRule")["spec"]
    return f"{ALERTS_HEAD}{yaml.dump(spec, Dumper=_Blocks, sort_keys=False, width=1000)}"


class _Blocks(yaml.SafeDumper):
    """Writes texts of several lines as such."""


_Blocks.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
    ),
)


def _at(values: Any, path: list[str]) -> object:
    for key in path:
        values = values[key]
    return values


def main(*arguments: str) -> int:
    """Write the documentation, or check it."""
    stale = 0
    for path, made in (
        (CHART / "README.md", readme),
        (CHART / "values.schema.json", schema),
        (ROOT / "deploy" / "alert-rules.yaml", alerts),
    ):
        text = made()
        if not path.exists() or path.read_text() != text:
            stale += 1
            if "--check" in arguments:
                print(f"{path.relative_to(ROOT)} is behind the chart: run `make chart-docs`")
            else:
                path.write_text(text)
    return stale if "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
