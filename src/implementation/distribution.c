/* SPDX-License-Identifier: MIT */
/* The axes of distributed arrays: how the ranks work together, and what each computes its block with. */
#include "implementation/distribution.h"

const char *const exchange_names[EXCHANGES] = {
    "-",
#define EXCHANGE_ROW(NAME, spelling, takes, words, rounds) [EXCHANGE_##NAME] = spelling,
#include "implementation/exchange.def"
#undef EXCHANGE_ROW
};

enum { TAKES_SCANS, TAKES_BOTH, ON_HOST, ON_DEVICES };
static const struct {
    bool reduces, on_devices;
} exchanges[EXCHANGES] = {
#define EXCHANGE_ROW(NAME, spelling, takes, words, rounds) \
    [EXCHANGE_##NAME] = {TAKES_##takes == TAKES_BOTH, ON_##words == ON_DEVICES},
#include "implementation/exchange.def"
#undef EXCHANGE_ROW
};

bool exchange_reduces(uint64_t exchange)
{
    return exchange < EXCHANGES && exchanges[exchange].reduces;
}

bool exchange_on_devices(uint64_t exchange)
{
    return exchange < EXCHANGES && exchanges[exchange].on_devices;
}

static unsigned log2_up(unsigned number)
{
    unsigned bits = 0;
    while (number > 1u << bits)
        bits++;
    return bits;
}

/* Rounds at the start that are worth a second application, so that log2 p rounds are enough: after q rounds,
 * the first j of them such, 2^q - 2^(q - j) ranks are known. */
static unsigned optimal_doubles(unsigned ranks)
{
    const unsigned rounds = log2_up(ranks);
    unsigned j = 1;
    while (j < rounds && (1u << rounds) - (1u << (rounds - j)) < ranks - 1)
        j++;
    return j;
}

bool exchange_sends_own(uint64_t exchange, unsigned ranks, unsigned round)
{
    if (round == 0)
        return true; /* there is nothing else */
    if (exchange == EXCHANGE_ROUND_OPTIMAL)
        return round < optimal_doubles(ranks);
    return exchange == EXCHANGE_TWO_OP_DOUBLING || (exchange == EXCHANGE_DOUBLING_123 && round == 1);
}

static unsigned doubling_rounds(uint64_t exchange, unsigned ranks)
{
    unsigned rounds = 0;
    for (unsigned known = 0; known + 1 < ranks; rounds++)
        known += known + exchange_sends_own(exchange, ranks, rounds);
    return rounds;
}

unsigned exchange_rounds(uint64_t exchange, unsigned ranks)
{
    if (exchange == EXCHANGE_LINEAR)
        return ranks - 1;
    if (exchange_reduces(exchange))
        return log2_up(ranks);
    return doubling_rounds(exchange, ranks);
}

static double messages_s(unsigned messages, double bytes, const struct rank_costs *costs)
{
    return messages * (costs->message_s + bytes * costs->byte_s);
}

/* What is carried doubles from message to message. */
static double gather_s(unsigned ranks, double bytes, const struct rank_costs *costs)
{
    return log2_up(ranks) * costs->message_s + (ranks - 1) * bytes * costs->byte_s;
}

double exchange_scan_s(uint64_t exchange, unsigned ranks, double bytes, const struct rank_costs *costs)
{
    if (exchange == EXCHANGE_ALLGATHER || exchange_on_devices(exchange))
        return gather_s(ranks, bytes, costs);
    return messages_s(exchange_rounds(exchange, ranks), bytes, costs);
}

double exchange_reduce_s(uint64_t exchange, unsigned ranks, double bytes, const struct rank_costs *costs)
{
    const unsigned rounds = log2_up(ranks);
    if (exchange == EXCHANGE_ALLGATHER || exchange_on_devices(exchange))
        return gather_s(ranks, bytes, costs);
    if (exchange == EXCHANGE_LINEAR) /* up the ranks and down again */
        return messages_s(2 * (ranks - 1), bytes, costs);
    if (exchange == EXCHANGE_RECURSIVE_DOUBLING && ranks < 1u << rounds) /* guests come before and go after */
        return messages_s(rounds + 1, bytes, costs);
    return messages_s(rounds, bytes, costs);
}

const char *const schedule_names[SCHEDULES] = {
    "-",
#define SCHEDULE_ROW(NAME, spelling, passes) [SCHEDULE_##NAME] = spelling,
#include "implementation/schedule.def"
#undef SCHEDULE_ROW
};

const unsigned schedule_passes[SCHEDULES] = {
#define SCHEDULE_ROW(NAME, spelling, passes) [SCHEDULE_##NAME] = passes,
#include "implementation/schedule.def"
#undef SCHEDULE_ROW
};

enum engines node_engine(uint64_t node)
{
    static const enum engines engines[NODES] = {
#define NODE_ROW(NAME, spelling, engine, ...) [NODE_##NAME] = ENGINE_##engine,
#include "implementation/node.def"
#undef NODE_ROW
    };
    return node < NODES ? engines[node] : ENGINE_NONE;
}

const char *const node_names[NODES] = {
    "-",
#define NODE_ROW(NAME, spelling, ...) [NODE_##NAME] = spelling,
#include "implementation/node.def"
#undef NODE_ROW
};
