/* SPDX-License-Identifier: MIT */
/* A plugin that declares one thing wrong: what, macros say on the compiler's command line. */
#include <scanbench.h>

#ifndef ABI_VERSION
#define ABI_VERSION SCANBENCH_ABI_VERSION
#endif
#ifndef SIZE
#define SIZE sizeof(struct scanbench_plugin)
#endif
#ifndef STRIDE
#define STRIDE sizeof(struct newer)
#endif
#ifndef PLUGIN_NAME
#define PLUGIN_NAME "broken"
#endif
#ifndef COUNT
#define COUNT 1
#endif
#ifndef LIST
#define LIST &implementation.known
#endif
#ifndef FUTURE
#define FUTURE 0
#endif
#ifndef NAME
#define NAME "broken/scan"
#endif
#ifndef OVERRIDE /* initialisers that win over the right ones */
#define OVERRIDE .known.reserved = 0
#endif
#ifndef EXPORTED
#define EXPORTED scanbench_plugin
#endif

/* What a later version might have. */
struct newer {
    struct scanbench_implementation known;
    long future;
};

static void run(const struct scanbench_run *now)
{
    (void)now;
}

/* What a terminal would obey: C0, C1, a turn of direction, no UTF-8. */
#define HOSTILE                        \
    "\x1b]0;owned\x07\x1b[31m\xc2\x9b" \
    "2J\xe2\x80\xae\xff\nline"

/* For -DOVERRIDE=.known.supports=… and .known.prepare=…. */
__attribute__((unused)) static const char *refuse_to_support(const struct scanbench_point *point)
{
    (void)point;
    return HOSTILE;
}

__attribute__((unused)) static const char *refuse_to_prepare(const struct scanbench_run *now, void **state)
{
    (void)now, (void)state;
    return HOSTILE;
}

#pragma GCC diagnostic ignored "-Woverride-init"
static const struct newer implementation = {
    .known = {.name = NAME,
              .summary = "nothing",
              .source = "scanbench",
              .primitive = SCANBENCH_SCAN,
              .dtypes = SCANBENCH_BIT(SCANBENCH_U32),
              .ops = SCANBENCH_BIT(SCANBENCH_SUM),
              .modes = SCANBENCH_BIT(SCANBENCH_INCLUSIVE),
              .run = run},
    .future = FUTURE,
    OVERRIDE,
};

const struct scanbench_plugin EXPORTED = {ABI_VERSION, SIZE, STRIDE, PLUGIN_NAME, "1", NULL, COUNT, LIST};
