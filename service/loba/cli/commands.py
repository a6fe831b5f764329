"""The commands and their options."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

import click

from loba.__about__ import __version__
from loba.api import BadSetting, Settings
from loba.api.faults import Fault
from loba.api.problems import Problem
from loba.api.settings import processors
from loba.cli import judging, language, rule_sheets, serving
from loba.cli.engines import WorkerLost
from loba.cli.reading import Layout
from loba.cli.replaying import Wishes, replay_all, status_of
from loba.cli.reports import Reports
from loba.cli.sources import STDIN, Reader, same_report, sources
from loba.cli.statuses import STOPPED, Status
from loba.cli.storage import ExtraNeeded
from loba.i18n import LANGUAGES, command_text
from loba.rulesets import BASES, RulesetError, resolve

_LANGUAGE: Final = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=lambda: language.of_user(os.environ),
    help="Language of the sentences; by default that of your system.",
)
_AS: Final = click.option(
    "--format",
    "written",
    type=click.Choice(["text", "json"]),
    default="text",
    help="For people, or for machines.",
)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command, that of the command line or another, and end the process with its status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        # Not by click's own `main`, for which a closed pipe is status 1: here that is a verdict.
        with loba.make_context("loba", given) as context:
            status = int(loba.invoke(context) or 0)
    except click.exceptions.Exit as end:
        status = end.exit_code
    except click.ClickException as error:
        error.show()
        status = Status.UNUSABLE
    except (click.Abort, KeyboardInterrupt):
        status = STOPPED + signal.SIGINT
    except BrokenPipeError:  # nobody reads on; nothing more can be said, not even by Python at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = STOPPED + signal.SIGPIPE
    except Exception:  # noqa: BLE001
        traceback.print_exc()
        status = Status.BROKEN
    sys.exit(status)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def loba() -> None:
    """Referee the Loba family of rummy games.

    Exit status: 0 where everything is legal, 1 where something is illegal, 2 where something cannot be
    judged.
    """


@loba.command()
@click.argument("file")
@_AS
@_LANGUAGE
def judge(file: str, written: str, language: str) -> int:
    """Judge a move, a turn or a run of moves.

    FILE holds an adjudication request as POST /v1/adjudications takes it; - is standard input.
    """
    try:
        raw = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        raise click.FileError(file, error.strerror or "") from None
    name = "stdin" if file == STDIN else file
    judgement = judging.judge(raw, name, _settings().body_bytes, language)
    if written == "json":
        click.echo(judgement.as_json)
    else:
        for line in judgement.lines:
            click.echo(line, err=judgement.status == Status.UNUSABLE)
    return judgement.status


@loba.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--out", metavar="DIR", help="Write a report on each file here; go on where a run was stopped.")
@click.option("--jobs", type=click.IntRange(min=1), help="Worker processes; by default one a processor.")
@click.option("--quiet", "-q", is_flag=True, help="Say nothing of single games that are legal.")
@click.option(
    "--layout",
    type=click.Choice([layout.value for layout in Layout]),
    default=Layout.AUTO.value,
    help="A game a file (json) or a game a line (ndjson); by default told by the name or the first line.",
)
@click.option(
    "--engine",
    type=click.Choice(["processes", "ray"]),
    default="processes",
    help="What does the work; ray needs the extra loba[ray].",
)
@click.option("--address", help="Address of a Ray cluster; by default Ray is started here.")
@_AS
@_LANGUAGE
def replay(  # noqa: PLR0913 - one for each option
    *,
    paths: tuple[str, ...],
    out: str | None,
    jobs: int | None,
    quiet: bool,
    layout: str,
    engine: str,
    address: str | None,
    written: str,
    language: str,
) -> int:
    """Replay whole games and say which are right, where the first wrong move is, and who won.

    PATH is a file, a folder, a pattern such as 'logs/**/*.json', an address such as s3://bucket/logs (with
    the extra loba[ray]), or - for standard input. Files hold a game each, or a game a line, and may be
    gzipped.
    """
    if address is not None and engine != "ray":
        raise click.UsageError("--address goes with --engine ray")
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(STOPPED + number))
    reports = None if out is None else Reports(out, language)
    reader = Reader(language, Layout(layout), _settings().replay_body_bytes, reports)
    wishes = Wishes(engine, jobs or processors(), address, written == "json", quiet)
    try:
        found = list(sources(paths, language))
        if reports and (both := same_report(found)):
            first, second = both
            raise click.UsageError(command_text("same-report", language, first=first, second=second))
        return status_of(replay_all(found, reader, wishes))
    except ExtraNeeded as error:
        raise click.ClickException(command_text("extra-needed", language, name=str(error))) from None
    except WorkerLost:
        raise click.ClickException(command_text("worker-lost", language)) from None


@loba.command()
@click.argument("id", required=False)
@click.option("--variants", multiple=True, metavar="ID,...", help="Variants, in this order.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A single option; later wins.")
@click.option(
    "--format", "written", type=click.Choice(rule_sheets.FORMATS), default="text", help="How it is written."
)
@_LANGUAGE
def rules(
    id: str | None,  # noqa: A002 - the name it has in the contract
    variants: tuple[str, ...],
    options: tuple[str, ...],
    written: str,
    language: str,
) -> int:
    """Print the rules of a table in plain sentences, or list the games there are."""
    if id is None:
        for line in rule_sheets.listing(language):
            click.echo(line)
        return 0
    given = dict(option.partition("=")[::2] for option in options)
    names = [name for entry in variants for name in entry.split(",") if name]
    try:
        resolved = resolve(id, names, rule_sheets.options(given))
    except RulesetError as error:
        faults = [Fault(wrong.code, wrong.at, wrong.params) for wrong in error.errors]
        for line in judging.refused(Problem("invalid-request", faults), id, language).lines:
            click.echo(line, err=True)
        if id not in BASES:
            click.echo("  " + ", ".join(BASES), err=True)
        return Status.UNUSABLE
    click.echo(rule_sheets.sheet(resolved, written, language))
    return 0


@loba.command()
def serve() -> None:
    """Serve over HTTP. Settings are the LOBA_* environment variables of the README."""
    try:
        serving.serve()
    except BadSetting as error:
        raise click.ClickException(str(error)) from None


def _settings() -> Settings:
    try:
        return Settings.from_env()
    except BadSetting as error:
        raise click.ClickException(str(error)) from None
