/* SPDX-License-Identifier: MIT */
/* The algorithms within a group: what each does and costs. Costs are of a full tile and T a power of two;
 * what is issued counts: lanes that execute the operator, words that lanes touch. */

#include "group/group.h"

/* A word of padding is between the runs of the 32 lanes where there are more than two words in each. */
#define RAKE_WORDS "S > 2 ? T + 31 : T"

static const struct cost reduce_shared_tree_costs[] = {{"adds", "T = 32 ? 160 : T + 128"},
                                                       {"shuffles", "5"},
                                                       {"shared_loads", "T = 32 ? 32 : 2T - 32"},
                                                       {"shared_stores", "T = 32 ? 32 : 2T - 32"},
                                                       {"barriers", "T = 32 ? 1 : L - 5"},
                                                       {"simd_barriers", "T = 32 ? 0 : 1"},
                                                       {"steps", "L"},
                                                       {"shared_words", "T"},
                                                       {0}};

/* The last steps of such a fold by halves of a subgroup, in shared memory. */
#define SHARED_TREE_TO_ONE_WORD                                                 \
    {"adds", "T - 1"}, {"shared_loads", "2T - 1"}, {"shared_stores", "2T - 1"}, \
        {"barriers", "T = 32 ? 1 : L - 5"}, {"steps", "L"},                     \
    {                                                                           \
        "shared_words", "T"                                                     \
    }

#define FOLD_IN_SHARED_MEMORY                                                                          \
    {"adds", "T - 1"}, {"shared_loads", "2T - 1"}, {"shared_stores", "2T - 1"}, {"barriers", "L + 1"}, \
        {"steps", "L"},                                                                                \
    {                                                                                                  \
        "shared_words", "T"                                                                            \
    }

