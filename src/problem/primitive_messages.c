/* SPDX-License-Identifier: MIT */
/* Messages, the limit of an exclusive scan over ranks: n words go around, so that one rank alone gets its
 * own. */
#include "problem/verify_elements.h"

const struct primitive_info primitive_messages = {
    .inputs = 1,
    .output = OUTPUT_ALL,
    .limit = PRIMITIVE_MESSAGES,
    .fill = FILL_ANY,
    .verify = verify_input,
};
