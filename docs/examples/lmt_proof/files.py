"""Forms of the files."""
import calendar
import re

HASH = re.compile(r"[0-9a-f]{64}")
DIGITS = re.compile(r"0|[1-9][0-9]{0,29}")


def is_text(value, pattern):
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def is_day(value):
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return False
    year, month, day = map(int, value.split("-"))
    return 1 <= month <= 12 and 1 <= day <= (29 if month == 2 and calendar.isleap(year) else
                                             [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1])


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**32


def is_step(step):
    return (isinstance(step, dict) and step.get("side") in ("left", "right")
            and is_text(step.get("hash"), HASH) and is_text(step.get("units"), DIGITS))


def is_entry(entry):
    return (isinstance(entry, dict) and is_text(entry.get("salt"), HASH)
            and is_text(entry.get("units"), DIGITS) and is_count(entry.get("index"))
            and isinstance(entry.get("path"), list) and all(map(is_step, entry["path"])))


def has_root(value):
    return (isinstance(value, dict) and is_day(value.get("day")) and is_text(value.get("root"), HASH)
            and is_text(value.get("totalUnits"), DIGITS))


def is_mine(value):
    return (has_root(value) and isinstance(value.get("wallet"), str)
            and isinstance(value.get("entries"), list) and len(value["entries"]) <= 4
            and all(map(is_entry, value["entries"])))


def is_holding(value):
    if not isinstance(value, dict):
        return False
    ownership = value.get("ownership")
    texts = [value.get("asset"), value.get("address"), value.get("amount")]
    if ownership is not None:
        texts += [ownership.get("message"), ownership.get("signature")]
    return all(isinstance(text, str) for text in texts)


def is_proof(value):
    anchor = value.get("anchor")
    return (has_root(value) and is_count(value.get("leaves")) and is_text(value.get("logHead"), HASH)
            and isinstance(value.get("treasury"), str) and isinstance(value.get("holdings"), list)
            and all(map(is_holding, value["holdings"]))
            and (anchor is None or isinstance(anchor.get("signature"), str)))
