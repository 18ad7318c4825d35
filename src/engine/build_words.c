/* SPDX-License-Identifier: MIT */
/* What compilers of devices are told and answer. */
#include "engine/engine.h"

#include <string.h>

enum { ROW_WORDS = 4, OPERATOR_WORDS = 2, CONVERTED_WORDS = BUILD_WORDS - ROW_WORDS - OPERATOR_WORDS };

#define DTYPE_ROW(NAME, name, type, bits, KIND, digits, accumulator, ...) \
    [DTYPE_##NAME] = {                                                    \
        {"ELEM", #name}, {"ELEM_BITS", #bits}, {"ELEM_KIND", #KIND}, {"ELEM_ACCUMULATOR", #accumulator}},
static const struct build_word dtype_rows[DTYPE_COUNT][ROW_WORDS] = {FOR_EACH_DTYPE(DTYPE_ROW)};

#define OPERATOR_ROW(NAME, name, ...) [OP_##NAME] = {{"OPERATOR", "OP_" #NAME}, {"OPERATOR_IS_" #name, "1"}},
static const struct build_word operator_rows[OP_COUNT][OPERATOR_WORDS] = {FOR_EACH_OPERATOR(OPERATOR_ROW)};

#define CONVERTED_ROW(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, ...) \
    [DTYPE_##NAME] = {{"CONVERTED", #symbol}, {"IN_ELEM", #type}, {"OUT_ELEM", #output}},
static const struct build_word converted_rows[DTYPE_COUNT][CONVERTED_WORDS] = {
    FOR_EACH_CONVERTED_DTYPE(CONVERTED_ROW, )};

void build_words(enum dtype dtype, enum op op, struct build_word words[BUILD_WORDS])
{
    memcpy(words, dtype_rows[dtype_is_plain(dtype) ? dtype : dtype_accumulator(dtype)], sizeof dtype_rows[0]);
    memcpy(words + ROW_WORDS, operator_rows[op ? op : OP_SUM], sizeof operator_rows[0]);
    memcpy(words + ROW_WORDS + OPERATOR_WORDS, converted_rows[dtype], sizeof converted_rows[0]);
}

const char *network_word(enum network network)
{
    static const char *const words[] = {
        [NETWORK_NONE] = "kogge_stone",        [NETWORK_KOGGE_STONE] = "kogge_stone",
        [NETWORK_SKLANSKY] = "sklansky",       [NETWORK_BRENT_KUNG] = "brent_kung",
        [NETWORK_HAN_CARLSON] = "han_carlson",
    };
    return words[network];
}

const char *build_words_error(const char *log, int *length)
{
    const char *const word = strstr(log, "error");
    const char *begin = word ? word : log;
    while (begin > log && begin[-1] != '\n')
        begin--;
    *length = (int)strcspn(begin, "\n");
    return begin;
}
