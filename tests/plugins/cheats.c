/* SPDX-License-Identifier: MIT */
/* A plugin whose implementations want to look fast, or leave traces, each in its own way, beside an honest
 * one. */
#include <scanbench.h>

#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static void honest(const struct scanbench_run *run)
{
    const uint32_t *const input = run->input;
    uint32_t *const output = run->output;
    uint32_t sum = 0;
    for (size_t i = 0; i < run->point->n; i++)
        output[i] = sum += input[i];
}

static uint32_t total(const uint32_t *input, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += input[i];
    return sum;
}

/* The calls that are proofs: those after them are sped up. */
enum { PROOFS = 4 };

/* Right as long as it seems to be judged, then never again. */
static void cached(const struct scanbench_run *run)
{
    static unsigned calls;
    if (calls++ < PROOFS)
        honest(run);
}

/* Works when the ends of its output are not what they were, as poison makes them. */
static void poison(const struct scanbench_run *run)
{
    static uint32_t first, last;
    const uint32_t *const output = run->output;
    const size_t n = run->point->n;
    if (n > 0 && output[0] == first && output[n - 1] == last)
        return;
    honest(run);
    first = n > 0 ? output[0] : 0;
    last = n > 0 ? output[n - 1] : 0;
}

/* Leaves the second half as an earlier call had it, where some elements of the input are what they were. */
static void lazy(const struct scanbench_run *run)
{
    static uint32_t seen[64];
    static unsigned calls;
    const uint32_t *const input = run->input;
    const size_t n = run->point->n, apart = n / 64 + 1;
    int same = 1;
    for (size_t i = 0, k = 0; i < n; i += apart, k++) {
        same &= seen[k] == input[i];
        seen[k] = input[i];
    }
    struct scanbench_point half = *run->point;
    struct scanbench_run part = *run;
    half.n = same && calls++ >= PROOFS ? n / 2 : n;
    part.point = &half;
    honest(&part);
}

/* Wrong in every second call or so, in an element of 64: of a large output each sample looks at windows. */
static void sometimes(const struct scanbench_run *run)
{
    static unsigned calls;
    static uint64_t random = 1;
    honest(run);
    random = random * 6364136223846793005u + 1442695040888963407u;
    if (calls++ < PROOFS || !(random >> 63))
        return;
    for (uint64_t i = run->point->n / 3; i < run->point->n; i += 64)
        ((uint32_t *)run->output)[i]++;
}

/* Wrong in every second call or so, in one element. */
static void once(const struct scanbench_run *run)
{
    static unsigned calls;
    static uint64_t random = 3;
    honest(run);
    random = random * 6364136223846793005u + 1442695040888963407u;
    if (calls++ >= PROOFS && random >> 63)
        ((uint32_t *)run->output)[(random >> 20) % run->point->n]++;
}

/* Wrong in every 8th call, in one element in the middle. */
static void middle(const struct scanbench_run *run)
{
    static unsigned calls;
    honest(run);
    if (calls++ % 8 == 7)
        ((uint32_t *)run->output)[run->point->n / 2]++;
}

/* Wrong in every 64th call. */
static void seldom(const struct scanbench_run *run)
{
    static unsigned calls;
    honest(run);
    if (calls++ % 64 == 63)
        ((uint32_t *)run->output)[run->point->n / 2]++;
}

/* Works in every second call. */
static void second(const struct scanbench_run *run)
{
    static unsigned calls;
    if (calls++ % 2 == 0 || calls < PROOFS)
        honest(run);
}

/* Has done an input at this address and of this length before. */
static void address(const struct scanbench_run *run)
{
    static const void *done[8];
    static size_t lengths[8];
    static unsigned calls;
    unsigned i = 0;
    while (i < 7 && done[i] && (done[i] != run->input || lengths[i] != run->point->n))
        i++;
    if (calls++ < PROOFS || !done[i])
        honest(run);
    done[i] = run->input;
    lengths[i] = run->point->n;
}

/* Gives the answer that it gave first, by a copy. */
static void answer(const struct scanbench_run *run)
{
    static uint32_t *kept;
    static size_t n;
    const size_t bytes = run->point->n * sizeof *kept;
    if (n != run->point->n) {
        honest(run);
        free(kept);
        kept = memcpy(malloc(bytes + 1), run->output, bytes);
        n = run->point->n;
    } else {
        memcpy(run->output, kept, bytes);
    }
}

