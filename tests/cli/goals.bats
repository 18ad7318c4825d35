# SPDX-License-Identifier: MIT
# The table of goals: what it makes of a measured run, and of rows whose ratios are known.

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench="${SCANBENCH:-./scanbench}"
    out="$BATS_TEST_TMPDIR/out"
}

@test "goals: a small run gives a row for each problem and number of workers" {
    run scripts/goals.sh "$bench" "$out" -- -q --filter 'n<=4Ki' --set measure.max_time=5ms
    [ "$status" -eq 0 ]
    for problem in 'scan u32 inclusive' 'scan f32 inclusive' 'scan u32 exclusive' 'reduce u32' 'reduce f32' \
        'dot f32' 'compact u32'; do
        grep -Eq "^$problem +1 +2\^12 +(simd|threads)/" "$out/goals.txt"
        grep -Eq "^$problem +2 +2\^12 +threads/" "$out/goals.txt"
    done
    grep -Eq '^scan u32 inclusive +1 +2\^12 +group/' "$out/goals.txt"
    grep -q 'no peers: `make peers` first' "$out/goals.txt"
}

@test "goals: met and missed are told apart, of the limit and of the fastest peer" {
    cat >"$BATS_TEST_TMPDIR/bench.csv" <<'CSV'
primitive,algorithm,family,dtype,mode,n,workers,status,bytes_per_s,limit_ratio,flags,local
scan,simd/windows,simd,u32,inclusive,65536,NaN,ok,2e11,0.71,-,-
scan,simd/tree,simd,u32,inclusive,65536,NaN,ok,1e11,0.36,-,-
scan,peer/slow,plugin,u32,inclusive,65536,NaN,ok,5e10,0.18,-,-
scan,peer/fast,plugin,u32,inclusive,65536,NaN,ok,1e11,0.36,-,-
scan,group/lookback,group,u32,inclusive,65536,1,ok,8e10,0.3,unstable,raking
scan,threads/chained,threads,u32,inclusive,65536,2,ok,2e11,0.57,-,-
scan,threads/partitioned,threads,u32,inclusive,65536,2,wrong,NaN,NaN,-,-
CSV
    run awk -F, -f scripts/goals.awk "$BATS_TEST_TMPDIR/bench.csv"
    [ "$status" -eq 0 ]
    [[ "${lines[1]}" =~ "simd/windows".*" 200.0 "\ +0.71\ +0.70\ +met\ +"2.00 of peer/fast (2.3) missed by 13 %" ]]
    [[ "${lines[2]}" =~ 2\ +2\^16\ +"threads/chained".*" 0.57 "\ +0.60\ +"missed by 5 %" ]]
    [[ "$output" =~ "group/lookback raking".*" 80.0~"\ +0.40\ +0.45\ +"missed by 11 %" ]]
    [[ "${lines[-1]}" == "1 goals met, 3 missed; ~ unstable" ]]
}
