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

#define OF_LIMIT "a share from 1e-6 to 2, such as 0.9"

_Static_assert(ENGINES == 5, "each has its place");
static const char *const places[ENGINES] = {[ENGINE_NONE] = "cpu",
                                            [ENGINE_EMULATE] = "emulated",
                                            [ENGINE_MODEL] = "model",
                                            [ENGINE_OPENCL] = "opencl",
                                            [ENGINE_CUDA] = "cuda"};

const char *expectation_place(enum engines engine)
{
    return places[engine];
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
           conditions_parse(node, &expectation->best, true) &&
           conditions_parse(node, &expectation->best_right, true);
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
#define LINE .valid = is_line, .pattern = "^[^\\u0000-\\u001f]+$", .expected = LINE_EXPECTED
#define LINE_EXPECTED "a line of at most 255 bytes, without control characters"
#define POSITIVE "a number above 0"
#define SHARE "a share from 1e-6 to 1, such as "
#define PUBLISHED "The factor, share or size that was published; it is printed next to the one found here."
#define ON_HELP                                                                                              \
    "What the claim is about: cpu, only the CPU's own code; emulated, model, opencl or cuda, groups that "   \
    "ran so, next to the CPU's own code; or a list of these. Without it each of these that was measured is " \
    "judged apart. If nothing of the result ran on any that is listed, the claim is not applicable."
#define TOLERANCE_HELP                                                                                       \
    "With it the claim is more than a direction: the factor or share found here is the published one, give " \
    "or take this share of it."
#define BEST_HELP                                                                                           \
    "If the first side is a variant as it was published, the best variants of the same idea. The claim is " \
    "then judged twice, once by each of them in place of the first side."
#define BEST_THAN_HELP                                                                                  \
    "The same for the other side. With both, the best variants of one side are judged by those of the " \
    "other."
#define WHERE_HELP                                                                                     \
    "Conditions that points of all sides meet. Here n can be relative to a cache of the machine that " \
    "measures: with <=l1d/2 what a point reads and writes takes up half of l1d, l2 or l3 at most."
#define NAMED                                                                                      \
    {"name", MEMBER_TEXT, AT(name), .required = true, LINE, .help = "What is claimed. Required."}, \
    {                                                                                              \
        "source", MEMBER_TEXT, AT(source), LINE, .help = "Where it was published."                 \
    }
#define PLACED                                                                                             \
    NAMED,                                                                                                 \
    {                                                                                                      \
        "on", MEMBER_WORDS, AT(on), .what = "place", .words = places, .word_count = ENGINES, .minimum = 1, \
                                    .help = ON_HELP                                                        \
    }
#define TIMED                                                                                         \
    PLACED, {"published",     MEMBER_NUMBER,        AT(published),    .least = 1e-6,                  \
             .most = BY_MOST, .expected = POSITIVE, .help = PUBLISHED},                               \
    {                                                                                                 \
        "tolerance", MEMBER_NUMBER, AT(tolerance), .least = 1e-6, .most = 1, .expected = SHARE "0.1", \
                                                   .help = TOLERANCE_HELP                             \
    }
/* Of the sides, after them. */
#define SIDES_SHARE                                                                        \
    {"best", MEMBER_CONDITIONS, AT(best), .given = offsetof(struct expectation, has_best), \
     .help = BEST_HELP},                                                                   \
        {"differs", MEMBER_TEXT, AT(differs), LINE,                                        \
         .help = "How the code here differs from what was published, in a line."},         \
    {                                                                                      \
        "where", MEMBER_CONDITIONS, .parse = parse_where, .help = WHERE_HELP               \
    }
#define BEST_THAN                                                                         \
    {                                                                                     \
        "best_than", MEMBER_CONDITIONS, AT(best_right),                                   \
            .help = BEST_THAN_HELP, .given = offsetof(struct expectation, has_best_right) \
    }
#define SIDE(key, side, text)                                            \
    {                                                                    \
        key, MEMBER_CONDITIONS, AT(side), .required = true, .help = text \
    }

static const struct config_member faster[] = {
    TIMED,
    SIDE("faster", left,
         "This side is faster than the other, which is in than. If both name sizes, n, here as in same and "
         "as, the times per element are compared."),
    SIDE("than", right, "The other side."),
    SIDES_SHARE,
    BEST_THAN,
    {"by", MEMBER_NUMBER, AT(by), .least = 1e-6, .most = BY_MOST, .expected = "a factor above 0",
     .help = "Faster by more than this factor. Default 1."},
};
static const struct config_member same[] = {
    TIMED,
    SIDE("same", left, "Neither this side nor the other, which is in as, is faster."),
    SIDE("as", right, "The other side."),
    SIDES_SHARE,
    {"within", MEMBER_NUMBER, AT(within), .least = 1e-6, .most = 1, .expected = SHARE "0.05",
     .help = "Not faster by more than this share. Default 0.05."},
};
static const char *const shares[] = {"limit", "peak"};
static const struct config_member reaches[] = {
    TIMED,
    SIDE("reaches", left, "This side, without another, comes near the limit of its problem."),
    SIDES_SHARE,
    {"share_of", MEMBER_WORD, AT(of_peak), .words = shares, .word_count = 2,
     .help = "What the shares of this claim are of: limit, the default, what the limit of the problem "
             "reaches on this machine, or peak, what the memory of the GPU can move by its data sheet: two "
             "bits a line in each cycle of its clock. The table shows the share of the limit next to it. If "
             "the peak is not available, the claim is not applicable."},
    /* Sums can beat the loop that reads. */
    {"of_limit", MEMBER_NUMBER, AT(of_limit), .least = 1e-6, .most = 2, .expected = OF_LIMIT,
     .help = "The least share of the limit that it reaches, by the interval of limit_ratio."},
};
static const struct config_member crossover[] = {
    PLACED,
    SIDE("crossover", left,
         "This side is faster from the size published on, and the other one, which is in than, below it. The "
         "size found here lies between the last size at which the other side wins and the next one at which "
         "this side does; the claim holds if the published size lies there too, and at most one size between "
         "them is undecided."),
    SIDE("than", right, "The other side."),
    SIDES_SHARE,
    BEST_THAN,
    {"published", MEMBER_COUNT, .required = true, .minimum = 1, .maximum = UINT64_C(1) << 58,
     .parse = parse_size, .help = PUBLISHED},
};
#define DEVICE                                                                                    \
    {                                                                                             \
        "device", MEMBER_TEXT, AT(device), .valid = text_is_label,                                \
                                           .expected = "the name of a device model, as metal-m1", \
                                           .help = "Only on this device model."                   \
    }
static const char *const scopes[] = {"group", "run"};
static const struct config_member counts[] = {
    NAMED,
    SIDE("of", left, "The conditions of the points."),
    {"counts", MEMBER_WORD, AT(counts.counter), .required = true, .what = "counter",
     .words = model_counter_names, .word_count = COUNTER_COUNT,
     .help = "A counter of the points that meet of; see scanbench-results(5)."},
    {"phase", MEMBER_WORD, AT(counts.phase), .words = phase_names, .word_count = PHASE_COUNT,
     .help = "The part of the kernel that is counted. Default total."},
    {"scope", MEMBER_WORD, AT(counts.whole_run), .words = scopes, .word_count = 2,
     .help = "What is counted: group, the default, the first full tile, or run, all kernels."},
    {"over", MEMBER_QUOTIENT, .least = 1e-6, .parse = parse_over,
     .help = "The counter is divided by this number or formula, or by the same counter of the points that "
             "meet these conditions."},
    DEVICE,
    {"is", MEMBER_FORMULA, .required = true, .parse = parse_is,
     .help = "The counter is this number, give or take the share within. The number can be a formula over "
             "the parameters of each point, such as 2(T - 1); scanbench list NAME prints what its letters "
             "mean."},
    {"within", MEMBER_NUMBER, AT(within), .most = 1, .expected = "a share from 0 to 1, such as 0.05",
     .help = "The share of the number that the counter may differ by. Default 0."},
};
static const struct config_member verdict[] = {
    NAMED,
    SIDE("of", left, "The conditions of the points."),
    {"verdict", MEMBER_WORD, AT(verdict), .required = true, .words = model_verdict_names,
     .word_count = MODEL_VERDICTS,
     .help = "The verdict on the points that meet of is this one; that it is a bad one is then no finding."},
    DEVICE,
};

#define REACHES_RULES "{\"anyOf\": [{\"required\": [\"of_limit\"]}, {\"required\": [\"tolerance\"]}]}"

/* The kinds in the order of the enum. */
const struct member_table claim_tables[CLAIM_TABLES] = {
    [EXPECT_FASTER] = {MEMBERS(faster), "faster"},
    [EXPECT_SAME] = {MEMBERS(same), "same"},
    [EXPECT_REACHES] = {MEMBERS(reaches), "reaches", REACHES_RULES},
    [EXPECT_CROSSOVER] = {MEMBERS(crossover), "crossover"},
    [EXPECT_COUNTS] = {MEMBERS(counts), "counts"},
    [EXPECT_VERDICT] = {MEMBERS(verdict), "verdict"},
};
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
    const struct json_node left = node_member(node, claim_tables[kind].name),
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
    for (unsigned i = 0; i < CLAIM_TABLES; i++)
        if (node_member(node, claim_tables[i].name).value) {
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
    return members_parse(node, &claim_tables[kind], expectation) && check_published(node, expectation->kind);
}
