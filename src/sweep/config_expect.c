/* SPDX-License-Identifier: MIT */
/* The claims of a config: what it expects of times, of exact counts, and of what becomes of kernels on a
 * device model. */

#include "base/inert.h"
#include "base/text.h"
#include "implementation/cost.h"
#include "sweep/config_members.h"

#include <math.h>
#include <string.h>

#define BY_MOST 1e6

#define OF_LIMIT "a share from 1e-6 to 1, such as 0.9"

const char *expectation_place(enum engines engine)
{
    return engine == ENGINE_NONE ? "cpu" : engine == ENGINE_EMULATE ? "emulated" : engine_names[engine];
}

/* A word or a list of them. */
static bool parse_on(const struct json_node *node, void *to)
{
    struct expectation *const expectation = to;
    const char *names[ENGINES];
    for (enum engines engine = 0; engine < ENGINES; engine++)
        names[engine] = expectation_place(engine);
    for (size_t i = 0; i < values_count(node); i++) {
        const struct json_node item = value_at(node, i);
        size_t index = 0;
        if (!node_word(&item, "place", names, ENGINES, &index))
            return false;
        expectation->on |= 1u << index;
    }
    return true;
}

bool expectation_is_counted(const struct expectation *expectation)
{
    return expectation->kind == EXPECT_COUNTS || expectation->kind == EXPECT_VERDICT;
}

static bool is_line(const char *text)
{
    return text[0] != '\0' && text_is_inert(text);
}

static bool parse_where(const struct json_node *node, void *to)
{
    struct expectation *const expectation = to;
    return conditions_parse(node, &expectation->left, true) &&
           conditions_parse(node, &expectation->right, true) &&
           conditions_parse(node, &expectation->best, true);
}

double quantity_at(const struct quantity *quantity, const struct point *point)
{
    int64_t value;
    if (quantity->formula[0] == '\0')
        return quantity->number;
    return cost_value(quantity->formula, point, 0, &value) ? (double)value : NAN;
}

/* A number from `least` on, or a formula. */
static bool parse_quantity(const struct json_node *node, struct quantity *quantity, double least,
                           const char *expected)
{
    static const struct point trial = {.n = 1 << 20, .threads_per_group = 1024};
    const char *const formula = json_string_value(node->value);
    *quantity = (struct quantity){.number = formula ? NAN : json_number_value(node->value)};
    if (formula && strlen(formula) < sizeof quantity->formula)
        strcpy(quantity->formula, formula);
    const bool usable = formula ? isfinite(quantity_at(quantity, &trial)) : json_is_number(node->value);
    return (usable && (formula || (quantity->number >= least && quantity->number <= 1e18))) ||
           node_unexpected(node, expected);
}

static bool parse_is(const struct json_node *node, void *to)
{
    return parse_quantity(node, &((struct expectation *)to)->counts.is, 0,
                          "a number from 0 on, or a formula such as \"2(T - 1)\"");
}

/* Of other points where it is conditions. */
static bool parse_over(const struct json_node *node, void *to)
{
    struct expectation *const expectation = to;
    expectation->counts.over.number = NAN;
    if (json_is_object(node->value))
        return conditions_parse(node, &expectation->right, false);
    return parse_quantity(node, &expectation->counts.over, 1e-6,
                          "a number above 0, a formula such as \"T - 1\", or conditions");
}

static bool parse_size(const struct json_node *node, void *to)
{
    uint64_t size = 0;
    if (!node_count(node, 1, axis_info[AXIS_N].maximum, &size))
        return false;
    ((struct expectation *)to)->published = (double)size;
    return true;
}

#define AT(member) MEMBER_AT(expectation, member)
#define NAMED                                                                              \
    {"name", MEMBER_TEXT, AT(name), .required = true, .valid = is_line, .expected = LINE}, \
    {                                                                                      \
        "source", MEMBER_TEXT, AT(source), .valid = is_line, .expected = LINE              \
    }
#define LINE "a line of at most 255 bytes, without control characters"
#define PLACED                                 \
    NAMED,                                     \
    {                                          \
        "on", MEMBER_PARSED, .parse = parse_on \
    }
#define TIMED                                                                                              \
    PLACED,                                                                                                \
        {"published", MEMBER_NUMBER, AT(published), .least = 1e-6, .most = BY_MOST, .expected = POSITIVE}, \
    {                                                                                                      \
        "tolerance", MEMBER_NUMBER, AT(tolerance), .least = 1e-6, .most = 1, .expected = SHARE "0.1"       \
    }
#define POSITIVE "a number above 0"
#define SHARE "a share from 1e-6 to 1, such as "
/* Of the sides, after them. */
#define SIDES_SHARE                                                                         \
    {"best", MEMBER_CONDITIONS, AT(best), .given = offsetof(struct expectation, has_best)}, \
        {"differs", MEMBER_TEXT, AT(differs), .valid = is_line, .expected = LINE},          \
    {                                                                                       \
        "where", MEMBER_PARSED, .parse = parse_where                                        \
    }
#define SIDE(key, side)                                    \
    {                                                      \
        key, MEMBER_CONDITIONS, AT(side), .required = true \
    }

