# SPDX-License-Identifier: MIT
# What goes wrong on ranks, with each MPI library that is here: a rank that is killed, hangs, has no memory, computes something
# wrong, or runs something else.

load helpers
load ranks
bench=$(realpath "${SCANBENCH:-./scanbench}")

# The first rank runs one command, the second another, both with the same arguments.
two() { # LIBRARY FIRST SECOND ARGUMENT…
    local library=$1 first=$2 second=$3
    shift 3
    need "$library"
    run env SCANBENCH_MPI="$BATS_FILE_TMPDIR/$library.so" timeout 200 "mpiexec.$library" \
        -n 1 $first "$@" : -n 1 $second "$@"
}

# Three ranks end at once with one line and the first one's exit status.
ends_all() { # EXIT_STATUS WORDS ARGUMENT…
    local expected=$1 words=$2 library
    shift 2
    for library in ${libraries:-openmpi mpich}; do
        need "$library"
        run env SCANBENCH_MPI="$BATS_FILE_TMPDIR/$library.so" timeout 30 "mpiexec.$library" -n 3 "$bench" -q "$@"
        [ "$status" -eq "$expected" ]
        [ "$(grep -c 'error: ' <<<"$output")" -eq 1 ]
        [[ $output == *"$words"* ]]
    done
}

@test "what the first rank refuses before it measures ends all ranks, with one line" {
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 99 }'
    ends_all 2 "--filter removes" -c "$config" --filter n=1 -o -
    ends_all 2 "No such file" -c "$BATS_TEST_TMPDIR/absent.json" -o -
    ends_all 2 "mpiexec starts one run" -c "$config" -c "$config" -o -
    ends_all 2 "No such file" --resume "$BATS_TEST_TMPDIR/absent.journal"
    ends_all 4 "/dev/null" -c "$config" -o /dev/null/results
    # MPICH's launcher may die of SIGPIPE where ranks end before they meet, whatever they run.
    libraries=openmpi ends_all 2 "does not take --no-such-option" -c "$config" --no-such-option
    ends_all 2 "absent.so" -c "$config" --plugin "$BATS_TEST_TMPDIR/absent.so"
    ends_all 2 "absent.xml" -c "$config" --topology "xml:$BATS_TEST_TMPDIR/absent.xml" -o -
    echo '{ "name": "ranks", "sweeps": [ {]' >"$config"
    ends_all 2 "ranks.json:1:" -c "$config" -o -
}

@test "another rank that refuses is named, and ends all" {
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 99 }'
    mkdir "$BATS_TEST_TMPDIR/first" "$BATS_TEST_TMPDIR/second"
    cp tests/cli/hybrid.xml "$BATS_TEST_TMPDIR/first"
    for library in openmpi mpich; do
        two "$library" "timeout 30 env -C $BATS_TEST_TMPDIR/first $bench" "timeout 30 env -C $BATS_TEST_TMPDIR/second $bench" \
            -q -c "$config" --topology xml:hybrid.xml -o - --smoke
        [ "$status" -eq 3 ]
        [ "$(grep -c 'error: ' <<<"$output")" -eq 1 ]
        [[ $output == *"error: rank 1: "*"hybrid.xml"* ]]
    done
}

@test "what the first rank refuses of a check ends all ranks, with one line" {
    export SCANBENCH_LIBCUDA="$BATS_TEST_TMPDIR/absent.so"
    ends_all 2 "expected one of them" check --all --smoke
    ends_all 2 "nobody" check nobody
    ends_all 3 "no CUDA driver" check --device cuda:0 mpi/scan
}

wrong_answer() { # LIBRARY
    need "$1"
    sed 's|^    MPI_Exscan(.*;|&\n    if (rank(comm) == 2) *(unsigned char *)result ^= 1;|' src/mpi/mpi_glue.c \
        >"$BATS_TEST_TMPDIR/wrong.c"
    glue "$1" "$BATS_TEST_TMPDIR/wrong.c" "wrong-$1"
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 99, "collective": ["library", "linear"] }'
    glue_object="$BATS_FILE_TMPDIR/wrong-$1.so" ranks "$1" 3 -c "$config" -o - --format=json --smoke
    [ "$status" -ne 0 ]
    [[ $output == *'"rank 2: element 0 of 33: expected '* ]]
    [ "$(grep -c '"status": "wrong"' <<<"$output")" -eq 1 ]
}

@test "Open MPI: a wrong answer on any rank marks the point" {
    wrong_answer openmpi
}

