#!/bin/sh
# SPDX-License-Identifier: MIT
# Export algorithms for CUDA, prove them on a GPU, and time some as plugins beside the built-in ones and CUB, in one run for each
# element type.
# Usage: export_gpu.sh build FOLDER   where nvcc is: export and compile (ARCHITECTURE=90), with the program and CUB's peer beside
#                                     them, so that FOLDER/run.sh needs nothing else
#        export_gpu.sh run FOLDER     where the GPU is: self tests, checks, times (DEVICE=cuda:0); 1 if one is wrong
set -eu
here=$(cd "$(dirname "$0")" && pwd)
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
architecture=${ARCHITECTURE:-90}

# Those that are timed, with each element type: PRIMITIVE ALGORITHM SHAPE…
timed() {
    cat <<'ROWS'
scan group/lookback-subgroup --threads-per-group=512 --values-per-thread=16
scan group/read-ahead --threads-per-group=256 --values-per-thread=28 --stages=7 --reducer-subgroups=2
compact group/lookback-subgroup --threads-per-group=512 --values-per-thread=16
compact group/read-ahead --threads-per-group=256 --values-per-thread=28 --stages=7 --reducer-subgroups=4
reduce group/one-launch --threads-per-group=512 --values-per-thread=32 --groups=132 --group-algorithm=cooperative --arrangement=striped --vector-width=4
reduce group/multilevel --threads-per-group=512 --values-per-thread=16 --arrangement=striped --vector-width=4
ROWS
}

# Every algorithm, in its default shape or in one that a check tries: PRIMITIVE ALGORITHM SHAPE…
every() {
    "$scanbench" list --format csv 'group*' |
        sed -n 's/^\(group[^,]*\),\([a-z_]*\),.*/\2 \1/p' | sed '/^copy/d; /^recurrence/d; /^segmented/d; s/^tiled.*/& --threads-per-group=32/; s/coarsened.*/& --values-per-thread=4/'
}

name_of() { # WORDS: a file name
    echo "$*" | sed 's/ --.*//' | tr -c 'a-z0-9\n' '-'
}

# FOLDER/DTYPE-NAME gets the source, the self test and the plugin.
build_one() { # FOLDER SCANBENCH NVCC DTYPE WORDS…
    name=$1/$4-$(shift 4 && name_of "$*")
    scanbench=$2 compiler=$3 dtype=$4
    shift 4
    mkdir -p "$name"
    file=$("$scanbench" export "$@" --dtype="$dtype" -o "$name") || exit
    "$compiler" -std=c++17 -O3 -arch="sm_$architecture" -DSELF_TEST -DSCANBENCH_PLUGIN -I"$here/../src/plugin" -Xcompiler -fPIC \
        -c "$file" -o "$name/object.o"
    "$compiler" -arch="sm_$architecture" "$name/object.o" -Xcompiler -static-libstdc++ -o "$name/test"
    "$compiler" -arch="sm_$architecture" -shared "$name/object.o" -Xcompiler -static-libstdc++ -o "$name/plugin.so"
    rm "$name/object.o"
}

build() { # FOLDER
    scanbench=$here/../scanbench
    mkdir -p "$1"
    {
        timed | sed 's/^/u32 /'
        timed | sed 's/^/f32 /'
    } >"$1/timed"
    every | while read -r primitive algorithm shape; do
        dtype=u32
        [ "$primitive" != dot ] || dtype=f32
        grep -q "^$dtype $primitive $algorithm " "$1/timed" || echo "$dtype $primitive $algorithm $shape"
    done >"$1/checked"
    cat "$1/timed" "$1/checked" |
        xargs -P "$(nproc)" -I{} sh "$here/export_gpu.sh" build-one "$1" "$scanbench" "$nvcc" {}
    make -s -C "$here/.." dist-bin peers PEERS=cub NVCC_ARCHS="$architecture" DIST_FOLDER="$1/dist" >"$1/log" 2>&1 ||
        { tail -n 3 "$1/log" && exit 1; }
    tar -xzf "$1"/dist/*.tar.gz -C "$1" --strip-components=1 --wildcards '*/scanbench'
    cp "$here/../build/peers/cub.so" "$here/export_gpu.sh" "$1"
    rm -r "$1/dist"
    printf '#!/bin/sh\ncd "$(dirname "$0")" && exec sh ./export_gpu.sh run .\n' >"$1/run.sh"
    chmod +x "$1/run.sh"
}

# An option as members of a sweep: --values-per-thread=16 is "values_per_thread": 16.
member_of() { # OPTION
    echo "$1" | sed 's/^--//; y/-/_/; s/=\([0-9][0-9]*\)$/": \1/; s/=\(.*\)$/": "\1"/; s/^/, "/'
}

sweeps() { # DTYPE: of the rows on stdin
    while read -r type primitive algorithm shape; do
        [ "$type" = "$1" ] || continue
        problem="\"primitive\": \"$primitive\", \"dtype\": \"$type\", \"sizes\": [$sizes]"
        members=
        for option in $shape; do
            members=$members$(member_of "$option")
        done
        echo "{ $problem, \"algorithm\": \"$algorithm\"$members },"
        echo "{ $problem, \"algorithm\": \"exported/$algorithm\" },"
    done
    for primitive in scan compact reduce; do
        echo "{ \"primitive\": \"$primitive\", \"dtype\": \"$1\", \"sizes\": [$sizes], \"algorithm\": \"peer/cub/*\" }$comma"
    done | sed '$s/,$//'
}

