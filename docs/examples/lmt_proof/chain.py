"""The steps that ask a Solana node: anchors and holdings."""
import json
import re
import urllib.request

from .ed25519 import is_signed_by
from .errors import Fault, Incomplete, check
from .files import is_day
from .tree import address_bytes, base58_bytes, base58_text, sha256

MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"
TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
USDC = {
    "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG": "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
    "4uhcVJyU9pJkvQyS88uRDiswHXSGkY3zQawwpjk2NsNY": "CpMah17kQEL2wqyMKt3mZBdTnZbkbfx4nqmQMFDP5vwp",
}


class Node:
    def __init__(self, url):
        self.url = url

    def call(self, method, *params):
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}
        request = urllib.request.Request(
            self.url, json.dumps(body).encode(), {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                answer = json.load(response)
        except (OSError, ValueError) as error:
            raise Incomplete(str(error)) from error
        if answer.get("error") is not None:
            raise Incomplete(f"{method}: {answer['error']}")
        return answer["result"]

    def transaction(self, signature):
        options = {"commitment": "confirmed", "encoding": "json", "maxSupportedTransactionVersion": 1}
        return self.call("getTransaction", signature, options)


def reference_of(treasury):
    data = address_bytes(treasury)
    if data is None:
        raise Incomplete(f"{treasury} is not an address")
    return base58_text(sha256(b"lmt-proof:v2:reference:" + data))


MEMO = re.compile(r"lmt-proof:v2:([0-9-]{10}):([0-9a-f]{64}):(0|[1-9][0-9]{0,19}):([0-9a-f]{64})"
                  r":([0-9-]{10}):([0-9a-f]{64})")


def read_memo(text):
    match = MEMO.fullmatch(text)
    if not match or not is_day(match[1]):
        return None
    day, root, total, log_head, last_day, last_root = match.groups()
    is_first = (last_day, last_root) == ("0000-00-00", "0" * 64)
    if not is_first and not is_day(last_day):
        return None
    return {"day": day, "root": root, "total": total, "log": log_head,
            "last": None if is_first else (last_day, last_root)}


def memo_texts(landed):
    message = landed["transaction"]["message"]
    keys = message["accountKeys"]
    data = [each["data"] for each in message["instructions"]
            if keys[each["programIdIndex"]] == MEMO_PROGRAM]
    return [(base58_bytes(text) or b"").decode("utf-8", "replace") for text in data]


def is_signer(landed, address):
    message = landed["transaction"]["message"]
    return address in message["accountKeys"][: message["header"]["numRequiredSignatures"]]


class Anchors:
    """Anchors of a treasury that count, found by its reference address."""

    def __init__(self, node_, treasury):
        self.node, self.treasury, self.opened, self.entries = node_, treasury, {}, []
        options = {"limit": 100, "commitment": "confirmed"}
        while True:
            page = node_.call("getSignaturesForAddress", reference_of(treasury), options)
            self.entries += page
            if len(page) < 100:
                break
            if len(self.entries) >= 10_000:
                raise Incomplete("too many transactions")
            options = {**options, "before": page[-1]["signature"]}

    def naming(self, day):
        found = []
        for entry in self.entries:
            memo = entry.get("memo")
            if entry["err"] is not None or (memo is not None and day not in memo):
                continue
            signature = entry["signature"]
            if signature not in self.opened:
                if len(self.opened) >= 200:
                    raise Incomplete("too many transactions")
                self.opened[signature] = self.open(signature)
            found += self.opened[signature]
        return [memo for memo in found
                if memo["day"] == day or (memo["last"] and memo["last"][0] == day)]

    def open(self, signature):
        landed = self.node.transaction(signature)
        if landed is None:
            raise Incomplete(f"the node does not return {signature}")
        if landed["meta"]["err"] is not None or not is_signer(landed, self.treasury):
            return []
        memos = [read_memo(text) for text in memo_texts(landed)]
        return [{**memo, "signature": signature} for memo in memos if memo]

    def of(self, day):
        naming = self.naming(day)
        roots = {memo["root"] if memo["day"] == day else memo["last"][1] for memo in naming}
        check(len(roots) <= 1, "twoRoots")
        return [memo for memo in naming if memo["day"] == day]


def check_named(node_, day, own):
    anchor = day["anchor"]
    if anchor is None or any(memo["signature"] == anchor["signature"] for memo in own):
        return
    landed = node_.transaction(anchor["signature"])
    check(landed is not None, "unknown")
    check(landed["meta"]["err"] is None, "failed")
    check(is_signer(landed, day["treasury"]), "signer")
    memos = [memo for memo in map(read_memo, memo_texts(landed)) if memo]
    check(memos, "noMemo")
    check(memos[0]["day"] == day["day"], "otherDay")
    raise Fault("noReference")


def check_anchor(node_, day):
    anchors = Anchors(node_, day["treasury"])
    own = anchors.of(day["day"])
    check_named(node_, day, own)
    if not own:
        raise Incomplete("the root is not on the chain")
    for memo in own:
        check(memo["root"] == day["root"], "otherRoot")
        check(memo["total"] == day["totalUnits"], "otherTotal")
        check(memo["log"] == day["logHead"], "otherLog")
    for memo in own:
        if memo["last"]:
            check(anchors.of(memo["last"][0]), "lostDay")


def check_ownership(day, holding):
    ownership = holding["ownership"]
    if ownership is None:
        return
    message = (f"LMT proof of liabilities of {day['day']}\n"
               f"The treasury holds {holding['asset']} at {holding['address']}\nRoot {day['root']}")
    check(ownership["message"] == message, "otherMessage")
    check(is_signed_by(day["treasury"], ownership["signature"], message), "otherKey")


def account_fault(node_, day, holding, mint):
    address, options = holding["address"], {"commitment": "confirmed", "encoding": "jsonParsed"}
    if holding["asset"] == "SOL":
        node_.call("getBalance", address, {"commitment": "confirmed"})
        return None if address == day["treasury"] else "otherOwner"
    value = node_.call("getAccountInfo", address, options)["value"]
    if value is None:
        return "missing" if re.search("[1-9]", holding["amount"]) else None
    parsed = value["data"].get("parsed") if isinstance(value["data"], dict) else None
    if value["owner"] != TOKEN_PROGRAM or not parsed or parsed["type"] != "account":
        return "otherProgram"
    if parsed["info"]["owner"] != day["treasury"]:
        return "otherOwner"
    return "otherMint" if mint is not None and parsed["info"]["mint"] != mint else None


def check_holdings(node_, day):
    """Returns a reason for a warning, or None."""
    holdings = day["holdings"]
    if not holdings:
        return "the file lists no account"
    assets = [holding["asset"] for holding in holdings]
    check(len(set(assets)) == len(assets) and set(assets) <= {"SOL", "USDC"}, "otherList")
    faults, is_read = [None] * len(holdings), node_ is not None
    if node_:
        try:
            mint = USDC.get(node_.call("getGenesisHash"))
            faults = [account_fault(node_, day, holding, mint) for holding in holdings]
        except Incomplete:
            faults, is_read = [None] * len(holdings), False
    for holding, fault in zip(holdings, faults):
        check_ownership(day, holding)
        check(fault is None, fault)
    if not is_read:
        return "the node failed" if node_ else ""
    return "an account is not signed for" if any(h["ownership"] is None for h in holdings) else None
