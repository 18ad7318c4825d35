#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The exports that are proved: every algorithm of a family, but for those that are refused, with three element types and two shapes.

Usage: scanbench list --format csv 'FAMILY*' | cases.py FAMILY [turns]   A case a line: PRIMITIVE ALGORITHM OPTION…
turns: each algorithm has each type and each shape, which take turns, and each pair of these comes with other algorithms."""
import csv
import sys

# Of these no host function is written.
REFUSED = ("copy", "recurrence", "segmented-scan", "group/rows", "group/rows-subgroup", "group/rows-group", "group/row-loop", "group/row-parts", "group/multilevel/unchecked",
           "group/one-pass/simd-sum/atomic-add", "threads/blocked/sleeping")
# What an algorithm has not: atomic additions of floats, fused operations of SSE4, strides of what threads read in a row.
LACKING = (("threads/atomic", "--dtype=f"), ("group/atomic/counted", "--op=max"), ("simd/fma", "--isa=sse4"), ("group/coarsened", "--vector-width=2"))

# Of a shape an algorithm takes the axes that it has.
SHAPES = {
    "serial": ({"threads_per_group": 32}, {"op": "min", "scan_mode": "inclusive", "threads_per_group": 32, "values_per_thread": 1}),
    "simd": ({"isa": "avx2", "unroll": 2}, {"isa": "sse4", "unroll": 8, "op": "max", "scan_mode": "inclusive"}),
    "threads": ({"groups": 512}, {"groups": 64, "unroll": 1, "op": "min", "scan_mode": "inclusive"}),
    "group": (
        {"threads_per_group": 256, "groups": 132, "stages": 5},
        {"threads_per_group": 128, "values_per_thread": 4, "scan_mode": "inclusive", "op": "max", "arrangement": "striped",
         "vector_width": 2, "group_algorithm": "cooperative", "stages": 3, "reducer_subgroups": 1},
    ),
}


def options(row, shape):
    axes = row["axes"].split(";")
    for name, value in shape.items():
        if name in axes and not (name == "op" and row["primitive"] == "tiled_scan"):
            yield f"--{name.replace('_', '-')}={value}"


def lacks(words):
    return any(name in words and option in words for name, option in LACKING)


family, turns = sys.argv[1], "turns" in sys.argv[2:]
for turn, row in enumerate(csv.DictReader(sys.stdin)):
    if row["primitive"] in REFUSED or row["name"] in REFUSED:
        continue
    shapes = list(dict.fromkeys(tuple(options(row, shape)) for shape in SHAPES[family]))
    for place, dtype in enumerate(("u32", "f32", "f64")):
        all_words = (" ".join((row["primitive"], row["name"], f"--dtype={dtype}", *shape)) for shape in shapes)
        cases = [words for words in all_words if dtype in row["dtypes"].split(";") and not lacks(words)]
        chosen = (turn + place) % max(len(cases), 1)
        print(*(cases[chosen : chosen + 1] if turns else cases), sep="\n", end="\n" if cases else "")
