/* SPDX-License-Identifier: MIT */
/* Conditions on points: --filter on the command line and "exclude" in a config. */
#pragma once

#include "base/error.h"
#include "implementation/point.h"
#include "json/node.h"

enum comparator {
    RELATION_EQUAL, /* "=": a glob for words, equality for numbers */
    RELATION_UNEQUAL,
    RELATION_LESS,
    RELATION_LESS_EQUAL,
    RELATION_GREATER,
    RELATION_GREATER_EQUAL,
};

enum { FILTER_TEXT = 4096 };
enum { FILTER_TERMS = 16, FILTER_ALGORITHM = AXIS_COUNT, FILTER_PRIMITIVE, FILTER_FAMILY, FILTER_FIELDS };

/* What conditions call a field. */
const char *filter_field(unsigned field);

/* field is an axis or one of FILTER_…; number for counts and fractions, pattern for words. With a cache the
 * algorithmic bytes of a point are compared with this machine's cache of that level, divided by the number.
 */
struct filter_term {
    unsigned field;
    enum comparator relation;
    uint64_t number;
    char pattern[128];
    unsigned cache; /* 0: none */
};

/* All terms must hold. No term holds for every point. A point without the axis meets no term on it but !=. */
struct filter {
    struct filter_term term[FILTER_TERMS];
    size_t count;
    const char *const *others; /* while it is parsed: algorithms beside those of the registry; borrowed */
    size_t other_count;
};

/* Parse "algorithm=group/…,n>=1M" into filter; NULL has no term. Unknown fields get a "did you mean".
 * EXIT_USAGE. */
bool filter_parse(struct filter *filter, const char *text, struct error *error);

/* The same where these algorithms are known too, as those of a result that a plugin had. */
bool filter_parse_beside(struct filter *filter, const char *text, const char *const *others,
                         size_t other_count, struct error *error);

/* Add one term: the field's name, and the relation with the value as one text ("<1Ki"; no sign means equal).
 */
bool filter_add(struct filter *filter, const char *field, const char *condition, struct error *error);

/* Whether a point meets all terms; of NULL, as without a term, each does. */
bool filter_matches(const struct filter *filter, const struct point *point);

/* Whether the terms on what an implementation is, its name, primitive and family, hold for it: where they do
 * not, none of its points matches. */
bool filter_admits(const struct filter *filter, const struct implementation *implementation);

/* Add the conditions of an object to a filter; where caches are allowed n may be one, as "<=l1d/2", so that
 * only results of this machine are filtered. Fails with the node's error. */
bool conditions_parse(const struct json_node *node, struct filter *filter, bool caches);
