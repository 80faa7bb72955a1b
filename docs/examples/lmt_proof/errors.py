"""Outcomes of a check that does not hold."""


class Fault(Exception):
    """A check that failed, by its name in docs/PROOF.md."""


class Incomplete(Exception):
    """A check that could not be completed."""


def check(condition, fault):
    if not condition:
        raise Fault(fault)