const struct local_algorithm scan_locals[LOCAL_COUNT] = {
    [LOCAL_RAKING] =
        {
            .summary = "one subgroup rakes contiguous words serially",
            .source = M1_SCAN,
            .steps = "in a group: every thread stores its total; each lane of the first subgroup scans S "
                     "neighbouring words in place, the subgroup scans the lanes' sums, each lane adds what "
                     "precedes its words; every thread reads its prefix",
            .costs = COSTS({"adds", "2T + N - 32"}, {"shuffles", "D + 1"}, {"shared_loads", "5T - 64"},
                           {"shared_stores", "4T - 32"}, {"barriers", "2"}, {"steps", "S + D + 1"},
                           {"shared_words", "T"}, {"bank_conflicts", "(7S - 3)(S - 1)"}),
            .reduction = LOCAL_RAKING,
        },
    [LOCAL_COOPERATIVE] =
        {
            .summary = "every subgroup scans in registers, then their sums are scanned",
            .source = M1_SCAN,
            .steps = "in a group: every subgroup scans its totals in registers, last lanes store the sums; "
                     "the first subgroup scans these, lanes past them holding the identity; every thread "
                     "adds what precedes its subgroup",
            .costs =
                COSTS({"adds", "N(S + 1) + S + T"}, {"shuffles", "(D + 1)(S + 1)"}, {"shared_loads", "S + T"},
                      {"shared_stores", "2S"}, {"barriers", "2"}, {"steps", "2D + 2"}, {"shared_words", "S"}),
            .reduction = LOCAL_COOPERATIVE,
        },
    [LOCAL_BLELLOCH] =
        {
            .summary = "up-sweep and down-sweep of a balanced tree",
            .source = "G. Blelloch, Prefix Sums and Their Applications (1990)",
            .steps =
                "in a group: totals are summed up a balanced tree in shared memory, the root is cleared, and "
                "on the way down each node hands its prefix to both children; every thread reads its own",
            .costs = COSTS({"adds", "2(T - 1)"}, {"shared_loads", "5T - 4"}, {"shared_stores", "4T - 2"},
                           {"barriers", "2L + 3"}, {"steps", "2L"}, {"shared_words", "T"},
                           {"bank_conflicts", "35(S - 1)"}),
            .reduction = LOCAL_SHARED_TREE,
            .ignores = AXIS_BIT(AXIS_LANE_SCAN),
            .halves = true,
        },
    [LOCAL_BLELLOCH_PADDED] =
        {
            .summary = "the balanced tree of blelloch with padding, without bank conflicts",
            .source = "M. Harris, S. Sengupta, J. D. Owens, Parallel Prefix Sum (Scan) with CUDA, GPU Gems 3",
            .steps = "in a group: as blelloch, with a word of padding after every 32 in shared memory, so "
                     "that the words of a step are in different banks",
            /* A word of padding after every 32. */
            .costs = COSTS({"adds", "2(T - 1)"}, {"shared_loads", "5T - 4"}, {"shared_stores", "4T - 2"},
                           {"barriers", "2L + 3"}, {"steps", "2L"}, {"shared_words", "T + S - 1"}),
            .reduction = LOCAL_SHARED_TREE,
            .ignores = AXIS_BIT(AXIS_LANE_SCAN),
            .halves = true,
        },
    [LOCAL_HILLIS_STEELE] =
        {
            .summary = "every thread adds the word at twice the distance, step by step",
            .source = "W. D. Hillis, G. L. Steele, Data Parallel Algorithms (1986)",
            .steps = "in a group: in log2 T rounds every word of shared memory takes the one 1, 2, 4, … "
                     "below it; every thread reads the word before its own",
            /* An exclusive scan reads one word less at the end than an inclusive one, T + 2A. */
            .costs = COSTS({"adds", "A"}, {"shared_loads", "T - 1 + 2A"}, {"shared_stores", "T + A"},
                           {"barriers", "2L + 1"}, {"steps", "L"}, {"shared_words", "T"}),
            .reduction = LOCAL_RAKING,
            .ignores = AXIS_BIT(AXIS_LANE_SCAN),
        },
    [LOCAL_CUB_RAKING] =
        {
            .summary = "one subgroup rakes padded words twice",
            .source = CUB_SCAN,
            .steps = "in a group: every thread stores its total, with padding; each lane of the first "
                     "subgroup sums S neighbouring words, the subgroup scans the sums, each lane reads its "
                     "words again and leaves prefixes in their place; every thread reads its own",
            .costs = COSTS({"adds", "2T + N - 64"}, {"shuffles", "D + 1"}, {"shared_loads", "3T"},
                           {"shared_stores", "2T"}, {"barriers", "2"}, {"steps", "2S + D - 1"},
                           {"shared_words", RAKE_WORDS},
                           {"bank_conflicts", "S = 1 ? 0 : S = 2 ? 6 : S = 32 ? 0 : 2S"}),
            .reduction = LOCAL_CUB_RAKING,
        },
    [LOCAL_CUB_MEMOIZE] =
        {
            .summary = "one subgroup rakes padded words and keeps them in registers",
            .source = CUB_SCAN,
            .steps = "in a group: as cub-raking, but each lane keeps its words in registers between the two "
                     "passes",
            .costs = COSTS({"adds", "2T + N - 64"}, {"shuffles", "D + 1"}, {"shared_loads", "2T"},
                           {"shared_stores", "2T"}, {"barriers", "2"}, {"steps", "2S + D - 1"},
                           {"shared_words", RAKE_WORDS}, {"bank_conflicts", "S = 1 ? 0 : S = 32 ? 0 : 2S"}),
            .reduction = LOCAL_CUB_RAKING,
        },
    [LOCAL_CUB_WARP_SCANS] =
        {
            .summary = "every subgroup scans in registers, then every thread adds up their sums",
            .source = CUB_SCAN,
            .steps = "in a group: every subgroup scans its totals in registers, last lanes store the sums; "
                     "every thread adds up all the sums and keeps what precedes its own subgroup",
            /* What the last subgroup puts before its own prefix is done one add before the longest chain
             * ends: D rounds, a hand-off and S - 1 adds, then that add. */
            .costs =
                COSTS({"adds", "NS + T(S - 1) + T - 32"}, {"shuffles", "(D + 1)S"}, {"shared_loads", "TS"},
                      {"shared_stores", "S"}, {"barriers", "1"}, {"steps", "S + D"}, {"shared_words", "S"}),
            .reduction = LOCAL_CUB_WARP,
        },
};

