/* SPDX-License-Identifier: MIT */
/* Scans whose exchange is under way while a part of the block is scanned: right however long the exchange
 * takes, and no longer a part than is said. The ranks before and after are played by a table of functions. */
#include "implementation/distribution.h"
#include "mpi/world.h"
#include "registry/registry.h"

#include <string.h>

enum { RANKS = 3, OWN = 1, WORKERS = 2, NEVER = 1 << 30 };
#include "team_bed.h"

/* What the rank before has, how often one has to ask for it, and what happened. */
struct mpi_comm {
    union element before, sent;
    unsigned lag, left, asked, finished;
};

static void begin_exchange(struct mpi_comm *comm, const void *out, void *in, size_t bytes,
                           struct mpi_partners partners)
{
    if (partners.from != MPI_GLUE_NOBODY)
        memcpy(in, &comm->before, bytes);
    if (partners.to != MPI_GLUE_NOBODY)
        memcpy(&comm->sent, out, bytes);
    comm->left = partners.from != MPI_GLUE_NOBODY ? comm->lag : 0;
}

static bool over(struct mpi_comm *comm)
{
    comm->asked++;
    return comm->left == 0 || --comm->left == 0;
}

static void finish(struct mpi_comm *comm)
{
    comm->finished++;
}

static const struct mpi_glue glue = {.begin_exchange = begin_exchange, .over = over, .finish = finish};

/* A block on the second of three ranks. */
struct trial {
    struct point point;
    size_t elements;
    struct mpi_comm comm;
    struct rank_group ranks;
    struct run run;
    union element total; /* of the block */
};

static void work(void *argument, unsigned worker)
{
    const struct trial *const trial = argument;
    struct run run = trial->run;
    run.worker = worker;
    trial->point.implementation->run(&run);
}

/* Small numbers, which floats add up without rounding. */
static union element value_of(enum dtype dtype, size_t i)
{
    const uint32_t value = (uint32_t)(i * 7 % 5 + 1);
    return dtype == DTYPE_F64 ? (union element){.f64 = value} : (union element){.u32 = value};
}

/* From what precedes the block, element by element; and what went on to the next rank. */
static void judge(const struct trial *trial)
{
    const enum dtype dtype = (enum dtype)trial->point.dtype;
    union element sum = element_combine(OP_SUM, dtype, trial->run.initial, trial->comm.before);
    union element sent = trial->comm.before;
    for (size_t i = 0; i < trial->elements; i++) {
        const union element next = element_combine(OP_SUM, dtype, sum, value_of(dtype, i));
        const union element right = trial->point.scan_mode == MODE_EXCLUSIVE ? sum : next;
        const union element found = element_load(dtype, trial->run.output, i);
        if (memcmp(&right, &found, dtype_size(dtype)) != 0)
            fail_msg("element %zu of %zu, node %s, lag %u", i, trial->elements,
                     node_names[trial->point.rank_algorithm], trial->comm.lag);
        sent = element_combine(OP_SUM, dtype, sent, value_of(dtype, i));
        sum = next;
    }
    assert_memory_equal(&sent, &trial->comm.sent, dtype_size(dtype));
}

static void run_trial(struct trial *trial)
{
    const enum dtype dtype = (enum dtype)trial->point.dtype;
    const size_t bytes = (trial->elements * dtype_size(dtype) + 128) / 64 * 64;
    void *const input = aligned_alloc(64, bytes), *const output = aligned_alloc(64, bytes);
    struct error why = {0};
    trial->comm.before = value_of(dtype, 1);
    trial->ranks = (struct rank_group){&glue, &trial->comm, OWN, RANKS};
    trial->run = (struct run){.point = &trial->point,
                              .input = input,
                              .output = output,
                              .initial = value_of(dtype, 2),
                              .team = team,
                              .workers = (unsigned)trial->point.workers,
                              .ranks = &trial->ranks};
    for (size_t i = 0; i < trial->elements; i++)
        element_store(dtype, input, i, value_of(dtype, i));
    memset(output, 0xa5, bytes);
    assert_true(trial->point.implementation->prepare(&trial->run, &trial->run.state, &why));
    team_run(team, trial->run.workers, work, trial);
    judge(trial);
    trial->point.implementation->finish(trial->run.state);
    free(input);
    free(output);
}

static struct trial trial_of(enum node node, enum dtype dtype, size_t elements, unsigned lag)
{
    return (struct trial){
        .point = {.implementation = registry_find(PRIMITIVE_SCAN, "mpi/scan"),
                  .dtype = dtype,
                  .op = OP_SUM,
                  .scan_mode = dtype == DTYPE_F64 ? MODE_EXCLUSIVE : MODE_INCLUSIVE,
                  .n = RANKS * elements,
                  .workers = 1,
                  .ranks = RANKS,
                  .schedule = SCHEDULE_OVERLAP,
                  .collective = EXCHANGE_LINEAR,
                  .rank_algorithm = node},
        .elements = elements,
        .comm = {.lag = lag},
    };
}

/* By as many workers as it may have, where this machine has what it needs. */
static void try_workers(enum node node, enum dtype dtype, size_t elements, unsigned lag)
{
    for (unsigned workers = 1; workers <= WORKERS; workers++) {
        struct trial trial = trial_of(node, dtype, elements, lag);
        struct error why = {0};
        trial.point.workers = workers;
        if (trial.point.implementation->supports(&trial.point, &why))
            run_trial(&trial);
    }
}

TEST(every_node_is_right_however_long_it_takes)
{
    static const size_t sizes[] = {0, 1, 3, 1023, 1024, 1025, 5000};
    static const unsigned lags[] = {0, 1, 2, 5, NEVER};
    for (enum node node = NODE_NONE + 1; node < NODES; node++)
        for (size_t i = 0; node_engine(node) == ENGINE_NONE && i < sizeof lags / sizeof lags[0]; i++) {
            for (size_t j = 0; j < sizeof sizes / sizeof sizes[0]; j++) {
                try_workers(node, DTYPE_U32, sizes[j], lags[i]);
                try_workers(node, DTYPE_F64, sizes[j], lags[i]);
            }
        }
}

/* 256 KiB of each worker, looked at after every 4 KiB; then it is waited for, and for what is sent on. */
TEST(no_more_is_scanned_than_stays_in_cache)
{
    struct trial trial = trial_of(NODE_SERIAL, DTYPE_U32, 70001, NEVER);
    run_trial(&trial);
    assert_int_equal(trial.comm.asked, 1 + 64);
    assert_int_equal(trial.comm.finished, 2);
    trial = trial_of(NODE_SERIAL, DTYPE_F64, 70001, NEVER);
    run_trial(&trial);
    assert_int_equal(trial.comm.asked, 1 + 64);
}

TEST(no_more_is_scanned_than_the_exchange_takes)
{
    struct trial trial = trial_of(NODE_SERIAL, DTYPE_U32, 70001, 5);
    run_trial(&trial);
    assert_int_equal(trial.comm.asked, 5 + 1); /* and whether the next rank has it */
    assert_int_equal(trial.comm.finished, 0);
    trial = trial_of(NODE_SERIAL, DTYPE_U32, 70001, 0);
    run_trial(&trial);
    assert_int_equal(trial.comm.asked, 2);
}

AROUND_TESTS(team_setup, team_teardown)
