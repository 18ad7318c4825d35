#!/bin/sh
# SPDX-License-Identifier: MIT
# Distributed scans and the exchange alone on 1, 2, 4, … ranks of this machine, with each MPI library that is here: a table of
# both, the predicted time beside the measured one.
# Usage: bench_ranks.sh SCANBENCH RANKS FOLDER [OPTION…]   RANKS: the most; more than there are CPUs is allowed. Results are
# FOLDER/bench-ranks-LIBRARY.json; the options are the run's, to shrink it: --set 'sweeps.0.sizes=1Mi' --set measure.time=50ms
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

# A table for each problem, of the rows that `show` prints with these columns.
columns=primitive,dtype,n,ranks,schedule,collective,status,time_median_s,predicted_s,limit_ratio
# shellcheck disable=SC2016 # the program is awk's
table='
function time_text(s) {
    return s == "" ? "-" : s < 1e-3 ? sprintf("%.2f us", s * 1e6) : s < 1 ? sprintf("%.2f ms", s * 1e3) : sprintf("%.3f s", s)
}
NR == 1 || $4 + 0 > most { next }
$7 != "ok" { left_out++; next }
$1 " " $2 ", n = " $3 != last {
    last = $1 " " $2 ", n = " $3
    printf "\n%s, %s\n%5s  %-20s  %-20s  %12s  %12s  %8s  %8s\n", library, last, "ranks", "schedule", "exchange", "time", "predicted",
        "ratio", "of limit"
}
{
    printf "%5d  %-20s  %-20s  %12s  %12s  %8s  %7s\n", $4, ($5 == "" ? "-" : $5), $6, time_text($8), time_text($9),
        ($9 > 0 ? sprintf("%.2f", $8 / $9) : "-"), ($1 == "scan" ? sprintf("%.0f%%", 100 * $10) : "")
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
    result=$(find "$work" -name '*.json' -type f | head -1)
    if [ -z "$result" ]; then
        rm -rf "$work"
        echo "bench-ranks: $library: nothing was measured (exit status $status)" >&2
        exit 3
    fi
    mkdir -p "$folder"
    cp "$result" "$folder/bench-ranks-$library.json"
    rm -rf "$work"
    ran=1
    "$bench" show -q --format csv --columns "$columns" "$folder/bench-ranks-$library.json" |
        awk -F, -v most="$most" -v library="$library" -v file="$folder/bench-ranks-$library.json" "$table"
done
[ "$ran" = 1 ] || exit 3
