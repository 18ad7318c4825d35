#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The exports that are proved: every algorithm of a family, but for those that are refused, with three element types and two shapes.

Usage: scanbench list --format csv 'FAMILY*' | cases.py FAMILY   A case a line: PRIMITIVE ALGORITHM OPTION…"""
import csv
import sys

# Of these no host function is written.
REFUSED = ("copy", "recurrence", "segmented-scan", "group/rows")
# What an algorithm has not: atomic additions of floats, fused operations of SSE4, strides of what threads read in a row.
LACKING = (("threads/atomic", "--dtype=f"), ("simd/fma", "--isa=sse4"), ("group/coarsened", "--vector-width=2"))

# Of a shape an algorithm takes the axes that it has.
SHAPES = {
    "serial": ({"threads_per_group": 32}, {"op": "min", "scan_mode": "inclusive", "threads_per_group": 32, "values_per_thread": 1}),
    "simd": ({"isa": "avx2", "unroll": 2}, {"isa": "sse4", "unroll": 8, "op": "max", "scan_mode": "inclusive"}),
    "threads": ({}, {"unroll": 1, "op": "min", "scan_mode": "inclusive"}),
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


family = sys.argv[1]
for row in csv.DictReader(sys.stdin):
    for dtype in ("u32", "f32", "f64"):
        if dtype in row["dtypes"].split(";") and row["primitive"] not in REFUSED and row["name"] not in REFUSED:
            for shape in dict.fromkeys(tuple(options(row, shape)) for shape in SHAPES[family]):
                words = " ".join((row["primitive"], row["name"], f"--dtype={dtype}", *shape))
                if not any(name in words and option in words for name, option in LACKING):
                    print(words)