const struct local_algorithm reduce_locals[LOCAL_COUNT] = {
    [LOCAL_SHARED_TREE] =
        {
            .summary = "fold down to a subgroup, which reduces at once",
            .source = M1_REDUCE,
            .steps = "in a group: totals are folded in shared memory, the upper half onto the lower, down to "
                     "64 words, once more without a group barrier to 32, which the subgroup reduces at "
                     "once: in one instruction where there is one (simd_sum), else by shuffles; they count "
                     "as shuffles",
            .costs = reduce_shared_tree_costs,
            .halves = true,
            .in_lanes = true,
        },
    [LOCAL_SHARED_TREE_SHUFFLES] =
        {
            .summary = "fold down to a subgroup, then shuffles",
            .source = M1_REDUCE,
            .steps = "in a group: as shared-tree, but shuffles fold the last 32 words on every device",
            .costs = reduce_shared_tree_costs,
            .halves = true,
            .in_lanes = true,
        },
    [LOCAL_SHARED_TREE_BARRIERS] =
        {
            .summary = "fold down to one word, the last steps with barriers of the subgroup",
            .source = M1_REDUCE,
            .steps = "in a group: as shared-tree to 64 words, then on in shared memory down to one, with a "
                     "barrier of the subgroup after each step",
            .costs = COSTS(SHARED_TREE_TO_ONE_WORD, {"simd_barriers", "T = 32 ? 5 : 6"}),
            .halves = true,
        },
    [LOCAL_SHARED_TREE_VOLATILE] =
        {
            .summary = "fold down to one word, the last steps without barriers: a race but in lockstep",
            .source = M1_REDUCE,
            .steps = "in a group: as shared-tree-barriers without these barriers, of volatile words, as "
                     "published: undefined, and a hazard on every device model without simd_lockstep",
            .costs = COSTS(SHARED_TREE_TO_ONE_WORD),
            .halves = true,
            .lockstep = true,
        },
    [LOCAL_RAKING] =
        {
            .summary = "one subgroup folds every 32nd word, then shuffles",
            .source = M1_REDUCE,
            .steps = "in a group: every thread stores its total; each lane of the first subgroup folds "
                     "every 32nd word onto its own in place; shuffles finish",
            .costs = COSTS({"adds", "T + 128"}, {"shuffles", "5"}, {"shared_loads", "2T - 32"},
                           {"shared_stores", "2T - 32"}, {"barriers", "1"}, {"steps", "S + 4"},
                           {"shared_words", "T"}),
            .in_lanes = true,
        },
    [LOCAL_COOPERATIVE] =
        {
            .summary = "every subgroup reduces by shuffles, then one their sums",
            .source = M1_REDUCE,
            .steps = "in a group: every subgroup folds its totals by shuffles, first lanes store the sums; "
                     "the first subgroup folds these, lanes past them holding the identity",
            .costs = COSTS({"adds", "T = 32 ? 160 : 160(S + 1)"}, {"shuffles", "T = 32 ? 5 : 5(S + 1)"},
                           {"shared_loads", "T = 32 ? 0 : S"}, {"shared_stores", "T = 32 ? 0 : S"},
                           {"barriers", "T = 32 ? 0 : 1"}, {"steps", "T = 32 ? 5 : 11"},
                           {"shared_words", "T = 32 ? 0 : S"}),
            .in_lanes = true,
        },
    [LOCAL_CUB_RAKING] =
        {
            .summary = "one subgroup folds the others' words onto its own values, then shuffles",
            .source = CUB_REDUCE,
            .steps = "in a group: all but the first subgroup store their totals; its lanes fold every 32nd "
                     "word onto their own; shuffles finish",
            .costs = COSTS({"adds", "T + 128"}, {"shuffles", "5"}, {"shared_loads", "T - 32"},
                           {"shared_stores", "T - 32"}, {"barriers", "1"}, {"steps", "S + 4"},
                           {"shared_words", "T - 32"}),
            .in_lanes = true,
        },
    [LOCAL_CUB_WARP] =
        {
            .summary = "every subgroup reduces by shuffles, one thread adds up the sums",
            .source = CUB_REDUCE,
            .steps = "in a group: every subgroup folds its totals by shuffles, first lanes store the sums; "
                     "the first thread adds these up",
            /* With one subgroup nobody reads what it hands over. */
            .costs = COSTS({"adds", "160S + S - 1"}, {"shuffles", "5S"}, {"shared_loads", "S - 1"},
                           {"shared_stores", "S"}, {"barriers", "1"}, {"steps", "S > 1 ? S + 5 : 5"},
                           {"shared_words", "S"}),
        },
    [LOCAL_INTERLEAVED_MODULO] =
        {
            .summary = "neighbours first, threads picked by a modulo",
            .source = HARRIS,
            .steps = "in a group: neighbouring words of shared memory are joined, then sums two apart, four "
                     "apart, …, by the threads whose number the distance divides",
            .costs = COSTS(FOLD_IN_SHARED_MEMORY),
            .halves = true,
        },
    [LOCAL_INTERLEAVED_STRIDED] =
        {
            .summary = "neighbours first, by the lowest threads",
            .source = HARRIS,
            .steps = "in a group: neighbouring words of shared memory are joined, then sums two apart, four "
                     "apart, …, by the lowest threads",
            .costs = COSTS(FOLD_IN_SHARED_MEMORY, {"bank_conflicts", "15(S - 1)"}),
            .halves = true,
        },
    [LOCAL_SEQUENTIAL] =
        {
            .summary = "the upper half onto the lower one, down to one word",
            .source = HARRIS,
            .steps = "in a group: the upper half of the words in shared memory is joined to the lower one, "
                     "down to one",
            .costs = COSTS(FOLD_IN_SHARED_MEMORY),
            .halves = true,
        },
};

