# SPDX-License-Identifier: MIT
# check on ranks: all of them take each case together, whatever goes wrong on one of them.

load helpers
load ranks
bench=$(realpath "${SCANBENCH:-./scanbench}")
libraries="openmpi mpich"

# MPICH 4.0 compares unsigned integers as signed ones: of these no minimum.
few='dtype=u32,op=sum,n<=17'

@test "ranks take each case together, by every exchange and schedule, and the first one prints" {
    for library in $libraries; do
        for count in 1 3; do
            ranks "$library" "$count" check --smoke --filter "$few" mpi/scan
            [ "$status" -eq 0 ]
            ranks "$library" "$count" check --smoke --filter "$few,ranks=$count,collective=linear" mpi/scan
            [ "$status" -eq 0 ]
        done
        ranks "$library" 3 check --smoke --filter "$few,ranks=4" mpi/scan
        [ "$status" -eq 2 ]
        [[ $output == *"no case was run"* ]]
        [ "$(grep -c "no case was run" <<<"$output")" -eq 1 ]
    done
}

# What an exchange gets wrong on a rank is found there. The marked call is the library's.
wrong_call() { # LIBRARY CALL ARGUMENT EXCHANGE WHEN
    sed "s|^    $2(.*;|&\n    if ($5) if (rank(comm) == 2) *(unsigned char *)$3 ^= 1;|" src/mpi/mpi_glue.c >"$BATS_TEST_TMPDIR/wrong.c"
    refute cmp -s "$BATS_TEST_TMPDIR/wrong.c" src/mpi/mpi_glue.c
    glue "$1" "$BATS_TEST_TMPDIR/wrong.c" "wrong-$1"
    glue_object="$BATS_FILE_TMPDIR/wrong-$1.so" ranks "$1" 3 check --smoke --format csv --filter "$few,collective=$4" mpi/scan mpi/reduce
    [ "$status" -eq 1 ]
    [[ $output == *",wrong,"*"ranks=3"*": rank 2: element 0 of "* ]]
}

@test "what a library gets wrong on one rank is found" {
    for library in $libraries; do
        need "$library"
        wrong_call "$library" MPI_Exscan result library true
        wrong_call "$library" MPI_Allgather all allgather "bytes == 4"
    done
}

# A rank that the marked call ends, or that it keeps.
fails_in() { # LIBRARY STATEMENT ARGUMENT…
    local library=$1
    sed "s|^    MPI_Exscan(.*;|    if (rank(comm) == 1) { $2; }\n&|; 1i #include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>" \
        src/mpi/mpi_glue.c >"$BATS_TEST_TMPDIR/fails.c"
    glue "$library" "$BATS_TEST_TMPDIR/fails.c" "fails-$library"
    shift 2
    glue_object="$BATS_FILE_TMPDIR/fails-$library.so" ranks "$library" 2 check --smoke --format csv --filter "$few" "$@"
    [ "$status" -ne 0 ]
    refute pgrep -f "$BATS_TEST_TMPDIR"
}

@test "a rank that is killed, leaves or hangs in a check is named" {
    for library in $libraries; do
        need "$library"
        fails_in "$library" 'raise(SIGKILL)' mpi/reduce mpi/scan
        [[ $output == *"rank 1 was killed by SIGKILL "*"; the check ends"* ]]
        fails_in "$library" '_exit(7)' mpi/reduce mpi/scan
        [[ $output == *"rank 1 ended with exit status 7"* ]]
        fails_in "$library" 'for (;;) pause()' --timeout=5s mpi/reduce mpi/scan
        [[ $output == *",wrong,"*"scan mpi/scan"*" hangs (no end in 5 s; --timeout gives it longer)"* ]]
    done
}
