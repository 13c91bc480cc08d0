#!/usr/bin/env python3
"""Verifies the evidence of one operation, a .zip that Holdpoint made: verify-evidence.py FILE.zip

Shares no code with Holdpoint, and takes Python's standard library alone. No file is missing or added; every file gives its digest;
the history is one chain of hashes from the operation's first entry on, its last entry tells of exactly these documents; and every
document without marks gives the digest that the history told when it was made. What is printed at the end is to be compared with
the history, with an anchor, or with another export: whoever changes a file has to change all that came after it."""
import decimal, hashlib, json, struct, sys, zipfile, zlib


class Rejected(Exception):
    pass


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


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
    return "sha256:" + sha256(canonical(json.loads(text, parse_int=decimal.Decimal, parse_float=decimal.Decimal)))


def must(holds, otherwise):
    if not holds:
        raise Rejected(otherwise)


def history(lines, operation, anchors):
    """The last entry, and everything that the operation's own entries told."""
    previous, told = None, []
    for line in lines:
        entry = json.loads(line)
        number = entry["number"]
        document = sha256(entry["document"]) if "document" in entry else entry["document_sha256"]
        names = ("previous", "number", "at", "case", "operation", "actor_kind", "actor", "kind")
        must(sha256(compact([entry[name] for name in names] + [document])) == entry["hash"], f"entry {number} was changed")
        follows = previous is None or (entry["previous"], number) == (previous["hash"], previous["number"] + 1)
        must(follows, f"entry {number} does not follow the one before it")
        must(anchors.pop(number, entry["hash"]) == entry["hash"], f"entry {number} is not the one that was signed")
        must(("document" in entry) == (entry["operation"] == operation), f"entry {number} is another operation's")
        told.append(entry.get("document", ""))
        previous = entry
    must(previous is not None and not anchors, "the history was cut")
    return previous, "\n".join(told)


def verify(path):
    with zipfile.ZipFile(path) as bundle:
        manifest = json.loads(bundle.read("manifest.json"))
        listed = manifest["documents"] + manifest["others"]
        names = sorted([file["name"] for file in listed] + ["manifest.json"])
        must(sorted(bundle.namelist()) == names, "files are missing, were added, or are there twice")
        for file in listed:
            must(sha256(bundle.read(file["name"])) == file["sha256"], f"{file['name']} was changed")
        anchors = [json.loads(line) for line in bundle.read("anchors.jsonl").splitlines()]
        with bundle.open("history.jsonl") as lines:
            last, told = history(lines, manifest["operation"], {anchor["number"]: anchor["hash"] for anchor in anchors})
        must(last["number"] == manifest["entry"], "the history was cut")
        list_told = json.loads(last["document"])["documents"]
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
    return last, unseen


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    try:
        last, unseen = verify(sys.argv[1])
    except OSError as error:
        sys.exit(f"NOT VERIFIED: {error}")
    except Rejected as error:
        sys.exit(f"REJECTED: {error}")
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RuntimeError, EOFError, struct.error, zlib.error,
            zipfile.BadZipFile) as error:
        sys.exit(f"REJECTED: this is not what Holdpoint writes: {error}")
    for name in unseen:
        print(f"masked or removed, so nobody can tell from this file that it is as it was: {name}")
    print(f"verified up to entry {last['number']}, {last['hash']}")
