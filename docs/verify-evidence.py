#!/usr/bin/env python3
"""Verifies the evidence of one operation, a .zip that Holdpoint made: verify-evidence.py FILE.zip

Shares no code with Holdpoint, and takes Python's standard library alone. No file is missing or added; every file gives its digest;
the history is one chain of hashes from the operation's first entry on, its last entry tells of exactly these documents; and every
document without marks gives the digest that the history told when it was made. What is printed at the end is to be compared with
the history, with an anchor, or with another export: whoever changes a file has to change all that came after it. The anchors in the
file must fit; their signatures are not verified here."""
import decimal, hashlib, json, sys, zipfile

NAMES = ("previous", "number", "at", "case", "operation", "actor_kind", "actor", "kind")
ANCHOR = {"anchor", "number", "count", "hash", "at", "public_key", "signature"}
LISTED = {"name", "what", "about", "sha256", "digest", "masked", "removed"}


class Rejected(Exception):
    pass


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def members(pairs):
    must(len(dict(pairs)) == len(pairs), "a member is there twice")
    return dict(pairs)


def load(text, **numbers):
    return json.loads(text, object_pairs_hook=members, **numbers)


def canonical(value):
    if isinstance(value, dict):
        return "{" + ",".join(compact(name) + ":" + canonical(value[name]) for name in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, decimal.Decimal):
        text = format(value, "f")
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return "0" if value == 0 else text
    return compact(value)


def digest(text):
    return "sha256:" + sha256(canonical(load(text, parse_int=decimal.Decimal, parse_float=decimal.Decimal)))


def must(holds, otherwise):
    if not holds:
        raise Rejected(otherwise)


def history(lines, operation, anchors):
    """The last entry, and everything that the operation's own entries told."""
    previous, told = None, []
    for line in lines:
        entry = load(line)
        number = entry["number"]
        told_by = "document" if "document" in entry else "document_sha256"
        must(set(entry) == {*NAMES, "hash", told_by}, f"entry {number} has other members than an entry")
        document = sha256(entry["document"]) if "document" in entry else entry["document_sha256"]
        must(sha256(compact([entry[name] for name in NAMES] + [document])) == entry["hash"], f"entry {number} was changed")
        follows = previous is None or (entry["previous"], number) == (previous["hash"], previous["number"] + 1)
        must(follows, f"entry {number} does not follow the one before it")
        must(anchors.pop(number, entry["hash"]) == entry["hash"], f"entry {number} is not the one that an anchor names")
        must(("document" in entry) == (entry["operation"] == operation), f"entry {number} is another operation's")
        told.append(entry.get("document", ""))
        previous = entry
    must(previous is not None and not anchors, "the history was cut")
    return previous, "\n".join(told)


def verify(path):
    with zipfile.ZipFile(path) as bundle:
        manifest = load(bundle.read("manifest.json"))
        listed = manifest["documents"] + manifest["others"]
        must([set(file) for file in manifest["others"]] == [{"name", "sha256"}] * 2, "the list names other files")
        must([file["name"] for file in manifest["others"]] == ["history.jsonl", "anchors.jsonl"], "the list names other files")
        must(all(set(file) == LISTED for file in manifest["documents"]), "the list has other members than a list")
        names = sorted([file["name"] for file in listed] + ["manifest.json"])
        must(sorted(bundle.namelist()) == names, "files are missing, were added, or are there twice")
        for file in listed:
            must(sha256(bundle.read(file["name"])) == file["sha256"], f"{file['name']} was changed")
        anchors = [load(line) for line in bundle.read("anchors.jsonl").splitlines()]
        must(all(set(anchor) == ANCHOR for anchor in anchors), "an anchor has other members than an anchor")
        with bundle.open("history.jsonl") as lines:
            last, told = history(lines, manifest["operation"], {anchor["number"]: anchor["hash"] for anchor in anchors})
        about = {"holdpoint": "evidence 1", "case": last["case"], "operation": last["operation"], "entry": last["number"]}
        rest = {name: manifest[name] for name in manifest if name not in ("documents", "others")}
        must(canonical(rest) == canonical(about), "the history was cut, or the list is about another operation")
        list_told = load(last["document"])["documents"]
        must(list_told == sha256(compact(manifest["documents"])), "the last entry tells of other documents")
        facts = "".join(bundle.read(f["name"]).decode() for f in listed if f["name"].endswith(("facts.json", "facts-as-seen.json")))
        unseen = []
        for file in manifest["documents"]:
            name, known = file["name"], file["digest"]
            if known is None:
                continue
            must(known in told or (file["what"] == "payload" and known in facts), f"nothing tells of the digest of {name}")
            if file["masked"] or file["removed"]:
                unseen.append(name)
            else:
                must(digest(bundle.read(name)) == known, f"{name} does not give the digest that the history tells")
    return last, unseen, len(anchors)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    try:
        with open(sys.argv[1], "rb") as file:
            last, unseen, anchors = verify(file)
    except Rejected as error:
        sys.exit(f"REJECTED: {error}")
    except (FileNotFoundError, PermissionError, IsADirectoryError) as error:
        sys.exit(f"NOT VERIFIED: {error}")
    except Exception as error:  # whatever a damaged file makes of it
        sys.exit(f"REJECTED: this is not what Holdpoint writes: {error}")
    for name in unseen:
        print(f"masked or removed, so nobody can tell from this file that it is as it was: {name}")
    print(f"verified up to entry {last['number']}, {last['hash']}")
    print(f"{anchors} anchors fit, whose signatures were not verified")
