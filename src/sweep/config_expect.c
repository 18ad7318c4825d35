/* SPDX-License-Identifier: MIT */
/* The claims of a config: what it expects of times, of exact counts, and of what becomes of kernels on a
 * device model. */
#include "sweep/config_expect.h"

#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"
#include "sweep/config_conditions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double by_most = 1e6;

static bool parse_text(const struct json_node *node, char to[EXPECTATION_NAME])
{
    const char *text;
    if (!node_string(node, &text))
        return false;
    if (text[0] == '\0' || strlen(text) >= EXPECTATION_NAME || !text_is_inert(text))
        return node_unexpected(node, "a line of at most 255 bytes, without control characters");
    strcpy(to, text);
    return true;
}

static bool parse_factor(const struct json_node *node, double least, double most, const char *expected,
                         double *factor)
{
    *factor = json_number_value(node->value);
    return (json_is_number(node->value) && *factor >= least && *factor <= most) ||
           node_unexpected(node, expected);
}

static bool parse_sides(const struct json_node *node, const char *left_key, const char *right_key,
                        struct expectation *expectation)
{
    const struct json_node left = node_member(node, left_key), right = node_member(node, right_key);
    const struct json_node where = node_member(node, "where");
    return conditions_parse(&left, &expectation->left) && conditions_parse(&right, &expectation->right) &&
           (!where.value ||
            (conditions_parse(&where, &expectation->left) && conditions_parse(&where, &expectation->right)));
}

/* "published" and "tolerance", of every claim about times. */
static bool parse_published(const struct json_node *node, struct expectation *expectation)
{
    const struct json_node published = node_member(node, "published"),
                           tolerance = node_member(node, "tolerance");
    if (tolerance.value && !published.value)
        return node_fail_key(&tolerance, "\"published\" beside it", "nothing to tolerate");
    return (!published.value ||
            parse_factor(&published, 1e-6, by_most, "a number above 0", &expectation->published)) &&
           (!tolerance.value || parse_factor(&tolerance, 1e-6, 1, "a share from 1e-6 to 1, such as 0.1",
                                             &expectation->tolerance));
}

#define TIMED_KEYS "name", "source", "on", "where", "published", "tolerance"

static bool parse_faster(const struct json_node *node, struct expectation *expectation)
{
    static const char *const keys[] = {TIMED_KEYS, "faster", "than", "by"};
    const struct json_node by = node_member(node, "by");
    return node_keys(node, keys, sizeof keys / sizeof keys[0]) &&
           parse_sides(node, "faster", "than", expectation) && parse_published(node, expectation) &&
           (!by.value || parse_factor(&by, 1e-6, by_most, "a factor above 0", &expectation->by));
}

static bool parse_same(const struct json_node *node, struct expectation *expectation)
{
    static const char *const keys[] = {TIMED_KEYS, "same", "as", "within"};
    const struct json_node within = node_member(node, "within");
    expectation->within = 0.05;
    return node_keys(node, keys, sizeof keys / sizeof keys[0]) &&
           parse_sides(node, "same", "as", expectation) && parse_published(node, expectation) &&
           (!within.value ||
            parse_factor(&within, 1e-6, 1, "a share from 1e-6 to 1, such as 0.05", &expectation->within));
}

static bool parse_reaches(const struct json_node *node, struct expectation *expectation)
{
    static const char *const keys[] = {TIMED_KEYS, "reaches", "of_limit"};
    const struct json_node left = node_member(node, "reaches"), of_limit = node_member(node, "of_limit");
    const struct json_node where = node_member(node, "where"), tolerance = node_member(node, "tolerance");
    return node_keys(node, keys, sizeof keys / sizeof keys[0]) &&
           conditions_parse(&left, &expectation->left) &&
           (!where.value || conditions_parse(&where, &expectation->left)) &&
           parse_published(node, expectation) &&
           ((!of_limit.value && tolerance.value) ||
            parse_factor(&of_limit, 1e-6, 1, "a share from 1e-6 to 1, such as 0.9", &expectation->of_limit));
}

static bool parse_device(const struct json_node *node, struct expectation *expectation)
{
    const struct json_node device = node_member(node, "device");
    const char *text;
    if (!device.value)
        return true;
    if (!node_string(&device, &text))
        return false;
    if (!text_is_label(text) || strlen(text) >= EXPECTATION_DEVICE)
        return node_unexpected(&device, "the name of a device model, as metal-m1");
    strcpy(expectation->device, text);
    return true;
}

/* An optional word among names. */
static bool parse_word(const struct json_node *node, const char *const *names, size_t count, size_t *index)
{
    return !node->value || node_word(node, node->key, names, count, index);
}

/* "over": a number, or conditions on other points. */
static bool parse_over(const struct json_node *node, struct expectation *expectation)
{
    const struct json_node over = node_member(node, "over");
    expectation->counts.over = 1;
    if (!over.value)
        return true;
    if (json_is_number(over.value))
        return parse_factor(&over, 1e-6, 1e18, "a number above 0, or conditions", &expectation->counts.over);
    expectation->counts.over = NAN;
    return conditions_parse(&over, &expectation->right);
}