# A line for each algorithm and size: microseconds of the built-in one, of the exported one and of the best of CUB, and ratios.
table() { # CSV
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        {
            problem = $at["primitive"] "," $at["n"]; name = $at["algorithm"]; time = 1e6 * $at["time_median_s"]
            if (time == 0)
                next
            if (name ~ /^peer/) {
                if (!(problem in peer) || time < peer[problem]) peer[problem] = time
            } else if (sub(/^exported\//, "", name))
                exported[problem "," name] = time
            else {
                built[problem "," name] = time
                order[++rows] = problem "," name
            }
        }
        END {
            printf "%-8s %-24s %10s %10s %10s %10s %9s %9s\n", "", "", "n", "built-in", "exported", "CUB", "exp/built", "exp/CUB"
            for (row = 1; row <= rows; row++) {
                split(order[row], word, ",")
                problem = word[1] "," word[2]
                mine = order[row] in exported ? exported[order[row]] : 0
                best = problem in peer ? peer[problem] : 0
                printf "%-8s %-24s %10d %10.2f %10.2f %10.2f %9.3f %9.3f\n", word[1], word[3], word[2], built[order[row]], mine, best,
                    mine / built[order[row]], best ? mine / best : 0
            }
        }' "$1"
}

plugins_of() { # FILE DTYPE: --plugin options
    while read -r type words; do
        [ "$2" != "$type" ] || echo "--plugin=$folder/$type-$(name_of "$words")/plugin.so"
    done <"$1"
}

# The self test of a row: its line.
test_one() { # FOLDER DTYPE WORDS…
    name=$2-$(shift 2 && name_of "$*")
    if line=$(timeout 30 "$1/$name/test" 2>&1); then
        echo "$name: ${line#*: }"
    else
        echo "WRONG $name: $(echo "$line" | tail -n 1)"
    fi
}

# Self tests, of those that are timed alone on the device: their lines, of the others those that are wrong, and the number of all.
self_tests() {
    xargs -I{} sh "$here/export_gpu.sh" test-one "$folder" {} <"$folder/timed" | tee "$folder/tested"
    xargs -P 8 -I{} sh "$here/export_gpu.sh" test-one "$folder" {} <"$folder/checked" >"$folder/tested-more"
    grep WRONG "$folder/tested-more" || true
    cat "$folder/tested-more" >>"$folder/tested"
    wrong=$(grep -c WRONG "$folder/tested") || true
    echo "self tests: $(grep -c ': right' "$folder/tested") right, $wrong wrong ($(($(date +%s) - begin)) s)"
    [ "$wrong" -eq 0 ] || status=1
}

run() { # FOLDER
    folder=$1 scanbench=$1/scanbench sizes='"1Mi", "16Mi", "64Mi"' comma=, begin=$(date +%s) status=0
    self_tests
    for dtype in u32 f32; do
        # shellcheck disable=SC2046 # a list of options
        timeout 20 "$scanbench" check 'exported/*' --device="${DEVICE:-cuda:0}" $(plugins_of "$folder/timed" "$dtype") \
            $(plugins_of "$folder/checked" "$dtype") >"$folder/check-$dtype" 2>&1 || status=1
        tail -n 4 "$folder/check-$dtype"
    done
    echo "checked ($(($(date +%s) - begin)) s)"
    for dtype in u32 f32; do
        {
            echo '{ "name": "export-'"$dtype"'", "measure": { "processes": 3, "samples": 40, "time": "20ms" },'
            echo '"machine": { "engine": "cuda", "pages": "huge" }, "sweeps": ['
            sweeps "$dtype" <"$folder/timed"
            echo '] }'
        } >"$folder/export-$dtype.config"
        # shellcheck disable=SC2046 # a list of options
        "$scanbench" --config - -q --time=35s -o "$folder/results" --format=none --plugin="$folder/cub.so" \
            $(plugins_of "$folder/timed" "$dtype") <"$folder/export-$dtype.config" 2>"$folder/log" || tail -n 2 "$folder/log"
        # shellcheck disable=SC2012 # names of ours
        result=$(ls -t "$folder/results/export-$dtype"*.json | sed 1q)
        [ -n "$result" ] || { status=1 && continue; }
        "$scanbench" show -q --format=csv "$result" >"$folder/export-$dtype.csv"
        echo "$dtype, microseconds:"
        table "$folder/export-$dtype.csv"
    done
    echo "all: $(($(date +%s) - begin)) s"
    return "$status"
}

case ${1-} in
build | run) "$1" "$2" ;;
build-one)
    shift
    # shellcheck disable=SC2086 # words
    build_one "$1" "$2" "$3" $4
    ;;
test-one)
    shift
    # shellcheck disable=SC2086 # words
    test_one "$1" $2
    ;;
*) echo "usage: export_gpu.sh build|run FOLDER" >&2 && exit 2 ;;
esac
