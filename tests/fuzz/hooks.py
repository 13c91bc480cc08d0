"""What schemathesis has to know of the connector API beside its description; see tests/fuzz/run."""

import json
import os
import urllib.request
import zlib

import schemathesis
from schemathesis import GenerationMode

NDJSON = "application/x-ndjson"
# An empty batch has an empty answer, which has no line that could be wrong.
NO_LINE = {"pointer": "", "detail": "no line"}


def some(value, of_ten):
    """Whether this value is one of so many of ten: by chance, and the same each time."""
    return zlib.crc32(repr(value).encode("utf-8", "surrogatepass")) % 10 < of_ten


def one_of(values, value):
    return values[zlib.crc32(repr(value).encode("utf-8", "surrogatepass")) % len(values)]


@schemathesis.serializer(NDJSON)
def one_a_line(ctx, value):
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    lines = value if isinstance(value, list) else [value]
    return "\n".join(json.dumps(line) for line in lines).encode()


@schemathesis.deserializer(NDJSON)
def first_line(ctx, response):
    """The description speaks of one line."""
    lines = [json.loads(line) for line in response.content.splitlines() if line]
    return lines[0] if lines else {"line": 1, "result": "invalid", "report_id": None, "errors": [NO_LINE]}


def on_offer():
    """Instructions that wait to be taken, so that calls meet some that are there."""
    api = os.environ["HOLDPOINT"] + "/api/v1/instructions"
    call = urllib.request.Request(api, headers={"Authorization": "Bearer " + os.environ["TOKEN"]})
    with urllib.request.urlopen(call) as answer:
        return [row["instruction_id"] for row in json.load(answer)["instructions"]]


INSTRUCTIONS = on_offer()
TOKENS = ["0123456789abcdef-%d" % n for n in range(3)]


@schemathesis.hook
def map_path_parameters(ctx, path_parameters):
    if path_parameters and "id" in path_parameters and INSTRUCTIONS and some(path_parameters, 7):
        path_parameters["id"] = one_of(INSTRUCTIONS, path_parameters)
    return path_parameters


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """Few tokens, so that workers meet again, and often enough the one that took. What is wrong on purpose stays wrong."""
    on_purpose = case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE
    if not on_purpose and isinstance(case.body, dict) and "take_token" in case.body and some(case.body, 7):
        case.body["take_token"] = one_of(TOKENS, case.body)


@schemathesis.hook
def map_query(ctx, query):
    """A long poll is waited for; most of the time there is better to do."""
    if isinstance(query, dict) and query.get("wait") in range(1, 26) and some(query, 9):
        query["wait"] = 0
    return query
