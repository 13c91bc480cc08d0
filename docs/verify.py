#!/usr/bin/env python3
"""Verifies a history that `holdpoint audit export` wrote: verify.py EXPORT [PUBLIC_KEY]. Shares no code with Holdpoint.

The chain takes the standard library alone. With PUBLIC_KEY (base64) the export's anchors are verified as well, for which the
package `cryptography` is needed: pip install cryptography."""
import base64, hashlib, json, sys

ENTRY = {"number", "at", "case", "operation", "actor_kind", "actor", "kind", "document", "previous", "hash"}
ANCHOR = {"anchor", "number", "count", "hash", "at", "public_key", "signature"}


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)


def entry_hash(e):
    parts = [e[name] for name in ("previous", "number", "at", "case", "operation", "actor_kind", "actor", "kind")]
    return sha256(compact(parts + [sha256(e["document"])]))


def unbase64(text):
    data = base64.b64decode(text, validate=True)
    return data if base64.b64encode(data).decode() == text else fail(f"{text} is no base64 as Holdpoint writes it")


def fail(what):
    sys.exit("REJECTED: " + what)


def members(pairs):
    return dict(pairs) if len(dict(pairs)) == len(pairs) else fail("a member is there twice")


def read(nth, line):
    try:
        record = json.loads(line, object_pairs_hook=members)
    except ValueError:
        fail(f"line {nth} is torn, or no JSON in UTF-8")
    return record if isinstance(record, dict) else fail(f"line {nth} is no JSON object")


def verify(lines, public_key=None):
    records = [read(nth, line) for nth, line in enumerate(lines, 1)]
    if len(records) < 2 or set(records[-1]) != {"end"}:
        fail("the export has no end")
    if "columns" in records[0]:
        sys.exit("NOT VERIFIABLE: this is a list from a page or of `holdpoint export`; `holdpoint audit export` writes the chain")
    previous, number, hashes, anchors = "0" * 64, 0, {}, []
    for record in records[1:-1]:
        if set(record) == ANCHOR:
            anchors.append(record)
            continue
        number += 1
        if set(record) | {"vouches"} != ENTRY | {"vouches"}:
            fail(f"entry {number} has other members than an entry")
        if record["number"] != number:
            fail(f"entry {number} is missing, or entry {record['number']} was moved")
        if record["previous"] != previous or entry_hash(record) != record["hash"]:
            fail(f"entry {number} was changed")
        if json.loads(record["document"], object_pairs_hook=members).get("vouches") != (sha256(record["vouches"]) if "vouches" in record else None):
            fail(f"what entry {number} vouches for was changed")
        previous = hashes[number] = record["hash"]
    head = {"number": number, "hash": previous}
    # 1.0 and true are no 1 here, though Python says so.
    if compact(records[0]) != compact({"export": "holdpoint history 1", "filter": "the whole history", "head": head}):
        fail("the first line does not fit, or the last entries are missing")
    if compact(records[-1]) != compact({"end": {**head, "anchors": len(anchors)}}):
        fail("the last line does not fit, or anchors are missing")
    if public_key and not anchors:
        fail("there are no anchors that the key could be held against")
    for anchor in anchors if public_key else []:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        text = "holdpoint anchor {anchor}\n{number}\n{count}\n{hash}\n{at}\n".format(**anchor)
        try:
            key = Ed25519PublicKey.from_public_bytes(unbase64(public_key))
            key.verify(unbase64(anchor["signature"]), text.encode())
        except InvalidSignature:
            fail(f"the anchor of {anchor['at']} is not signed by this key")
        if hashes.get(anchor["number"]) != anchor["hash"] or anchor["public_key"] != public_key:
            fail(f"the anchor of {anchor['at']} names another entry {anchor['number']}: the history was cut off or written anew")
    return number, len(anchors)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    try:
        with open(sys.argv[1], "rb") as export:
            entries, anchors = verify(export, *sys.argv[2:])
    except OSError as error:
        sys.exit(f"NOT VERIFIED: {error}")
    except ImportError:
        sys.exit("NOT VERIFIED: to verify anchors the package is needed: pip install cryptography")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        fail(f"this is not what Holdpoint writes: {error}")
    print(f"The history is whole: {entries} entries, {anchors} anchors{'' if len(sys.argv) == 3 else ', which were not verified'}.")
