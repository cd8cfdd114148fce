"""How a command takes where its work is done."""

import argparse

from oracle.errors import InputError
from oracle.executors.each import SOURCES, Where
from oracle.numbers_given import count

CLUSTER = "--cluster"
JOBS = "work in N processes (default: one a core)"
JOBS_IF_ASKED = "work in N processes (default: in this one)"


def add_where_done(parser: argparse.ArgumentParser, jobs: str = JOBS) -> None:
    """Let a command take a number of processes, or a cluster."""
    parser.add_argument("--jobs", type=count, metavar="N", help=jobs)
    parser.add_argument(
        CLUSTER,
        metavar="ADDRESS",
        help="or give the work to the cluster of a Dask scheduler, such as tcp://10.0.0.5:8786 (docs/scale.md)",
    )


def where_of(arguments: argparse.Namespace, sources: tuple[str, ...] = SOURCES) -> Where:
    """Return where a command is to work; `sources` are the folders that must be the same there as here."""
    jobs = None if arguments.jobs is None else int(arguments.jobs)
    cluster = None if arguments.cluster is None else str(arguments.cluster)
    if jobs is not None and cluster is not None:
        raise InputError(
            f"--jobs: the workers of a cluster say themselves how many tasks they take; not with {CLUSTER}"
        )
    return Where(jobs, cluster, sources)
