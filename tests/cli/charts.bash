# SPDX-License-Identifier: MIT
# What the tests of charts share: `load charts`, after helpers. Files are in $work.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    scanbench=$(realpath "${SCANBENCH:-./scanbench}")
    work=$(mktemp -d)
}

teardown() {
    rm -rf "$work"
}

# A result with every column: ALGORITHM… at sizes 2^10 … 2^20, u32 and f32; PATTERN, an unstable point, a wrong row, n = 0.
make_csv() { # FILE ALGORITHM…
    file=$1
    shift
    {
        printf '%s' primitive,algorithm,family,dtype,op,mode,n,threads_per_group,values_per_thread,unroll,load,
        printf '%s' load_width,groups,network,workers,isa,selectivity,pages,cache,device,status,samples,batch,
        printf '%s' time_median_s,time_ci_low_s,time_ci_high_s,time_min_s,time_mean_s,time_sd_s,elements_per_s,
        printf '%s' bytes_per_s,limit_bytes_per_s,limit_ratio,flags,stop_reason,
        printf '%s\n' machine,l1d_bytes,l2_bytes,l3_bytes,utc
        for algorithm in "$@"; do
            awk -v a="$algorithm" '
            function row(dtype, n, t, status, flags,    rates) {
                rates = n > 0 ? n / t "," 8 * n / t ",2e10,0.5" : "0,0,NaN,NaN"
                if (status != "ok") rates = "NaN,NaN,NaN,NaN"
                printf "scan,%s,simd,%s,sum,exclusive,%d,256,8,NaN,-,NaN,NaN,-,2,avx2,NaN,huge,hot,-,%s,20,64,%g,%g,%g,",
                    a, dtype, n, status, t, t * 0.98, t * 1.03
                printf "%g,%g,%g,%s,%s,precision,A CPU (R) @ 2 GHz,32768,1048576,8388608,2026-01-31T12:00:00Z\n",
                    t, t, t / 50, rates, flags
            }
            BEGIN {
                row("u32", 0, 1e-8, "ok", "-")
                for (k = 10; k <= 20; k += 2) {
                    row("u32", 2 ^ k, 2 ^ k * 4e-10, "ok", k == 14 ? "ci_wide;unstable" : "-")
                    row("f32", 2 ^ k, 2 ^ k * 5e-10, "ok", "-")
                }
                row("u32", 2 ^ 30, 1, "wrong", "-")
            }'
        done
    } >"$file"
}

# The least JSON of a result without rows, with a config.
make_json() { # FILE [CONFIG]
    printf '{ "schema": "scanbench-results", "schema_version": 2, "complete": true, "machine": { "identity": {}, "state": {} },
 "results": [],\n "config": %s }' "${2-{\}}" | python3 "$BATS_TEST_DIRNAME/digest.py" >"$1"
}

is_svg() {
    head -c 200 "$1" | grep -q '<?xml'
    tail -c 20 "$1" | grep -q '</svg>'
}

is_png() {
    [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ]
    [ "$(tail -c 8 "$1" | head -c 4)" = IEND ]
}

lacks() { # TEXT FILE
    if grep -F -- "$1" "$2"; then
        return 1
    fi
}

# A reduction by T and V at two sizes, striped and blocked.
make_tiles() { # FILE
    make_csv "$1" serial
    awk -v OFS=, 'BEGIN {
        for (l = 0; l < 2; l++) for (t = 32; t <= 1024; t *= 2) for (v = 1; v <= 32; v *= 2) for (k = 20; k <= 24; k += 4) {
            n = 2 ^ k; s = n * 1e-10 * (1 + (v < 4) + (t > 512) / 4 + l)
            printf "reduce,group/multilevel/raking,group,u32,sum,-,%d,%d,%d,NaN,%s,NaN,NaN,-,2,avx2,NaN,huge,hot,-,ok,20,64,", \
                n, t, v, l ? "striped" : "blocked"
            printf "%g,%g,%g,%g,%g,%g,%g,%g,4e10,0.5,%s,precision,A CPU,32768,1048576,8388608,2026-01-31T12:00:00Z\n", \
                s, s * 0.98, s * 1.03, s, s, s / 50, n / s, 4 * n / s, v == 8 ? "ci_wide;unstable" : "-"
        }
    }' >>"$1"
}

draws() { # SCRIPT OPTION…: without a word, SVG and PNG; the SVG stays in $work/x.svg
    script=scripts/$1.gp
    shift
    for ending in svg png; do
        run gnuplot -d -c "$script" "$work/r.csv" "$work/x.$ending" "$@"
        [ "$status" -eq 0 ]
        [ -z "$output" ]
    done
    is_svg "$work/x.svg"
    is_png "$work/x.png"
    refute grep -qE '<title>([^<]*\$|Gnuplot|gnuplot)' "$work/x.svg" # what is plotted says what it is
}

# All that the SVG has as text, on one line: gnuplot draws each line of a text on its own.
drawn_text() {
    grep -oE '<text>(<tspan[^>]*>)?[^<]*' "$work/x.svg" | sed 's/.*>//' | tr '\n' ' '
}

shows() { # TEXT…: in the SVG
    for text; do
        grep -qF -- "$text" "$work/x.svg" || drawn_text | grep -qF -- "$text"
    done
}

make_counts() { # FILE
    {
        printf '%s' primitive,algorithm,dtype,op,n,threads_per_group,values_per_thread,device,order,verdict,kernel,phase,scope,
        printf '%s' adds,subs,multiplies,shuffles,shared_loads,shared_stores,bank_conflicts,barriers,simd_barriers,steps,
        printf '%s' shared_words,device_loads,device_stores,transactions,atomics,polls,launches,useful_adds,stale_reads,
        echo relative_error
        for t in 32 64 128 256; do
            for phase in load local total; do
                echo "scan,group/x/raking,u32,sum,1024,$t,1,metal-m1,ascending,ok,scan,$phase,group,$((2 * t + 97)),0,0,6,1,1,$((t - 32)),2,0,$((t / 32 + 6)),1,1,1,1,0,0,3,$((t - 1)),0,NaN"
            done
        done
    } >"$1"
}