@test "MPICH: a wrong answer on any rank marks the point" {
    wrong_answer mpich
}

other_work() { # LIBRARY
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 99 }'
    mkdir "$BATS_TEST_TMPDIR/first" "$BATS_TEST_TMPDIR/second"
    cp "$config" "$BATS_TEST_TMPDIR/first/c.json"
    sed 's/99/98/' "$config" >"$BATS_TEST_TMPDIR/second/c.json"
    two "$1" "env -C $BATS_TEST_TMPDIR/first $bench" "env -C $BATS_TEST_TMPDIR/second $bench" -c c.json -o - --smoke
    [ "$status" -ne 0 ]
    [[ $output == *"rank 1"*" has other arguments or configs than rank 0"$'\n'"note: expected the same on every host"* ]]
    [[ $output != *"rank 1: rank 1"* ]]
}

@test "Open MPI: ranks with other configs are refused" {
    other_work openmpi
}

@test "MPICH: ranks with other configs are refused" {
    other_work mpich
}

# A copy whose linker's note differs by a bit.
other_program() { # LIBRARY ARGUMENT…
    local place library=$1
    shift
    cp "$bench" "$BATS_TEST_TMPDIR/other"
    place=$(grep -obUaP -m1 '\x03\x00\x00\x00GNU\x00' "$bench" | head -1 | cut -d: -f1)
    [ -n "$place" ] || skip "the linker left no note"
    printf '\377\0\377\0' | dd of="$BATS_TEST_TMPDIR/other" bs=1 seek=$((place + 8)) conv=notrunc status=none
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 99 }'
    two "$library" "$bench" "$BATS_TEST_TMPDIR/other" "$@"
    [ "$status" -ne 0 ]
    [[ $output == *"rank 1"*" runs another program than rank 0"$'\n'"note: expected the same file on every host"* ]]
    [[ $output != *"rank 1: rank 1"* ]]
}

@test "ranks of another program are refused, by a run and by a check" {
    for library in openmpi mpich; do
        other_program "$library" -c "$config" -o - --smoke
        other_program "$library" check --smoke mpi/reduce
        refute grep -q "implementations," <<<"$output"
    done
}

# A limit of the address space is refused by sanitizers.
no_memory() { # LIBRARY
    (ulimit -v 1500000 && "$bench" --version >/dev/null 2>&1) || skip "this build does not start with less memory"
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": [100, "256Mi"] }'
    printf '#!/bin/sh\nulimit -v 1500000\nexec "%s" "$@"\n' "$bench" >"$BATS_TEST_TMPDIR/small"
    chmod +x "$BATS_TEST_TMPDIR/small"
    two "$1" "$bench" "$BATS_TEST_TMPDIR/small" -q -c "$config" -o - --smoke --format=json
    [ "$status" -ne 0 ]
    [[ $output == *"rank 1: needs 2.0 GiB, RLIMIT_AS allows "*" for 2 ranks"* ]]
    [ "$(grep -c '"status": "ok"' <<<"$output")" -eq 1 ]
    [ "$(grep -c '"status": "skipped"' <<<"$output")" -eq 1 ]
}

@test "Open MPI: a rank without memory costs its point" {
    no_memory openmpi
}

@test "MPICH: a rank without memory costs its point" {
    no_memory mpich
}

# The second rank leaves within a call, after a point is finished.
@test "a rank that leaves in a run is named, --resume goes on" {
    sed 's|^    MPI_Exscan(.*;|    if (rank(comm) == 1 \&\& access(getenv("LEAVES"), F_OK) == 0) _exit(7);\n&|; 1i #include <stdlib.h>\n#include <unistd.h>' \
        src/mpi/mpi_glue.c >"$BATS_TEST_TMPDIR/leaves.c"
    export LEAVES="$BATS_TEST_TMPDIR/leave"
    for library in openmpi mpich; do
        need "$library"
        glue "$library" "$BATS_TEST_TMPDIR/leaves.c" "leaves-$library"
        rm -f "$LEAVES" "$BATS_TEST_TMPDIR"/struck*
        slow_sweep struck
        SCANBENCH_MPI="$BATS_FILE_TMPDIR/leaves-$library.so" "mpiexec.$library" -n 2 "$bench" -q -c "$config" \
            -o "$BATS_TEST_TMPDIR" >"$BATS_TEST_TMPDIR/log" 2>&1 3>&- &
        await_point struck
        touch "$LEAVES"
        refute wait $!
        cat "$BATS_TEST_TMPDIR/log"
        grep -q "rank 1 ended with exit status 7" "$BATS_TEST_TMPDIR/log"
        refute pgrep -f "$BATS_TEST_TMPDIR"
        goes_on "$library"
    done
}