static const struct config_member faster[] = {
    TIMED,
    SIDE("faster", left),
    SIDE("than", right),
    SIDES_SHARE,
    {"by", MEMBER_NUMBER, AT(by), .least = 1e-6, .most = BY_MOST, .expected = "a factor above 0"},
};
static const struct config_member same[] = {
    TIMED,
    SIDE("same", left),
    SIDE("as", right),
    SIDES_SHARE,
    {"within", MEMBER_NUMBER, AT(within), .least = 1e-6, .most = 1, .expected = SHARE "0.05"},
};
static const char *const shares[] = {"limit", "peak"};
static const struct config_member reaches[] = {
    TIMED,
    SIDE("reaches", left),
    SIDES_SHARE,
    {"share_of", MEMBER_WORD, AT(of_peak), .words = shares, .word_count = 2},
    {"of_limit", MEMBER_NUMBER, AT(of_limit), .least = 1e-6, .most = 1, .expected = OF_LIMIT},
};
static const struct config_member crossover[] = {
    PLACED,
    SIDE("crossover", left),
    SIDE("than", right),
    SIDES_SHARE,
    {"published", MEMBER_PARSED, .required = true, .parse = parse_size},
};
#define DEVICE                                                                                   \
    {                                                                                            \
        "device", MEMBER_TEXT, AT(device), .valid = text_is_label,                               \
                                           .expected = "the name of a device model, as metal-m1" \
    }
static const char *const scopes[] = {"group", "run"};
static const struct config_member counts[] = {
    NAMED,
    SIDE("of", left),
    {"counts", MEMBER_WORD, AT(counts.counter), .required = true, .what = "counter",
     .words = model_counter_names, .word_count = COUNTER_COUNT},
    {"phase", MEMBER_WORD, AT(counts.phase), .words = phase_names, .word_count = PHASE_COUNT},
    {"scope", MEMBER_WORD, AT(counts.whole_run), .words = scopes, .word_count = 2},
    {"over", MEMBER_PARSED, .parse = parse_over},
    DEVICE,
    {"is", MEMBER_PARSED, .required = true, .parse = parse_is},
    {"within", MEMBER_NUMBER, AT(within), .most = 1, .expected = "a share from 0 to 1, such as 0.05"},
};
static const struct config_member verdict[] = {
    NAMED,
    SIDE("of", left),
    {"verdict", MEMBER_WORD, AT(verdict), .required = true, .words = model_verdict_names,
     .word_count = MODEL_VERDICTS},
    DEVICE,
};

/* The kinds by the member that says what is expected, in the order of the enum. */
static const struct {
    const char *key;
    const struct config_member *members;
    size_t count;
} kinds[] = {
    [EXPECT_FASTER] = {"faster", MEMBERS(faster)},    [EXPECT_SAME] = {"same", MEMBERS(same)},
    [EXPECT_REACHES] = {"reaches", MEMBERS(reaches)}, [EXPECT_CROSSOVER] = {"crossover", MEMBERS(crossover)},
    [EXPECT_COUNTS] = {"counts", MEMBERS(counts)},    [EXPECT_VERDICT] = {"verdict", MEMBERS(verdict)},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };
#define KINDS_LISTED "\"faster\", \"same\", \"reaches\", \"crossover\", \"counts\" and \"verdict\""

/* What one member asks of another. */
static bool check_published(const struct json_node *node, enum expectation_kind kind)
{
    const struct json_node tolerance = node_member(node, "tolerance"),
                           of_limit = node_member(node, "of_limit");
    if (tolerance.value && !node_member(node, "published").value)
        return node_fail_key(&tolerance, "\"published\" beside it", "nothing to tolerate");
    return kind != EXPECT_REACHES || of_limit.value || tolerance.value ||
           node_unexpected(&of_limit, OF_LIMIT);
}

/* Whether each of two sides names sizes. */
static bool has_sizes_apart(const struct json_node *node, enum expectation_kind kind)
{
    const struct json_node left = node_member(node, kinds[kind].key),
                           right = node_member(node, kind == EXPECT_SAME ? "as" : "than");
    return (kind == EXPECT_FASTER || kind == EXPECT_SAME) && json_object_get(left.value, "n") &&
           json_object_get(right.value, "n");
}

bool expectation_parse(const struct json_node *node, void *to)
{
    struct expectation *const expectation = to;
    unsigned found = 0, kind = 0;
    if (!node_object(node))
        return false;
    for (unsigned i = 0; i < KINDS; i++)
        if (node_member(node, kinds[i].key).value) {
            found++;
            kind = i;
        }
    if (found != 1)
        return node_fail(
            node,
            "\"faster\" and \"than\", \"same\" and \"as\", \"reaches\" and \"of_limit\", "
            "\"crossover\" and \"than\", \"counts\", \"of\" and \"is\", or \"verdict\" and \"of\"",
            found ? "more than one of " KINDS_LISTED : "none of " KINDS_LISTED);
    *expectation =
        (struct expectation){.kind = (enum expectation_kind)kind,
                             .by_element = has_sizes_apart(node, (enum expectation_kind)kind),
                             .by = 1,
                             .within = kind == EXPECT_SAME ? 0.05 : 0,
                             .published = NAN,
                             .counts = {.phase = PHASE_TOTAL, .is = {.number = NAN}, .over = {.number = 1}}};
    return members_parse(node, kinds[kind].members, kinds[kind].count, expectation) &&
           check_published(node, expectation->kind);
}