bool locals_support(const struct point *point, struct error *why)
{
    const struct local_algorithm *const local =
        implementation_local(point->implementation, point->group_algorithm);
    const uint64_t threads = point->threads_per_group;
    if (!local)
        return error_set(why, EXIT_USAGE, "it does not take the group algorithm %s",
                         local_names[point->group_algorithm]);
    if (local->halves && (threads & (threads - 1)) != 0)
        return error_set(why, EXIT_USAGE, THREADS_HALVED);
    if (local->lockstep && point_on_device(point))
        return error_set(why, EXIT_USAGE,
                         "its lanes have to run in step, which no device promises: scanbench counts shows "
                         "the race");
    if (point->broadcast == BROADCAST_LANES && !local->in_lanes)
        return error_set(why, EXIT_USAGE, "with local %s not every lane of the first subgroup has the result",
                         local_names[point->group_algorithm]);
    return geometry_supports(point, why);
}

const char *const local_scan_functions[LOCAL_COUNT] = {
#define LOCAL_ROW(NAME, spelling, scan, reduce) [LOCAL_##NAME] = #scan,
#include "implementation/local.def"
#undef LOCAL_ROW
};

const char *const local_reduce_functions[LOCAL_COUNT] = {
#define LOCAL_ROW(NAME, spelling, scan, reduce) [LOCAL_##NAME] = #reduce,
#include "implementation/local.def"
#undef LOCAL_ROW
};

void build_scan(const struct point *point, struct build *build)
{
    build->local = local_scan_functions[point->group_algorithm];
}

void build_reduction_of_scan(const struct point *point, struct build *build)
{
    build->local = local_reduce_functions[scan_locals[point->group_algorithm].reduction];
}

void build_reduce(const struct point *point, struct build *build)
{
    build->local = local_reduce_functions[point->group_algorithm];
}

void build_that_waits(const struct point *point, struct build *build)
{
    (void)point;
    build->waits = true;
}

void build_reduce_that_waits(const struct point *point, struct build *build)
{
    build_reduce(point, build);
    build->waits = true;
}
