/* SPDX-License-Identifier: MIT */
/* Exchanges over ranks: every kind on 1 to 17 ranks, those that double on up to 64, which here are threads,
 * with the answer of one loop and as many messages after each other as is said. */
#include "base/span.h"
#include "mpi/exchange.h"

#include "base/memory.h"

#include <math.h>

#include "rank_threads.h"
#include "test.h"

enum { FEW_RANKS = 17 };

/* What ranks do together; under way, some ask until it is over, others wait after they have asked once. */
enum how { SCANS, SCANS_MEANWHILE, REDUCES };

/* One rank of a trial. */
struct trial_rank {
    struct mpi_comm comm;
    enum exchange_kind kind;
    enum how how;
    uint64_t result[WORDS];
    pthread_t thread;
};

static uint64_t word_of(unsigned rank, unsigned word)
{
    return (rank + 1) * UINT64_C(0x9e3779b97f4a7c15) + word * UINT64_C(0xd6e8feb86659fd93);
}

static void scan_meanwhile(const struct exchange *exchange, const void *own, void *result)
{
    struct exchange_way way;
    exchange_begin(&way, exchange, own, result);
    while (!exchange_over(&way) && exchange->ranks->rank % 2 == 0) {
    }
    exchange_finish(&way);
}

static void *be_rank(void *argument)
{
    struct trial_rank *const own = argument;
    const struct rank_group ranks = {&glue, &own->comm, own->comm.rank, own->comm.size};
    struct exchange exchange = {&ranks, own->kind, DTYPE_U64, OP_SUM, WORDS, NULL, NULL};
    uint64_t words[WORDS];
    exchange.scratch = memory_block(exchange_scratch_bytes(&exchange, own->comm.size) + 1);
    for (unsigned i = 0; i < WORDS; i++)
        words[i] = word_of(own->comm.rank, i);
    if (own->how == REDUCES)
        exchange_reduce(&exchange, words, own->result);
    else if (own->how == SCANS_MEANWHILE)
        scan_meanwhile(&exchange, words, own->result);
    else
        exchange_scan(&exchange, words, own->result);
    free(exchange.scratch);
    return NULL;
}

/* Returns the longest chain of messages. */
static unsigned try_exchange(enum exchange_kind kind, unsigned size, enum how how)
{
    struct trial_rank ranks[MOST_RANKS];
    unsigned longest = 0;
    empty_post(size);
    for (unsigned r = 0; r < size; r++) {
        ranks[r] = (struct trial_rank){.comm = {.rank = r, .size = size}, .kind = kind, .how = how};
        assert_int_equal(pthread_create(&ranks[r].thread, NULL, be_rank, &ranks[r]), 0);
    }
    for (unsigned r = 0; r < size; r++)
        pthread_join(ranks[r].thread, NULL);
    for (unsigned r = 0; r < size; r++) {
        uint64_t expected[WORDS] = {0};
        for (unsigned before = 0; before < (how == REDUCES ? size : r); before++)
            for (unsigned i = 0; i < WORDS; i++)
                expected[i] += word_of(before, i);
        for (unsigned i = 0; i < WORDS; i++)
            if (ranks[r].result[i] != expected[i])
                fail_msg("%s: rank %u of %u: word %u is wrong", exchange_names[kind], r, size, i);
        longest = ranks[r].comm.messages > longest ? ranks[r].comm.messages : longest;
    }
    return longest;
}

TEST(every_kind_scans_ranks)
{
    for (enum exchange_kind kind = EXCHANGE_NONE + 1; kind < EXCHANGES; kind++)
        for (unsigned size = 1; size <= FEW_RANKS; size++)
            for (enum how how = SCANS; how <= SCANS_MEANWHILE; how++) {
                const unsigned messages = try_exchange(kind, size, how);
                if (kind != EXCHANGE_LIBRARY && kind != EXCHANGE_ALLGATHER && !exchange_on_devices(kind))
                    assert_int_equal(messages, exchange_rounds(kind, size));
            }
}

