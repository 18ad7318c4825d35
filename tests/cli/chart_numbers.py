# SPDX-License-Identifier: MIT
# Hold the numbers of a chart's CSV to those of the result that it was drawn from, by another way than the program's.
# Usage: chart_numbers.py RESULT.json CHART.csv X Y: X is the axis, or "bar"; Y bytes, elements, time, error or predicted.
# Prints how many points the chart has, and every point that no row of the result explains; 1 when there is one.
import csv
import json
import sys


def leaves(value, found):
    for key, member in value.items():
        if isinstance(member, dict):
            leaves(member, found)
        else:
            found.setdefault(key, member)
    return found


def value_of(row, seconds, unit):
    if unit in ("time", "predicted"):
        return seconds
    rate = row["elements_per_s" if unit == "elements" else "bytes_per_s"]
    return rate * row["time_median_s"] / seconds / 1e9


def near(text, number):
    return text != "" and number is not None and abs(float(text) - number) <= 1e-6 * abs(number)


def explains(row, point, x, unit):
    axis = {"error": "error_eps", "predicted": "predicted_s"}.get(unit, x)
    if x != "bar" and not near(point["x"], row[axis]) and float(point["x"]) != row[axis]:
        return False
    if not near(point["y"], value_of(row, row["time_median_s"], unit)):
        return False
    ends = [row["time_ci_low_s"], row["time_ci_high_s"]]
    if None in ends:
        return point["low"] == point["high"] == ""
    low, high = sorted(value_of(row, end, unit) for end in ends)
    return near(point["low"], low) and near(point["high"], high)


def main(result, chart, x, unit):
    rows = [leaves(row, {}) for row in json.load(open(result))["results"]]
    rows = [row for row in rows if row["status"] == "ok"]
    with open(chart) as file:
        points = [row for row in csv.DictReader(file) if not row["panel"].startswith("@") and not row["color"].startswith("-")]
    strangers = [point for point in points if not any(explains(row, point, x, unit) for row in rows)]
    print(len(points))
    for point in strangers:
        print("no row of the result:", point)
    return 1 if strangers or not points else 0


sys.exit(main(*sys.argv[1:]))
