#!/bin/sh
# SPDX-License-Identifier: MIT
# Export the one-pass scan, the compaction and the reduction for CUDA, prove them on a GPU, and time each as a plugin beside
# the built-in one: a line an algorithm and size with both times and their ratio.
# Usage: export_gpu.sh build FOLDER   where nvcc is: export and compile (ARCHITECTURE=sm_90)
#        export_gpu.sh run FOLDER     where the GPU is: self tests, checks, times (DEVICE=cuda:0); 1 if one is wrong
set -eu
phase=$1 folder=$2
scanbench=${SCANBENCH:-./scanbench}
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
include=$(dirname "$0")/../src/plugin

# PRIMITIVE ALGORITHM SHAPE…
rows() {
    cat <<'ROWS'
scan group/lookback-subgroup --dtype=u32 --threads-per-group=256 --values-per-thread=16
scan group/lookback-subgroup --dtype=f64 --threads-per-group=256 --values-per-thread=8
scan group/lookback --dtype=u32 --threads-per-group=256 --values-per-thread=16
scan group/chained --dtype=f32 --threads-per-group=256 --values-per-thread=16
scan group/read-ahead --dtype=u32 --threads-per-group=256 --values-per-thread=28
scan group/read-ahead --dtype=f64 --threads-per-group=256 --values-per-thread=14
scan group/one-round --dtype=u32 --threads-per-group=256 --values-per-thread=16
compact group/read-ahead --dtype=u32 --threads-per-group=256 --values-per-thread=28
compact group/one-round --dtype=f32 --threads-per-group=256 --values-per-thread=16
compact group/lookback-subgroup --dtype=u32 --threads-per-group=256 --values-per-thread=16
compact group/lookback --dtype=f32 --threads-per-group=256 --values-per-thread=16
reduce group/one-launch --dtype=u32 --threads-per-group=512 --values-per-thread=16 --groups=528
reduce group/multilevel --dtype=f32 --threads-per-group=512 --values-per-thread=16
ROWS
}

name_of() { # WORDS: a file name
    echo "$*" | tr -c 'a-z0-9\n' '_'
}

build() {
    rows | while read -r words; do
        name=$folder/$(name_of "$words")
        mkdir -p "$name"
        # shellcheck disable=SC2086 # words
        file=$("$scanbench" export $words -o "$name")
        "$nvcc" -std=c++17 -O3 -arch="${ARCHITECTURE:-sm_90}" -DSELF_TEST "$file" -o "$name/test"
        "$nvcc" -std=c++17 -O3 -arch="${ARCHITECTURE:-sm_90}" -DSCANBENCH_PLUGIN -I"$include" -shared -Xcompiler -fPIC "$file" -o "$name/plugin.so"
        echo "built $words"
    done
}

# The times of the two, a line "ALGORITHM N SECONDS" each.
time_both() { # PLUGIN PRIMITIVE ALGORITHM SHAPE…
    plugin=$1 primitive=$2 algorithm=$3
    shift 3
    "$scanbench" "$primitive" --algorithm="$algorithm,exported/$algorithm" --plugin="$plugin" --device="${DEVICE:-cuda:0}" \
        --n=1Mi,16Mi,128Mi "$@" -q -o "$folder" --format=csv |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["algorithm"], $at["n"], $at["time_median_s"] }'
}

run() {
    rows | while read -r primitive algorithm shape; do
        name=$folder/$(name_of "$primitive $algorithm $shape")
        "$name/test" || exit 1
        "$scanbench" check 'exported/*' --plugin "$name/plugin.so" --device=cuda:0 || exit 1
        # shellcheck disable=SC2086 # words
        time_both "$name/plugin.so" "$primitive" "$algorithm" $shape |
            awk -v what="$primitive $algorithm $shape" '
                { time[$1, $2] = $3; sizes[$2] = 1; if ($1 ~ /^exported/) exported = $1; else builtin = $1 }
                END {
                    for (n in sizes)
                        printf "%s n=%d: built-in %.2f us, exported %.2f us, ratio %.3f\n", what, n, 1e6 * time[builtin, n],
                            1e6 * time[exported, n], time[exported, n] / time[builtin, n]
                }'
    done
}

case $phase in
build) build ;;
run) run ;;
*) echo "usage: export_gpu.sh build|run FOLDER" >&2 && exit 2 ;;
esac