static bool parse_counts(const struct json_node *node, struct expectation *expectation)
{
    static const char *const keys[] = {"name",  "source", "counts", "of",     "phase",
                                       "scope", "over",   "is",     "within", "device"};
    static const char *const scopes[] = {"group", "run"};
    const struct json_node counts = node_member(node, "counts"), of = node_member(node, "of");
    const struct json_node phase = node_member(node, "phase"), scope = node_member(node, "scope");
    const struct json_node is = node_member(node, "is"), within = node_member(node, "within");
    size_t counter = 0, phase_index = PHASE_TOTAL, scope_index = 0;
    if (!node_keys(node, keys, sizeof keys / sizeof keys[0]) || !conditions_parse(&of, &expectation->left) ||
        !node_word(&counts, "counter", model_counter_names, COUNTER_COUNT, &counter) ||
        !parse_word(&phase, phase_names, PHASE_COUNT, &phase_index) ||
        !parse_word(&scope, scopes, 2, &scope_index) || !parse_over(node, expectation) ||
        !parse_device(node, expectation))
        return false;
    expectation->counts.counter = (enum counter)counter;
    expectation->counts.phase = (enum phase)phase_index;
    expectation->counts.whole_run = scope_index == 1;
    return parse_factor(&is, 0, 1e18, "a number from 0 on", &expectation->published) &&
           (!within.value ||
            parse_factor(&within, 0, 1, "a share from 0 to 1, such as 0.05", &expectation->within));
}

static bool parse_verdict(const struct json_node *node, struct expectation *expectation)
{
    static const char *const keys[] = {"name", "source", "verdict", "of", "device"};
    const struct json_node verdict = node_member(node, "verdict"), of = node_member(node, "of");
    size_t index = 0;
    if (!node_keys(node, keys, sizeof keys / sizeof keys[0]) || !conditions_parse(&of, &expectation->left) ||
        !node_word(&verdict, "verdict", model_verdict_names, MODEL_VERDICTS, &index) ||
        !parse_device(node, expectation))
        return false;
    expectation->verdict = (enum model_verdict)index;
    return true;
}

const char *expectation_place(enum engines engine)
{
    return engine == ENGINE_NONE ? "cpu" : engine == ENGINE_EMULATE ? "emulated" : engine_names[engine];
}

/* "on": a word or a list of them. */
static bool parse_on(const struct json_node *node, struct expectation *expectation)
{
    const struct json_node on = node_member(node, "on");
    const bool is_list = json_is_array(on.value);
    const char *names[ENGINES];
    for (enum engines engine = 0; engine < ENGINES; engine++)
        names[engine] = expectation_place(engine);
    for (size_t i = 0; i < (is_list ? json_array_size(on.value) : on.value != NULL); i++) {
        const struct json_node item = is_list ? node_item(&on, i) : on;
        size_t index = 0;
        if (!node_word(&item, "place", names, ENGINES, &index))
            return false;
        expectation->on |= 1u << index;
    }
    return true;
}

static bool parse_source(const struct json_node *node, struct expectation *expectation)
{
    const struct json_node source = node_member(node, "source");
    return !source.value || parse_text(&source, expectation->source);
}

bool expectation_is_counted(const struct expectation *expectation)
{
    return expectation->kind == EXPECT_COUNTS || expectation->kind == EXPECT_VERDICT;
}

/* The kinds by the member that says what is expected, in the order of the enum. */
static const struct {
    const char *key;
    bool (*parse)(const struct json_node *node, struct expectation *expectation);
} kinds[] = {
    [EXPECT_FASTER] = {"faster", parse_faster},    [EXPECT_SAME] = {"same", parse_same},
    [EXPECT_REACHES] = {"reaches", parse_reaches}, [EXPECT_COUNTS] = {"counts", parse_counts},
    [EXPECT_VERDICT] = {"verdict", parse_verdict},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static bool parse_expectation(const struct json_node *node, struct expectation *expectation)
{
    *expectation = (struct expectation){.by = 1, .published = NAN};
    if (!node_object(node))
        return false;
    const struct json_node name = node_member(node, "name");
    unsigned found = 0, kind = 0;
    if (!parse_text(&name, expectation->name) || !parse_source(node, expectation) ||
        !parse_on(node, expectation))
        return false;
    for (unsigned i = 0; i < KINDS; i++)
        if (node_member(node, kinds[i].key).value) {
            found++;
            kind = i;
        }
    if (found != 1)
        return node_fail(node,
                         "\"faster\" and \"than\", \"same\" and \"as\", \"reaches\" and \"of_limit\", "
                         "\"counts\", \"of\" and \"is\", or \"verdict\" and \"of\"",
                         found ? "more than one of \"faster\", \"same\", \"reaches\", \"counts\" and "
                                 "\"verdict\""
                               : "none of \"faster\", \"same\", \"reaches\", \"counts\" and \"verdict\"");
    expectation->kind = (enum expectation_kind)kind;
    return kinds[kind].parse(node, expectation);
}

bool expectations_parse(const struct json_node *node, struct expectation **expectations, size_t *count)
{
    const size_t size = json_array_size(node->value);
    if (!json_is_array(node->value) || size > EXPECTATIONS_MAX)
        return node_unexpected(node, "a list of at most 1024 claims");
    *expectations = memory_array(size + 1, sizeof **expectations);
    for (*count = 0; *count < size; (*count)++) {
        const struct json_node item = node_item(node, *count);
        if (!parse_expectation(&item, &(*expectations)[*count]))
            return false;
    }
    return true;
}
