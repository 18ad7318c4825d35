# SPDX-License-Identifier: MIT
# Charts of arrays on ranks, and the configs that ask for them.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    bench="${SCANBENCH:-./scanbench}"
}

# The columns that the charts read: PRIMITIVE RANKS N SECONDS PREDICTED a line on standard input.
result() { # FILE
    {
        printf '%s' primitive,algorithm,family,dtype,op,mode,n,threads_per_group,values_per_thread,unroll,load,
        printf '%s' load_width,groups,network,workers,isa,selectivity,pages,cache,device,status,samples,batch,
        printf '%s' time_median_s,time_ci_low_s,time_ci_high_s,time_min_s,time_mean_s,time_sd_s,elements_per_s,
        printf '%s' bytes_per_s,limit_bytes_per_s,limit_ratio,flags,stop_reason,machine,l1d_bytes,l2_bytes,l3_bytes,utc,
        printf '%s' limit_ratio_ci_low,limit_ratio_ci_high,engine,local,broadcast,ring,reducers,
        printf '%s\n' ranks,schedule,exchange,node,predicted_s
        awk '{ printf "%s,mpi/%s,mpi,u32,sum,exclusive,%d,NaN,NaN,NaN,-,NaN,NaN,-,1,-,NaN,huge,hot,-,ok,20,1,", $1, $1, $3
            printf "%g,%g,%g,%g,%g,0,%g,%g,1e10,0.5,-,precision,A CPU,32768,1048576,8388608,2026-01-31T12:00:00Z,", \
                $4, $4 * 0.98, $4 * 1.03, $4, $4, $3 / $4, 8 * $3 / $4
            printf "0.4,0.6,-,-,-,NaN,NaN,%d,reduce-exchange-scan,%s,serial,%s\n", $2, $6, $5 }'
    } >"$1"
}

@test "efficiency is drawn of strong and of weak scaling, each in its panel, and of no exchange" {
    result "$BATS_TEST_TMPDIR/r.csv" <<'END'
scan 1 1048576 0.004 0.003 library
scan 2 1048576 0.002 0.0015 library
scan 4 1048576 0.001 0.0008 library
reduce 1 1024 0.001 0.001 library
reduce 2 2048 0.001 0.001 library
reduce 4 4096 0.001 0.001 library
exscan 2 1 0.001 0.001 library
END
    run "$bench" plot --kind efficiency-vs-ranks "$BATS_TEST_TMPDIR/r.csv"
    [ "$status" -eq 0 ]
    local svg
    svg=$(ls "$BATS_TEST_TMPDIR"/*.svg)
    grep -q 'scan u32 sum exclusive, n = 1Mi on all (strong)' "$svg"
    grep -q 'reduce u32 sum exclusive, 1Ki on each (weak)' "$svg"
    refute grep -q exscan "$svg"
}

# The script itself, which then prints what it has drawn.
@test "what is as fast on each rank as on one alone is drawn at 1" {
    for speed in 1 2; do
        printf 'scan 1 1048576 0.004 0.003 library\nscan %s 1048576 0.002 0.0015 library\n' $((2 * speed)) |
            result "$BATS_TEST_TMPDIR/$speed.csv"
        sed "s|^folder = .*|folder = '$PWD/scripts/'|" scripts/efficiency.gp >"$BATS_TEST_TMPDIR/efficiency.gp"
        echo 'set print "-"; print $points[1], " ", $points[2]' >>"$BATS_TEST_TMPDIR/efficiency.gp"
        run gnuplot -c "$BATS_TEST_TMPDIR/efficiency.gp" "$BATS_TEST_TMPDIR/$speed.csv" "$BATS_TEST_TMPDIR/$speed.svg"
        [ "$status" -eq 0 ]
        case $speed in
        1) [[ $output == "1 1 "*" 2 1"* ]] ;;
        2) [[ $output == "1 1 "*" 4 0.5"* ]] ;;
        esac
    done
}

@test "measured against predicted, and time against ranks" {
    result "$BATS_TEST_TMPDIR/r.csv" <<'END'
exscan 1 1 1e-7 0 library
exscan 2 1 1e-6 1e-6 library
exscan 4 1 3e-6 2e-6 library
exscan 4 1 2e-6 2e-6 linear
END
    for kind in predicted-vs-measured time-vs-ranks; do
        run "$bench" plot --kind "$kind" "$BATS_TEST_TMPDIR/r.csv"
        [ "$status" -eq 0 ]
    done
    grep -lq 'as predicted' "$BATS_TEST_TMPDIR"/*.svg
    sed -i 's/,[^,]*$/,NaN/; 1s/,NaN$/,predicted_s/' "$BATS_TEST_TMPDIR/r.csv"
    run "$bench" plot --kind predicted-vs-measured "$BATS_TEST_TMPDIR/r.csv"
    [ "$status" -eq 2 ]
    [ "$output" = "scanbench: error: $BATS_TEST_TMPDIR/r.csv: no row to draw: none has predicted_s" ]
}

@test "the configs of scaling plan on sixteen ranks" {
    for config in configs/ranks-strong.json configs/ranks-weak.json; do
        run env OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=16 "$bench" -c "$config" --dry-run
        [ "$status" -eq 0 ]
        [[ $output == *"ranks=16"* ]]
        [[ $output == *" 0 of them unsupported"* ]]
    done
}
