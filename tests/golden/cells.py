# SPDX-License-Identifier: MIT
"""The cells of a table, whatever printed it: each row as NAME=VALUE or NAME=VALUE[UNIT], sorted by name, numbers with five
digits. The columns of CSV and JSON have their unit in the name.

Usage: cells.py csv|json|table|markdown|html|latex|values [NAME...] <OUTPUT   The first line has the cells that all rows share.
Missing values have no cell; nor have the columns of these names, which depend on the machine or on the printer. "values" are
the numbers beside those that HTML shows.
"""
import csv
import html.parser
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
        text = re.sub(r"\s+", " ", str(value)).strip()
        shown = re.fullmatch(r"([-+]?\d[\d.]*) ?(%|x|[mun]?s|[KMG]i?)", text)
        return "%s[%s]" % shown.groups() if shown else text


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


def rows_of_latex(text):
    lines = [line.removesuffix("\\\\").split(" & ") for line in text.splitlines() if line.endswith("\\\\")]
    lines = [[re.sub(r"\\([%&#_])", r"\1", cell.strip()).replace(r"\textasciitilde{}", "~") for cell in line] for line in lines]
    return [list(zip(lines[0], line)) for line in lines[1:]]


def rows_of_table(text):
    """The lines with a gap of two blanks: columns end where all of them have one."""
    lines = [line for line in text.splitlines() if re.search(r"\S  +\S", line)]
    width = max(map(len, lines))
    lines = [line.ljust(width) for line in lines]
    blank = "".join("-" if all(line[at] == " " for line in lines) else "x" for at in range(width))
    spans = [match.span() for match in re.finditer(r"x(-?x)*", blank)]
    lines = [[line[start:end].strip() for start, end in spans] for line in lines]
    return [list(zip(lines[0], line)) for line in lines[1:]]


class FirstTable(html.parser.HTMLParser):
    """The rows of the first table of a page: each cell's name, what it shows, and its value."""

    def __init__(self):
        super().__init__()
        self.rows, self.in_cell, self.ended = [], False, False

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            attributes = dict(attributes)
            self.rows[-1].append([attributes["data-head"], "", attributes.get("data-value")])
        self.in_cell = tag == "td"

    def handle_endtag(self, tag):
        self.in_cell = False
        if tag == "table" and not self.ended:
            self.ended, self.first = True, [row for row in self.rows if row]

    def handle_data(self, data):
        if self.in_cell:
            self.rows[-1][-1][1] += data


def rows_of_html(text, of=1):
    page = FirstTable()
    page.feed(text)
    return [[(cell[0], cell[of]) for cell in row] for row in page.first]


def rows_of_values(text):
    return rows_of_html(text, of=2)


def main():
    rows = globals()["rows_of_" + sys.argv[1]](sys.stdin.read())
    cells = [sorted({(name, value_text(value)) for name, value in row if value not in MISSING and name not in sys.argv[2:]}) for row in rows]
    shared = set.intersection(*map(set, cells)) if len(cells) > 1 else set()
    print("all:", *("%s=%s" % cell for cell in sorted(shared)))
    for row in cells:
        print(*("%s=%s" % cell for cell in row if cell not in shared))


main()