/* Whether a call follows its predecessor so soon that both are of one batch. */
static int follows(void)
{
    static uint64_t last;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    const int soon = ns - last < 2000;
    last = ns;
    return soon;
}

/* Works in the first call of a batch alone. */
static void burst(const struct scanbench_run *run)
{
    if (!follows())
        honest(run);
    follows();
}

/* Works in the last call of a batch alone: it knows how many calls one has. */
static void batch(const struct scanbench_run *run)
{
    static unsigned calls, length;
    if (follows()) {
        calls++;
    } else {
        length = calls > length ? calls : length;
        calls = 1;
    }
    if (calls >= length)
        honest(run);
    follows();
}

/* Does the left half alone, once it is warm. */
static void left(const struct scanbench_run *run)
{
    static unsigned calls;
    struct scanbench_point half = *run->point;
    struct scanbench_run part = *run;
    half.n = calls++ >= 64 ? half.n / 2 : half.n;
    part.point = &half;
    honest(&part);
}

/* Leaves what is behind the last 64 elements. */
static void tail(const struct scanbench_run *run)
{
    struct scanbench_point most = *run->point;
    struct scanbench_run part = *run;
    most.n = most.n / 64 * 64;
    part.point = &most;
    honest(&part);
}

/* Floats, and no number behind the last 16. */
static void tail_not_a_number(const struct scanbench_run *run)
{
    const float *const input = run->input;
    float *const output = run->output;
    float sum = 0;
    for (size_t i = 0; i < run->point->n; i++) {
        sum += input[i];
        output[i] = i < run->point->n / 16 * 16 ? sum : __builtin_nanf("");
    }
}

/* Writes before the scratch that it asked for. */
static size_t some_scratch(const struct scanbench_point *point)
{
    (void)point;
    return 64;
}

static void before_scratch(const struct scanbench_run *run)
{
    volatile uint32_t *const scratch = run->scratch;
    honest(run);
    scratch[-1] = 7;
}

/* Writes 2 KiB into the 64 bytes that it asked for. */
static void past_scratch(const struct scanbench_run *run)
{
    honest(run);
    memset(run->scratch, 7, 2048);
}

static struct scanbench_run later;
static struct scanbench_point later_point;

static void *do_later(void *pause_ns)
{
    const struct timespec pause = {.tv_nsec = (long)(intptr_t)pause_ns};
    nanosleep(&pause, NULL);
    honest(&later);
    return NULL;
}

static void do_in_a_thread(const struct scanbench_run *run, intptr_t pause_ns)
{
    pthread_t thread;
    later = *run;
    later_point = *run->point;
    later.point = &later_point;
    if (pthread_create(&thread, NULL, do_later, (void *)pause_ns) == 0)
        pthread_detach(thread);
}

/* Returns before it has done anything. */
static void asynchronous(const struct scanbench_run *run)
{
    do_in_a_thread(run, 3000000);
}

/* The same, from the fifth call on, when it may seem to be proved. */
static void asynchronous_later(const struct scanbench_run *run)
{
    static unsigned calls;
    if (calls++ < PROOFS)
        honest(run);
    else
        do_in_a_thread(run, 3000000);
}

static void rounding(const struct scanbench_run *run)
{
    honest(run);
    fesetround(FE_UPWARD);
}

static void block_signals(const struct scanbench_run *run)
{
    sigset_t all;
    honest(run);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}

/* From any CPU to one, or from one to any. */
static void affinity(const struct scanbench_run *run)
{
    cpu_set_t set;
    honest(run);
    sched_getaffinity(0, sizeof set, &set);
    const int here = sched_getcpu(), many = CPU_COUNT(&set) > 1;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (many == (cpu == here))
            CPU_SET(cpu, &set);
        else if (many)
            CPU_CLR(cpu, &set);
    sched_setaffinity(0, sizeof set, &set);
}

/* Changes its input, which is not its own: from the fifth call on, when nobody protects it. */
static void alter(const struct scanbench_run *run)
{
    static unsigned calls;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uint32_t *const element = (uint32_t *)run->input + run->point->n / 2;
    honest(run);
    if (calls++ < PROOFS)
        return;
    mprotect((void *)((uintptr_t)element / page * page), page, PROT_READ | PROT_WRITE);
    ++*element;
}