# The cost of messages is measured before the first point.
@test "a rank that hangs before any point is named as hanging" {
    sed 's|^    MPI_Send(.*;|    if (rank(comm) == 1) sleep(100);\n&|; 1i #include <unistd.h>' src/mpi/mpi_glue.c \
        >"$BATS_TEST_TMPDIR/sleeps.c"
    need openmpi
    glue openmpi "$BATS_TEST_TMPDIR/sleeps.c" sleeps
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 99 }'
    glue_object="$BATS_FILE_TMPDIR/sleeps.so" ranks openmpi 2 -c "$config" --timeout 2s -o - --smoke
    [ "$status" -ne 0 ]
    [[ $output == *"ended outside of any point: no sign of life for 2 s"*"--timeout gives it longer"* ]]
}

# Sends a signal to the measuring process of the second rank, after a point is finished.
strike() { # LIBRARY SIGNAL TIMEOUT
    need "$1"
    slow_sweep struck
    export SCANBENCH_MPI="$BATS_FILE_TMPDIR/$1.so"
    "mpiexec.$1" -n 2 "$bench" -q --timeout "$3" -c "$config" -o "$BATS_TEST_TMPDIR" >"$BATS_TEST_TMPDIR/log" 2>&1 3>&- &
    local job=$! victim
    await_point struck
    # Of its two processes the one that the other has started.
    victim=$(grep -lszE '^(OMPI_COMM_WORLD_RANK|PMI_RANK)=1$' /proc/[0-9]*/environ |
        xargs -r grep -lsz "^SCANBENCH_MPI=$SCANBENCH_MPI$" | cut -d/ -f3 | sort -n | tail -1)
    kill "-$2" "$victim"
    wait "$job" || true
    for _ in $(seq 100); do
        alive "$victim" || break
        sleep 0.1
    done
    refute alive "$victim"
}

# What was finished is kept, and the rest follows. Who notices a rank that hangs may be the one that waits for it, whose
# point is finished then: it took too long.
goes_on() { # LIBRARY
    local left late
    left=$(ls "$BATS_TEST_TMPDIR"/struck-*.journal "$BATS_TEST_TMPDIR"/struck-*Z.json 2>/dev/null | head -1)
    [ -n "$left" ]
    late=$(grep -cE '"status": ?"timeout"' "$left") || true
    [ "$late" -le 1 ]
    ranks "$1" 2 --resume "$left"
    [ "$status" -eq "$late" ]
    [ "$(grep -c ',ok,' "$BATS_TEST_TMPDIR"/struck.csv)" -eq $((3 - late)) ]
    [ "$(grep -c ',timeout,' "$BATS_TEST_TMPDIR"/struck.csv)" -eq "$late" ]
}

@test "Open MPI: a rank that is killed ends the run, --resume goes on" {
    strike openmpi KILL 60s
    grep -q "rank 1 was killed by SIGKILL .*; the run ends" "$BATS_TEST_TMPDIR/log"
    goes_on openmpi
}

@test "MPICH: a rank that is killed ends the run, --resume goes on" {
    strike mpich KILL 60s
    grep -q "rank 1 was killed by SIGKILL .*; the run ends" "$BATS_TEST_TMPDIR/log"
    goes_on mpich
}

@test "Open MPI: a rank that hangs ends the run after --timeout, --resume goes on" {
    strike openmpi STOP 6s
    grep -qE "(a rank|rank 1) gave no sign of life for 6 s: the run ends; .* with --resume" "$BATS_TEST_TMPDIR/log"
    goes_on openmpi
}

@test "MPICH: a rank that hangs ends the run after --timeout, --resume goes on" {
    strike mpich STOP 6s
    grep -qE "(a rank|rank 1) gave no sign of life for 6 s: the run ends; .* with --resume" "$BATS_TEST_TMPDIR/log"
    goes_on mpich
}

@test "a rank that cannot find its program, since there is no /proc, names that" {
    unshare -m umount -l /proc 2>/dev/null || skip "this user may not mount"
    run -3 env -u SCANBENCH_MPI OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1 unshare -m sh -c 'umount -l /proc; exec "$@"' sh \
        "$bench" -c configs/ranks.json --smoke -o - -q --filter n=1Mi
    [[ "$output" == *"no MPI for this mpiexec (openmpi): /proc does not show where this program is; "*"SCANBENCH_MPI names it"* ]]
}
