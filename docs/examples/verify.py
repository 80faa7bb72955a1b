#!/usr/bin/env python3
"""Verifies a proof of liabilities. Written from docs/PROOF.md alone, with the standard library only.

python3 docs/examples/verify.py FILE... [--rpc URL --treasury ADDRESS]
"""
import json
import sys

sys.dont_write_bytecode = True  # leaves no files beside the sources

from lmt_proof.chain import Node, check_anchor, check_holdings
from lmt_proof.errors import Fault, Incomplete, check
from lmt_proof.files import has_root, is_mine, is_proof
from lmt_proof.tree import address_bytes, check_leaves, check_mine


def run(step, work):
    """Runs a check that returns None, a reason for a warning, or '' to be skipped."""
    try:
        warning = work()
    except Fault as fault:
        return "FAIL", f"{step} ({fault})"
    except Incomplete as reason:
        return "FAIL", f"{step}: {reason}"
    if warning == "":
        return None
    return ("ok", step) if warning is None else ("WARN", f"{step}: {warning}")


def verify(day, mine, leaves, node_, treasury):
    lines, own = {}, {}

    def step_mine():
        against = day or {**mine, "leaves": 2 ** (len(mine["entries"][0]["path"]) if mine["entries"] else 0)}
        owed, found = check_mine(mine, against)
        own.update(found)
        return None if owed else "the file lists no leaf, so it shows nothing"

    def of_treasury(work):
        check(treasury is None or treasury == day["treasury"], "otherTreasury")
        return work()

    if mine:
        lines["mine"] = run("mine", step_mine)
    if day is None:
        if leaves or not mine:
            lines["total"] = "FAIL", "the file of the day is missing"
        return lines
    lines["holdings"] = run("holdings", lambda: of_treasury(lambda: check_holdings(node_, day)))
    lines["anchor"] = run("anchor", lambda: of_treasury(
        lambda: check_anchor(node_, day) if node_ else ""))
    if leaves:
        lines["leaves"] = run("leaves", lambda: check_leaves(leaves, day, own))
    if any(lines.get(step, [""])[0] == "ok" for step in ("mine", "leaves")):
        lines["total"] = "ok", "total"
    return lines


def read_arguments(words):
    files, options = [], {}
    while words:
        word = words.pop(0)
        if word in ("--rpc", "--treasury") and words:
            options[word] = words.pop(0)
        elif word.startswith("--"):
            return None
        else:
            files.append(word)
    treasury = options.get("--treasury")
    if not files or ("--rpc" in options and treasury is None):
        return None
    if treasury is not None and address_bytes(treasury) is None:
        return None
    return files, options.get("--rpc"), treasury


def main(words):
    arguments = read_arguments(words)
    if arguments is None:
        print(__doc__, file=sys.stderr)
        return 2
    files, rpc, treasury = arguments
    day = mine = leaves = None
    for path in files:
        try:
            with open(path, encoding="utf-8") as file:
                value = json.load(file)
        except ValueError:
            leaves = path
            continue
        if is_mine(value):
            mine = value
        elif isinstance(value, dict) and has_root(value) and is_proof(value):
            day = value
        else:
            print(f"FAIL  {path} is neither a day nor a wallet's proof")
            return 1
    lines = verify(day, mine, leaves, Node(rpc) if rpc else None, treasury)
    order = ("mine", "total", "holdings", "anchor", "leaves")
    found = [lines[step] for step in order if lines.get(step)]
    for level, text in found or [("WARN", "nothing was checked")]:
        print(f"{level:<4}  {text}")
    return 1 if any(level == "FAIL" for level, _ in found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
