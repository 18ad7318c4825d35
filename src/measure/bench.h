/* SPDX-License-Identifier: MIT */
/* What all blocks of a run share: what is measured and how, the workers, and how far it is. */
#pragma once

#include "base/buffer.h"
#include "base/random.h"
#include "machine/instruments/instruments.h"
#include "machine/machine.h"
#include "machine/workers/team.h"
#include "measure/ranks.h"
#include "measure/time_left.h"
#include "measure/turns.h"
#include "results/record.h"
#include "sweep/plan.h"

#include <signal.h>
#include <stdatomic.h>

/* ---- Watching a run from another process: what it does, that it lives, and asking it to stop */

/* How far a run is, in memory that it shares with the process that watches over it. */
enum watch_stage {
    WATCH_START, /* no point yet */
    WATCH_FILL,  /* the memory of the point's block is written */
    WATCH_POINT, /* the point runs, or what came after it */
};
struct watch {
    _Atomic uint64_t beats;      /* grows as long as the run goes on */
    _Atomic bool stop;           /* asks the run to end as after a signal */
    volatile bool out_of_memory; /* the process has ended for that, and said so */
    struct effort effort;        /* so far; wall_s is the watcher's to fill */
    char lost[256];              /* why the process ended itself: its device failed; else empty */
    _Atomic unsigned awaited;    /* the rank whose answer is waited for; 0: none alone */
    enum watch_stage stage;
    struct point point;
};

/* Note what runs next, before anything of it runs. watch may be NULL: nobody watches. */
void watch_note(struct watch *watch, enum watch_stage stage, const struct point *now);

/* Set by a signal handler: the run stops at the next sample and marks what is unfinished interrupted. */
extern volatile sig_atomic_t stop_signal;

/* Set by the handler of a second signal: the process that measures is ended as it is. */
extern volatile sig_atomic_t stop_at_once;

/* ---- A run */

/* What is measured, and on what. */
struct workload {
    const struct plan *plan;
    const struct config *config;
    const struct machine *machine;
};

struct runner_progress {
    uint64_t launch, launches; /* of how many the run has, this one, from 0 on */
    size_t done, total;        /* points of this launch */
    const struct point *now;   /* what is measured; borrowed for the call */
    double left_s;             /* by what points have taken so far, and not beyond the budget */
    bool compiling;            /* its kernels are, for a device, before it is measured */
};

struct runner_options {
    /* Measure points of one plugin alone, or of what is built in where it is NULL; not apart: of all. */
    bool apart;
    const struct plugin *of;
    bool smoke;      /* one verified sample each */
    double budget_s; /* stop cleanly after so long; INFINITY for none */
    uint64_t launch; /* which repetition of the whole this is: order and offsets differ, the data does not */
    const struct results *earlier; /* the first launch of the plan, with what it found; NULL: this is it */
    struct time_left before;       /* what is finished of earlier launches; the rest is not asked for */
    const struct point *barred;    /* limits not to join the points, because they crash */
    size_t barred_count;
    struct watch *watch; /* NULL: nobody watches */
    void (*progress)(void *context,
                     const struct runner_progress *progress); /* never inside a sample; NULL: none */
    /* A block is finished: its records are final. Called in plan order within the block. NULL: none. */
    void (*finished)(void *context, const struct record *record);
    /* A device has failed and may be of no more use to this process: ends the process, so that a fresh one
     * goes on. NULL: the point fails, and the process goes on as it can. */
    void (*lost)(void *context, const char *why);
    void *context;
    const struct perf_control *perf_control; /* enabled around each timed region; NULL: none */
    const struct ranks_identity
        *ranks;          /* what the ranks that mpiexec started have in common; NULL: no ranks */
    struct turns *turns; /* with a run of another program, that has agreed; NULL: alone */
};

/* What all blocks of a run share. */
struct bench {
    /* What is measured. */
    const struct plan *plan;
    const struct config *config;
    const struct machine *machine;
    const struct runner_options *options;
    struct results *results;
    bool untimed; /* check alone sets it: no probe of a device runs, which may be what is wrong */

    /* Who measures. */
    struct team *team;
    unsigned workers;           /* of the team */
    struct counters *counters;  /* NULL where the kernel refuses them */
    const struct place *places; /* of the team's workers; NULL: not pinned */
    size_t place_count;
    double *empty_dispatch_s;     /* by workers; NAN until measured */
    struct ranks_bench *ranks;    /* that mpiexec started; NULL: none */
    struct message_cost message;  /* between them */
    struct bench_device *devices; /* that are open, a list; closed before it by bench_devices_close */
    struct buffer evicting;       /* what empties the host's caches; nothing until a call is cold */

    /* How far it is. */
    struct random random;
    uint64_t block_number; /* of all launches: the launch, and BLOCK_NUMBER_BITS of the block in it */
    uint64_t start_ns, shown_ns;
    double *expected_s; /* by plan index, of this launch; owned */
    struct time_left left;
    size_t points_done;
};
enum { BLOCK_NUMBER_BITS = 20 };

/* Start the workers and their counters. EXIT_SYSTEM. Caller closes, also after a failure. */
bool bench_start(struct bench *bench, struct error *error);
void bench_close(struct bench *bench);

/* Where the time of the run goes, as whoever watches it sees it. */
struct effort *bench_effort(const struct bench *bench);

uint64_t bench_now_ns(const struct bench *bench);
double bench_elapsed_s(const struct bench *bench);

/* Whether a signal, the watcher or the other program of --against ends the run. */
bool bench_stop_asked(const struct bench *bench);

/* Whether that, the budget or a clock that has failed ends the run now. */
bool bench_stopping(const struct bench *bench);

/* Wait until nobody else measures; at once where no turns are taken. */
void bench_take_turn(const struct bench *bench);

/* Let another run measure, until that is as far as this one: in this block, round and place of the round. */
void bench_pass_turn(const struct bench *bench, size_t round, size_t place);

/* Why what was not reached was not, as a message. */
const char *bench_why_unfinished(const struct bench *bench);
