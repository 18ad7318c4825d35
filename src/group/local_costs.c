/* SPDX-License-Identifier: MIT */
/* The costs of the algorithms within a group, for a full tile and T a power of two. What is issued counts:
 * lanes that execute the operator, words that lanes touch. */
#include "group/local_costs.h"

/* An exclusive scan reads one word less at the end than an inclusive one, T + 2A. */
const struct cost scan_hillis_steele_costs[] = {{"adds", "A"},
                                                {"shared_loads", "T - 1 + 2A"},
                                                {"shared_stores", "T + A"},
                                                {"barriers", "2L + 1"},
                                                {"steps", "L"},
                                                {"shared_words", "T"},
                                                {0}};

const struct cost scan_cooperative_costs[] = {{"adds", "N(S + 1) + S + T"},
                                              {"shuffles", "(D + 1)(S + 1)"},
                                              {"shared_loads", "S + T"},
                                              {"shared_stores", "2S"},
                                              {"barriers", "2"},
                                              {"steps", "2D + 2"},
                                              {"shared_words", "S"},
                                              {0}};

const struct cost scan_blelloch_costs[] = {
    {"adds", "2(T - 1)"}, {"shared_loads", "5T - 4"}, {"shared_stores", "4T - 2"},     {"barriers", "2L + 3"},
    {"steps", "2L"},      {"shared_words", "T"},      {"bank_conflicts", "35(S - 1)"}, {0}};

const struct cost scan_raking_costs[] = {{"adds", "2T + N - 32"},
                                         {"shuffles", "D + 1"},
                                         {"shared_loads", "5T - 64"},
                                         {"shared_stores", "4T - 32"},
                                         {"barriers", "2"},
                                         {"steps", "S + D + 1"},
                                         {"shared_words", "T"},
                                         {"bank_conflicts", "(7S - 3)(S - 1)"},
                                         {0}};

/* A word of padding stands between the runs of the 32 lanes where there are more than two words in each. */
#define RAKE_WORDS "S > 2 ? T + 31 : T"

const struct cost scan_cub_raking_costs[] = {{"adds", "2T + N - 64"},
                                             {"shuffles", "D + 1"},
                                             {"shared_loads", "3T"},
                                             {"shared_stores", "2T"},
                                             {"barriers", "2"},
                                             {"steps", "2S + D - 1"},
                                             {"shared_words", RAKE_WORDS},
                                             {"bank_conflicts", "S = 1 ? 0 : S = 2 ? 6 : S = 32 ? 0 : 2S"},
                                             {0}};

const struct cost scan_cub_memoize_costs[] = {{"adds", "2T + N - 64"},
                                              {"shuffles", "D + 1"},
                                              {"shared_loads", "2T"},
                                              {"shared_stores", "2T"},
                                              {"barriers", "2"},
                                              {"steps", "2S + D - 1"},
                                              {"shared_words", RAKE_WORDS},
                                              {"bank_conflicts", "S = 1 ? 0 : S = 32 ? 0 : 2S"},
                                              {0}};

/* What the last simdgroup puts before its own prefix is done one add before the longest chain ends: D rounds,
 * a hand-off and S - 1 adds, then that add. */
const struct cost scan_cub_warp_scans_costs[] = {{"adds", "NS + T(S - 1) + T - 32"},
                                                 {"shuffles", "(D + 1)S"},
                                                 {"shared_loads", "TS"},
                                                 {"shared_stores", "S"},
                                                 {"barriers", "1"},
                                                 {"steps", "S + D"},
                                                 {"shared_words", "S"},
                                                 {0}};

const struct cost reduce_shared_tree_costs[] = {{"adds", "T = 32 ? 160 : T + 128"},
                                                {"shuffles", "5"},
                                                {"shared_loads", "T = 32 ? 32 : 2T - 32"},
                                                {"shared_stores", "T = 32 ? 32 : 2T - 32"},
                                                {"barriers", "T = 32 ? 1 : L - 5"},
                                                {"simd_barriers", "T = 32 ? 0 : 1"},
                                                {"steps", "L"},
                                                {"shared_words", "T"},
                                                {0}};

const struct cost reduce_raking_costs[] = {
    {"adds", "T + 128"}, {"shuffles", "5"},  {"shared_loads", "2T - 32"}, {"shared_stores", "2T - 32"},
    {"barriers", "1"},   {"steps", "S + 4"}, {"shared_words", "T"},       {0}};

const struct cost reduce_cooperative_costs[] = {
    {"adds", "T = 32 ? 160 : 160(S + 1)"}, {"shuffles", "T = 32 ? 5 : 5(S + 1)"},
    {"shared_loads", "T = 32 ? 0 : S"},    {"shared_stores", "T = 32 ? 0 : S"},
    {"barriers", "T = 32 ? 0 : 1"},        {"steps", "T = 32 ? 5 : 11"},
    {"shared_words", "T = 32 ? 0 : S"},    {0}};

const struct cost reduce_cub_raking_costs[] = {
    {"adds", "T + 128"}, {"shuffles", "5"},  {"shared_loads", "T - 32"}, {"shared_stores", "T - 32"},
    {"barriers", "1"},   {"steps", "S + 4"}, {"shared_words", "T - 32"}, {0}};

/* With one simdgroup nobody reads what it hands over. */
const struct cost reduce_cub_warp_costs[] = {{"adds", "160S + S - 1"},  {"shuffles", "5S"},
                                             {"shared_loads", "S - 1"}, {"shared_stores", "S"},
                                             {"barriers", "1"},         {"steps", "S > 1 ? S + 5 : 5"},
                                             {"shared_words", "S"},     {0}};

#define FOLD_IN_SHARED_MEMORY                                                                          \
    {"adds", "T - 1"}, {"shared_loads", "2T - 1"}, {"shared_stores", "2T - 1"}, {"barriers", "L + 1"}, \
        {"steps", "L"},                                                                                \
    {                                                                                                  \
        "shared_words", "T"                                                                            \
    }

const struct cost reduce_interleaved_modulo_costs[] = {FOLD_IN_SHARED_MEMORY, {0}};

const struct cost reduce_interleaved_strided_costs[] = {
    FOLD_IN_SHARED_MEMORY, {"bank_conflicts", "15(S - 1)"}, {0}};

const struct cost reduce_sequential_costs[] = {FOLD_IN_SHARED_MEMORY, {0}};