TEST(those_that_reduce_do)
{
    for (enum exchange_kind kind = EXCHANGE_NONE + 1; kind < EXCHANGES; kind++)
        for (unsigned size = 1; exchange_reduces(kind) && size <= FEW_RANKS; size++)
            try_exchange(kind, size, REDUCES);
    assert_false(exchange_reduces(EXCHANGE_DOUBLING_123));
    assert_false(exchange_reduces(EXCHANGE_NONE));
}

/* As published: arXiv 2507.04785 gives the rounds of three of them, arXiv 2604.25667 the least that there can
 * be. */
TEST(rounds_are_those_published)
{
    static const struct {
        unsigned ranks, one, two_op, doubling_123, optimal;
    } published[] = {{2, 1, 1, 1, 1},  {3, 2, 2, 2, 2},        {4, 3, 2, 2, 2},
                     {5, 3, 3, 3, 3},  {7, 4, 3, 3, 3},        {8, 4, 3, 4, 3},
                     {36, 7, 6, 6, 6}, {1024, 11, 10, 11, 10}, {1152, 12, 11, 11, 11}};
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        const unsigned ranks = published[i].ranks;
        assert_int_equal(exchange_rounds(EXCHANGE_ONE_DOUBLING, ranks), published[i].one);
        assert_int_equal(exchange_rounds(EXCHANGE_TWO_OP_DOUBLING, ranks), published[i].two_op);
        assert_int_equal(exchange_rounds(EXCHANGE_DOUBLING_123, ranks), published[i].doubling_123);
        assert_int_equal(exchange_rounds(EXCHANGE_ROUND_OPTIMAL, ranks), published[i].optimal);
        assert_int_equal(exchange_rounds(EXCHANGE_LINEAR, ranks), ranks - 1);
    }
}

/* Rounds by the papers' formulas, the least r with what each knows of after r rounds at least p - 1 ranks:
 * 2^(r - 1) of 1-doubling, 2^r - 1 of two-op-doubling and of the best that can be, 3 * 2^(r - 2) of
 * 123-doubling. */
static unsigned published_rounds(enum exchange_kind kind, unsigned ranks)
{
    const double others = ranks - 1;
    if (ranks <= 2)
        return ranks - 1;
    if (kind == EXCHANGE_ONE_DOUBLING)
        return 1 + (unsigned)ceil(log2(others));
    if (kind == EXCHANGE_DOUBLING_123)
        return (unsigned)ceil(log2(others) + log2(4.0 / 3) - 1e-12);
    return (unsigned)ceil(log2(ranks));
}

/* On every number of ranks up to 64 the answer is right after as many messages as published. */
TEST(doubling_takes_the_rounds_of_its_formula)
{
    for (enum exchange_kind kind = EXCHANGE_ONE_DOUBLING; kind <= EXCHANGE_ROUND_OPTIMAL; kind++)
        for (unsigned size = 1; size <= MOST_RANKS; size++) {
            assert_int_equal(exchange_rounds(kind, size), published_rounds(kind, size));
            assert_int_equal(try_exchange(kind, size, SCANS), published_rounds(kind, size));
        }
}

/* Second applications of the operator, of which the round-optimal exchange needs no more than the others that
 * take as few rounds: two-op-doubling has one in each round but the first, 123-doubling one. */
TEST(round_optimal_applies_least)
{
    for (unsigned size = 2; size <= MOST_RANKS; size++) {
        const unsigned rounds = exchange_rounds(EXCHANGE_ROUND_OPTIMAL, size);
        unsigned second = 0;
        for (unsigned round = 1; round < rounds; round++)
            second += exchange_sends_own(EXCHANGE_ROUND_OPTIMAL, size, round);
        assert_true(second < rounds);
        if (exchange_rounds(EXCHANGE_DOUBLING_123, size) == rounds)
            assert_true(second <= 1);
        if (exchange_rounds(EXCHANGE_ONE_DOUBLING, size) == rounds)
            assert_int_equal(second, 0);
    }
}

