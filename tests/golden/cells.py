# SPDX-License-Identifier: MIT
"""The cells of a table, whatever printed it: each row as NAME=VALUE, sorted by name, numbers with five digits.

Usage: cells.py csv|json|markdown [NAME...] <OUTPUT   The first line has the cells that all rows share. Missing values have no
cell; nor have the columns of these names, which depend on the machine.
"""
import csv
import io
import json
import re
import sys

MISSING = ("", "-", "NaN", None)


def value_text(value):
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return "%.5g" % float(value)
    except (TypeError, ValueError):
        return re.sub(r"\s+", " ", str(value)).strip()


def flat(value, name=""):
    """The leaves of a JSON value with their names: a list of words is one, joined as in CSV."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from flat(member, key)
    elif isinstance(value, list) and all(isinstance(item, str) for item in value):
        yield name, ";".join(value)
    elif isinstance(value, list):
        for item in value:
            yield from flat(item, name)
    else:
        yield name, value


def rows_of_json(text):
    """The longest list of objects of a document."""
    document = json.loads(text)
    lists = [document] if isinstance(document, list) else [v for v in document.values() if isinstance(v, list)]
    return [list(flat(item)) for item in max(lists, key=len)]


def rows_of_csv(text):
    return [list(row.items()) for row in csv.DictReader(io.StringIO(text))]


def rows_of_markdown(text):
    lines = [re.split(r"(?<!\\)\|", line)[1:-1] for line in text.splitlines() if line.startswith("|")]
    lines = [[re.sub(r"\\(.)", r"\1", cell.strip()) for cell in line] for line in lines]
    return [list(zip(lines[0], line)) for line in lines[2:]]


def main():
    rows = {"csv": rows_of_csv, "json": rows_of_json, "markdown": rows_of_markdown}[sys.argv[1]](sys.stdin.read())
    cells = [sorted({(name, value_text(value)) for name, value in row if value not in MISSING and name not in sys.argv[2:]}) for row in rows]
    shared = set.intersection(*map(set, cells)) if len(cells) > 1 else set()
    print("all:", *("%s=%s" % cell for cell in sorted(shared)))
    for row in cells:
        print(*("%s=%s" % cell for cell in row if cell not in shared))


main()
