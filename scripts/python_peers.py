#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Time the sums of numpy, torch, cupy and jax beside a result of scanbench, where they are installed.

Usage: python_peers.py RESULT.json [LIBRARY...]
Writes RESULT-python.json: the rows of RESULT, and one of each library for each inclusive scan or reduction by sum, of whole
arrays or of rows. The new rows have the flag `foreign`: they were timed and checked here, not by scanbench. Their limit and
pages are those of RESULT, so run this on the same machine. A time has all that a call of the library does, new arrays too."""
import importlib
import json
import sys
import time

import numpy

SAMPLES, SAMPLE_S = 20, 1e-3
DTYPES = {"u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64", "i32": "int32", "i64": "int64",
          "f16": "float16", "f32": "float32", "f64": "float64"}
PROBLEM = ("primitive", "dtype", "op", "scan_mode", "n", "row_length", "device", "pages", "cache")


def open_library(name, on_gpu, workers):
    """Returns a library, how it takes and returns numpy arrays, and how to wait for it; None if it lacks the device."""
    library = importlib.import_module("jax.numpy" if name == "jax" else name)
    if name == "torch" and (library.cuda.is_available() or not on_gpu):
        library.set_num_threads(workers)
        wait = library.cuda.synchronize if on_gpu else lambda: None
        return library, lambda a: library.from_numpy(a).to("cuda" if on_gpu else "cpu"), lambda y: y.cpu().numpy(), lambda y: wait()
    if name == "jax":
        jax = importlib.import_module("jax")
        jax.config.update("jax_enable_x64", True)
        here = (jax.default_backend() == "gpu") == on_gpu
        return (library, library.asarray, numpy.asarray, jax.block_until_ready) if here else None
    if name == "cupy" and on_gpu:
        return library, library.asarray, library.asnumpy, lambda y: library.cuda.get_current_stream().synchronize()
    return (library, numpy.asarray, numpy.asarray, lambda y: None) if name == "numpy" and not on_gpu else None


def measure(name, opened, point):
    """Returns the times of a call, once its sums are those of 64-bit integers."""
    library, take, give, wait = opened
    function = {"scan": "cumsum", "reduce": "sum"}[point["primitive"]]
    read, written = (DTYPES[kind] for kind in (point["dtype"].split("-") * 2)[:2])
    if name == "torch":  # has no sums of unsigned words; those of signed ones have the same bits
        read, written = (kind if kind == "uint8" else kind.replace("uint", "int") for kind in (read, written))
    length = min(point["row_length"] or point["n"], point["n"])
    data = numpy.random.default_rng(1).integers(0, 2, point["n"]).astype(read)
    rows, rest = numpy.split(data, [point["n"] // length * length])
    parts = [rows.reshape(-1, length)] + ([rest.reshape(1, -1)] if rest.size else [])
    inputs = [take(part) for part in parts]

    def call(times):
        for _ in range(times):
            outputs = [getattr(library, function)(x, axis=1, dtype=getattr(library, written)) for x in inputs]
        wait(outputs)
        return outputs

    for part, output in zip(parts, call(1)):
        expected = getattr(numpy, function)(part.astype("int64"), axis=1).astype(written)
        if not numpy.array_equal(give(output), expected):
            raise ArithmeticError("its sums are others")
    samples, calls = [], 1
    while len(samples) < SAMPLES:
        begun = time.perf_counter()
        call(calls)
        samples.append((time.perf_counter() - begun) / calls)
        if len(samples) == 1 and samples[0] * calls < SAMPLE_S:
            samples, calls = [], 2 * calls
    return samples


def takes(row):
    point = row["parameters"]
    return (row["status"] == "ok" and point["primitive"] in ("scan", "reduce") and point["op"] == "sum"
            and point["scan_mode"] != "exclusive" and not point["direction"] and set(point["dtype"].split("-")) <= set(DTYPES))


def row_of(name, row, samples):
    point, statistics, limit = row["parameters"], row["statistics"], row["limit"]
    rate = statistics["bytes_per_s"] * statistics["time_median_s"] / numpy.median(samples)
    return {"parameters": {"algorithm": "python/" + name, "family": "plugin", "workers": point["workers"],
                           **{axis: point[axis] for axis in PROBLEM}},
            "statistics": {}, "samples_s": samples, "launches": [], "status": "ok", "warnings": ["foreign"],
            "limit": {"algorithm": limit["algorithm"], "bytes_per_s": limit["bytes_per_s"],
                      "ratio": limit["bytes_per_s"] and rate / limit["bytes_per_s"]}}


def rows_of(name, rows):
    """Yields a row for each problem, with the limit of all workers; numpy has one."""
    problems = {}
    for row in sorted(filter(takes, rows), key=lambda row: row["parameters"]["workers"] or 1, reverse=name == "numpy"):
        problems[tuple(row["parameters"][axis] for axis in PROBLEM)] = row
    for row in problems.values():
        try:
            opened = open_library(name, (row["parameters"]["device"] or "cpu") != "cpu", row["parameters"]["workers"] or 1)
            if opened:
                yield row_of(name, row, measure(name, opened, row["parameters"]))
        except (ArithmeticError, AttributeError, TypeError) as why:
            print(f"{name}: {row['key']}: {why}", file=sys.stderr)


def main(path, *names):
    with open(path) as file:
        result = json.load(file)
    del result["digest"]  # of what scanbench wrote
    measured = list(result["results"])
    for name in names or ("numpy", "torch", "cupy", "jax"):
        try:
            result["results"] += list(rows_of(name, measured))
        except ModuleNotFoundError:
            print(f"{name}: not installed", file=sys.stderr)
    written = path.removesuffix(".json") + "-python.json"
    with open(written, "w") as file:
        json.dump(result, file)
    print(written)


if len(sys.argv) < 2:
    sys.exit(__doc__)
main(*sys.argv[1:])