/* Knows the sum of an input by its address. */
static void sum_remembered(const struct scanbench_run *run)
{
    static const void *address;
    static uint32_t sum;
    static size_t n;
    if (address != run->input || n != run->point->n)
        sum = total(run->input, run->point->n);
    address = run->input;
    n = run->point->n;
    *(uint32_t *)run->output = sum;
}

/* The same, as slowly as it likes. */
static void sum_slowly_remembered(const struct scanbench_run *run)
{
    sum_remembered(run);
    for (volatile size_t i = 0; i < run->point->n / 64; i++) {
    }
}

/* Knows it by every 64th element. */
static void sum_sampled(const struct scanbench_run *run)
{
    static uint32_t sum, sampled;
    const uint32_t *const input = run->input;
    uint32_t now = (uint32_t)run->point->n;
    for (size_t i = 0; i < run->point->n; i += 64)
        now = now * 31 + input[i];
    if (now != sampled)
        sum = total(input, run->point->n);
    sampled = now;
    *(uint32_t *)run->output = sum;
}

/* Knows the answer of an input of this length. */
static void sum_by_length(const struct scanbench_run *run)
{
    static uint32_t sums[8];
    static size_t lengths[8];
    static unsigned calls;
    unsigned i = 0;
    while (i < 7 && lengths[i] && lengths[i] != run->point->n)
        i++;
    if (lengths[i] != run->point->n || calls < PROOFS)
        sums[i] = total(run->input, run->point->n);
    calls++;
    lengths[i] = run->point->n;
    *(uint32_t *)run->output = sums[i];
}

#define CHEAT_OF(dtype, name_, ...)                                                                       \
    {                                                                                                     \
        .name = "cheat/" name_, .summary = "a running sum, " name_, .source = "scanbench",                \
        .primitive = SCANBENCH_SCAN, .dtypes = SCANBENCH_BIT(dtype), .ops = SCANBENCH_BIT(SCANBENCH_SUM), \
        .modes = SCANBENCH_BIT(SCANBENCH_INCLUSIVE), .run = __VA_ARGS__                                   \
    }
#define CHEAT(name_, ...) CHEAT_OF(SCANBENCH_U32, name_, __VA_ARGS__)
#define CHEAT_SUM(name_, run_)                                                     \
    {                                                                              \
        .name = "cheat/" name_, .summary = "a sum, " name_, .source = "scanbench", \
        .primitive = SCANBENCH_REDUCE, .dtypes = SCANBENCH_BIT(SCANBENCH_U32),     \
        .ops = SCANBENCH_BIT(SCANBENCH_SUM), .run = run_                           \
    }

static const struct scanbench_implementation implementations[] = {
    CHEAT("honest", honest),
    CHEAT("cached", cached),
    CHEAT("poison", poison),
    CHEAT("lazy", lazy),
    CHEAT("sometimes", sometimes),
    CHEAT("async", asynchronous),
    CHEAT("rounding", rounding),
    CHEAT("sigmask", block_signals),
    CHEAT("affinity", affinity),
    CHEAT("alter", alter),
    CHEAT_SUM("memo", sum_remembered),
    CHEAT_SUM("slow-memo", sum_slowly_remembered),
    CHEAT_SUM("sample", sum_sampled),
    CHEAT_SUM("memo-n", sum_by_length),
    CHEAT("once", once),
    CHEAT("middle", middle),
    CHEAT("seldom", seldom),
    CHEAT("second", second),
    CHEAT("address", address),
    CHEAT("answer", answer),
    CHEAT("burst", burst),
    CHEAT("batch", batch),
    CHEAT("left", left),
    CHEAT("tail", tail),
    CHEAT("async-later", asynchronous_later),
    CHEAT_OF(SCANBENCH_F32, "nan-tail", tail_not_a_number),
    CHEAT("scratch", before_scratch, .scratch_bytes = some_scratch),
    CHEAT("overrun", past_scratch, .scratch_bytes = some_scratch),
};

const struct scanbench_plugin scanbench_plugin = {
    SCANBENCH_PLUGIN_HEAD, "cheats", "1", "unknown", sizeof implementations / sizeof implementations[0],
    implementations};
