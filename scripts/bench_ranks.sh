#!/bin/sh
# SPDX-License-Identifier: MIT
# Distributed scans and the exchange alone on 1, 2, 4, … ranks of this machine, with each MPI library that is here: a table of
# both, the predicted time beside the measured one.
# Usage: bench_ranks.sh SCANBENCH RANKS FOLDER [OPTION…]   RANKS: the most; more than there are CPUs is allowed. Results are
# FOLDER/bench-ranks-LIBRARY.csv and .json; the options are the run's, to shrink it: --set 'sweeps.0.sizes=1Mi' --set measure.time=50ms
set -eu
bench=$1
most=$2
folder=$3
shift 3

# As root and in containers Open MPI wants to be told; a rank without a CPU of its own gives way.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
if [ "$most" -gt "$(nproc)" ]; then
    export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1
    echo "bench-ranks: $most ranks on $(nproc) CPUs: they take turns, and the times say little" >&2
fi

# shellcheck disable=SC2016 # the program is awk's
table='
# Cells of a line of CSV; what is quoted may hold commas.
function split_line(line, cell,    count) {
    for (; match(line, /^("([^"]|"")*"|[^,]*),/); line = substr(line, RLENGTH + 1))
        cell[++count] = substr(line, 1, RLENGTH - 1)
    cell[++count] = line
    return count
}
function time_text(s) {
    return s < 1e-3 ? sprintf("%.2f us", s * 1e6) : s < 1 ? sprintf("%.2f ms", s * 1e3) : sprintf("%.3f s", s)
}
{ cells = split_line($0, cell) }
NR == 1 { for (i = 1; i <= cells; i++) at[cell[i]] = i; next }
cell[at["ranks"]] + 0 > most { next }
cell[at["status"]] != "ok" { left_out++; next }
{
    predicted = cell[at["predicted_s"]]
    line = sprintf("%5d  %-20s  %-20s  %12s  %12s  %8s", cell[at["ranks"]], cell[at["schedule"]], cell[at["exchange"]], \
        time_text(cell[at["time_median_s"]]), predicted == "NaN" ? "-" : time_text(predicted), \
        predicted > 0 ? sprintf("%.2f", cell[at["time_median_s"]] / predicted) : "-")
    key = cell[at["primitive"]] " " cell[at["dtype"]] ", n = " cell[at["n"]]
    if (key != last) {
        printf "\n%s, %s\n%5s  %-20s  %-20s  %12s  %12s  %8s", library, key, "ranks", "schedule", "exchange", "time", "predicted", "ratio"
        print cell[at["primitive"]] == "scan" ? sprintf("  %8s", "of limit") : ""
        last = key
    }
    print line (cell[at["primitive"]] == "scan" ? sprintf("  %7.0f%%", 100 * cell[at["limit_ratio"]]) : "")
}
END { if (left_out) printf "\n%d points without a result: %s\n", left_out, file }'

ran=0
for library in openmpi mpich; do
    object=$(dirname "$bench")/scanbench-$library.so
    if [ ! -e "$object" ] || ! command -v "mpiexec.$library" >/dev/null; then
        echo "bench-ranks: $library is not here: scripts/packages.sh install mpi; make mpi" >&2
        continue
    fi
    work=$(mktemp -d)
    status=0
    SCANBENCH_MPI=$object "mpiexec.$library" -n "$most" "$bench" -q --config "$(dirname "$0")/../configs/bench-ranks.json" -o "$work" \
        --format none "$@" || status=$?
    result=$(find "$work" -name '*.csv' -type f | head -1)
    if [ -z "$result" ]; then
        rm -rf "$work"
        echo "bench-ranks: $library: nothing was measured (exit status $status)" >&2
        exit 3
    fi
    mkdir -p "$folder"
    for ending in csv json; do
        cp "${result%.csv}.$ending" "$folder/bench-ranks-$library.$ending"
    done
    rm -rf "$work"
    ran=1
    awk -v most="$most" -v library="$library" -v file="$folder/bench-ranks-$library.csv" "$table" "$folder/bench-ranks-$library.csv"
done
[ "$ran" = 1 ] || exit 3
