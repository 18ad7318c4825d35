# SPDX-License-Identifier: MIT
# `check` on ranks finds what is wrong between ranks alone: each test changes one line of src/mpi.

load helpers
load ranks

setup() {
    [ -e build/libscanbench.a ] || skip "this program was built elsewhere"
    begin_ranks
}

# A changed file of src/mpi is found by the cases of one implementation.
finds() { # FILE SED GLOB FILTER
    sed "$2" "src/mpi/$1.c" >"$BATS_TEST_TMPDIR/$1.c"
    refute cmp -s "src/mpi/$1.c" "$BATS_TEST_TMPDIR/$1.c"
    bench="$BATS_TEST_TMPDIR/scanbench"
    ${CC:-cc} -std=gnu17 -D_GNU_SOURCE -O1 -Isrc -Ibuild/generated -pthread -o "$bench" "$BATS_TEST_TMPDIR/$1.c" \
        build/src/main.o build/libscanbench.a $(pkg-config --libs jansson hwloc) -lm
    ranks openmpi 3 check --smoke --format csv --filter "dtype=u32,$4" "$3"
    [ "$status" -eq 1 ]
    [[ $output == *"$3,"*",wrong,"*": rank "* ]]
}

@test "an overlapped scan that forgets what it scanned during the exchange is wrong" {
    finds distributed_scan 's/dtype, before, own->meanwhile.total)/dtype, before, op_identity(run->point->op, run->point->dtype))/' \
        mpi/scan schedule=reduce-overlap-scan,op=sum
}

@test "an overlapped scan without its initial value is wrong" {
    finds distributed_scan '/exchange_finish(&own->meanwhile.way);/{n;s/add_initial(run, exchange->result);/;/}' \
        mpi/scan schedule=reduce-overlap-scan,op=sum
}

@test "an exchange up the ranks that sends only the last one's words is wrong" {
    finds exchange 's/^        join(exchange, sent, way->result);/        ;/' mpi/exscan collective=linear,op=sum
}

@test "a gathered exchange that leaves out the first rank is wrong" {
    finds exchange 's/i = count - 1; i > 0; i--/i = count - 1; i > 1; i--/' mpi/reduce collective=allgather,op=sum
}

@test "a reduction that leaves out a rank beyond a power of two is wrong" {
    finds exchange '/receive(ranks->comm, in, bytes_of(exchange), guest)/{n;s/join(exchange, result, in);/;/}' \
        mpi/reduce collective=recursive-doubling,op=sum
}

@test "a compaction that sends every rank its first elements is wrong" {
    finds distributed_compact 's/sent_at\[r\] = out;/sent_at[r] = 0;/' mpi/compact-rebalanced 'n<=17'
}

@test "a compaction without the count before a rank is wrong" {
    finds distributed_compact 's/run->count\[1\] = own->exchange.result->u64;/run->count[1] = 0;/' mpi/compact-kept 'n<=17'
}