TEST(blocks_are_near_equal)
{
    for (size_t n = 0; n < 40; n++)
        for (unsigned size = 1; size <= FEW_RANKS; size++) {
            size_t next = 0;
            for (unsigned rank = 0; rank < size; rank++) {
                const struct span own = span_part(n, rank, size);
                assert_int_equal(own.first, next);
                assert_true(own.last - own.first - n / size <= 1);
                next = own.last;
            }
            assert_int_equal(next, n);
            assert_int_equal(span_part(n, size, size).first, n);
        }
}

static void unsay(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK",
                                        "OMPI_COMM_WORLD_SIZE",
                                        "OMPI_COMM_WORLD_LOCAL_RANK",
                                        "OMPI_COMM_WORLD_LOCAL_SIZE",
                                        "PMI_RANK",
                                        "PMI_SIZE",
                                        "MPI_LOCALRANKID",
                                        "MPI_LOCALNRANKS",
                                        "SLURM_PROCID",
                                        "SLURM_NTASKS",
                                        "SLURM_LOCALID",
                                        "SCANBENCH_MPI"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unsetenv(names[i]);
}

TEST(launchers_are_known)
{
    unsay();
    assert_false(seat_read().ranked);
    assert_int_equal(seat_read().ranks, 1);
    setenv("OMPI_COMM_WORLD_RANK", "2", 1);
    assert_false(seat_read().ranked);
    setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
    setenv("OMPI_COMM_WORLD_LOCAL_RANK", "1", 1);
    struct seat seat = seat_read();
    assert_true(seat.ranked && seat.rank == 2 && seat.ranks == 4 && seat.local == 1 && seat.locals == 4);
    assert_string_equal(seat.library, "openmpi");
    setenv("OMPI_COMM_WORLD_RANK", "4", 1);
    assert_false(seat_read().ranked);
    setenv("OMPI_COMM_WORLD_RANK", "2x", 1);
    assert_false(seat_read().ranked);
    unsay();
    setenv("PMI_RANK", "0", 1);
    setenv("PMI_SIZE", "1", 1);
    assert_string_equal(seat_read().library, "mpich");
    unsay();
    setenv("SLURM_PROCID", "3", 1);
    setenv("SLURM_NTASKS", "8", 1);
    assert_false(seat_read().ranked);
    setenv("SCANBENCH_MPI", "/nonexistent.so", 1);
    seat = seat_read();
    assert_true(seat.ranked && seat.rank == 3 && !seat.library);
}

TEST(objects_that_cannot_be_had_are_told_about)
{
    struct rank_group world;
    struct error error = {0};
    char path[256];
    unsay();
    setenv("SCANBENCH_MPI", "/nonexistent.so", 1);
    const struct seat seat = {true, 0, 2, 0, 2, "openmpi"};
    assert_string_equal(world_object(&seat, path, sizeof path), "/nonexistent.so");
    assert_false(world_open(&world, &seat, &error));
    assert_error(&error, EXIT_SYSTEM, "make mpi");
    setenv("SCANBENCH_MPI", "libm.so.6", 1);
    error = (struct error){0};
    assert_false(world_open(&world, &seat, &error));
    assert_non_null(strstr(error.text, "is not of this scanbench"));
    unsay();
    assert_non_null(strstr(world_object(&seat, path, sizeof path), "scanbench-openmpi.so"));
    const struct seat unknown = {.ranked = true};
    assert_string_equal(world_object(&unknown, path, sizeof path), "");
    error = (struct error){0};
    assert_false(world_open(&world, &unknown, &error)); /* which is not this program */
    assert_non_null(strstr(error.text, "no MPI for this mpiexec (unknown): it does not name its library"));
}
