/* SPDX-License-Identifier: MIT */
/* What can be exported, and from what text: the texts are in the program. */
#include "export/export_state.h"

#include "base/embed.h"
#include "base/words.h"
#include "problem/primitive.h"

#include <string.h>

EMBED(export_element, "src/export/element.in");
EMBED(export_serial, "src/export/serial.in");
EMBED(export_simd, "src/export/simd.in");
EMBED(export_threads, "src/export/threads.in");
EMBED(export_self_test, "src/export/self_test.in");
EMBED(export_c_plugin, "src/export/c_plugin.in");
EMBED(export_opencl_element, "src/export/opencl_element.in");
EMBED(export_opencl, "src/export/opencl.in");
EMBED(export_opencl_host, "src/export/opencl_host.in");
EMBED(export_opencl_build, "src/export/opencl_build.in");
EMBED(export_cuda_element, "src/export/cuda_element.in");
EMBED(export_cuda, "src/export/cuda.in");
EMBED(export_group_edits, "src/export/group_edits.in");
EMBED(export_group_host, "src/export/group_host.in");
EMBED(export_cuda_plugin, "src/export/cuda_plugin.in");

#define EXPORT_TEXT(word, path) EMBED(export_text_##word, path);
#include "export/texts.def"
#undef EXPORT_TEXT

const struct recipe_language recipe_languages[] = {
    [EXPORT_C] = {export_element, "", {export_self_test, export_c_plugin}, NULL},
    [EXPORT_CUDA] = {export_cuda_element, export_group_edits, {export_self_test, export_cuda_plugin}, NULL},
    [EXPORT_OPENCL] = {export_opencl_element,
                       export_group_edits,
                       {export_opencl_build, export_self_test, export_c_plugin},
                       export_opencl},
};

#define SERIAL(primitives, name, style)                                    \
    {                                                                      \
        primitives, name, style, EXPORT_C, "", "", export_serial, "", true \
    }
#define SIMD(primitives, style, text, in_place)                                                         \
    {                                                                                                   \
        primitives, "simd/" #style, #style, EXPORT_C, export_text_##text, "", export_simd, "", in_place \
    }
#define THREADS(primitives, name, style, text, more, in_place)                                               \
    {                                                                                                        \
        primitives, "threads/" name, style, EXPORT_C, export_text_##text, more, export_simd, export_threads, \
            in_place                                                                                         \
    }
#define GROUP_IN(language, primitives, name, style, text, code, in_place)                       \
    {                                                                                           \
        primitives, "group/" name, style, language, text, "", code, export_group_host, in_place \
    }
#define GROUP(primitives, name, style, in_place)                                             \
    GROUP_IN(EXPORT_CUDA, primitives, name, style, export_text_cuda, export_cuda, in_place), \
        GROUP_IN(EXPORT_OPENCL, primitives, name, style, export_text_opencl, export_opencl_host, in_place)

static const struct export_recipe recipes[] = {
    SERIAL("scan tiled_scan count", "serial", "loop"),
    SERIAL("reduce dot", "serial/strict", "loop"),
    SERIAL("reduce dot", "serial/memory", "memory"),
    SERIAL("reduce dot", "serial/reassociated", "reassociated"),
    SERIAL("compact", "serial/branch", "branch"),
    SERIAL("compact", "serial/branchless", "branchless"),
    SIMD("scan", operators, scan_registers, false),
    SIMD("scan", intrinsics, scan_registers, false),
    SIMD("scan", tree, scan_registers, false),
    SIMD("scan", vertical, scan_vertical, false),
    SIMD("scan", windows, scan_windows, true),
    SIMD("scan", stream, scan_windows, true),
    SIMD("reduce", operators, reduce_kernels, false),
    SIMD("reduce", intrinsics, reduce_kernels, false),
    SIMD("dot", operators, dot_kernels, false),
    SIMD("dot", intrinsics, dot_kernels, false),
    SIMD("dot", fma, dot_kernels, false),
    SIMD("compact", compress, compact_kernels, true),
    {"count", "simd", "masks", EXPORT_C, export_text_compact_kernels, "", export_simd, "", false},
    THREADS("scan", "reduce-then-scan", "segments", scan_windows, export_text_reduce_kernels, true),
    THREADS("scan", "reduce-then-scan/published-stride", "published", scan_windows,
            export_text_reduce_kernels, true),
    THREADS("scan", "scan-then-propagate", "propagate", scan_windows, "", true),
    THREADS("scan", "partitioned", "partitioned", scan_windows, export_text_reduce_kernels, true),
    THREADS("scan", "chained", "chained", scan_windows, export_text_reduce_kernels, true),
    THREADS("scan", "turn", "turn", scan_windows, export_text_reduce_kernels, true),
    THREADS("scan", "scan", "chosen", scan_windows, export_text_reduce_kernels, true),
    THREADS("reduce", "blocked", "intrinsics", reduce_kernels, "", false),
    THREADS("reduce", "atomic", "atomic", reduce_kernels, "", false),
    THREADS("dot", "blocked", "fused", dot_kernels, "", false),
    THREADS("dot", "blocked/unfused", "intrinsics", dot_kernels, "", false),
    THREADS("compact", "three-phase", "compress", compact_kernels, "", false),
    THREADS("compact", "single-pass", "tickets", compact_kernels, "", false),
    GROUP("scan", "lookback-subgroup", "lookback_subgroup", true),
    GROUP("scan", "lookback", "lookback", true),
    GROUP("scan", "chained", "chained", true),
    GROUP_IN(EXPORT_CUDA, "scan", "fallback", "fallback", export_text_cuda, export_cuda, false),
    GROUP("scan", "read-ahead", "ahead", true),
    GROUP("scan", "one-round", "one_round", true),
    GROUP("scan", "reduce-then-scan", "levels", true),
    GROUP("scan", "reduce-then-scan/shared-partial", "levels", true),
    GROUP("scan", "scan-then-propagate", "propagate", true),
    GROUP("tiled_scan", "naive", "naive", false),
    GROUP("tiled_scan", "shared", "shared", false),
    GROUP("tiled_scan", "double-buffer", "double_buffer", false),
    GROUP("tiled_scan", "warp", "warp", false),
    GROUP("tiled_scan", "coarsened", "coarsened", false),
    GROUP("reduce", "one-launch", "one_launch", false),
    GROUP("reduce", "multilevel", "multilevel", false),
    GROUP("reduce", "multilevel/serial-load", "multilevel", false),
    GROUP("reduce", "atomic", "atomic", false),
    GROUP("reduce", "atomic/counted", "counted", false),
    GROUP("dot", "two-pass/device", "two_pass_device", false),
    GROUP("dot", "two-pass/shared", "two_pass", false),
    GROUP("dot", "two-pass/shuffle", "two_pass", false),
    GROUP("dot", "two-pass/simd-sum", "two_pass", false),
    GROUP("dot", "one-pass/shuffle", "exchange", false),
    GROUP("dot", "one-pass/simd-sum", "exchange", false),
    GROUP("dot", "one-pass/thread-counter", "counter", false),
    GROUP("dot", "one-pass/tagged", "tagged", false),
    GROUP("count compact", "sequence", "sequence", false),
    GROUP("count compact", "block", "block", false),
    GROUP("count", "atomic", "atomic", false),
    GROUP("count", "atomic/counted", "counted", false),
    GROUP("compact", "read-ahead", "ahead", true),
    GROUP("compact", "one-round", "one_round", false),
    GROUP("compact", "lookback-subgroup", "lookback_subgroup", false),
    GROUP("compact", "lookback", "lookback", false),
    GROUP("compact", "aggregated-atomics", "atomics", false),
};

/* Why what has no recipe cannot be exported. */
static const char *reason_of(const struct point *point)
{
    static const char *const reasons[FAMILY_COUNT] = {
        [FAMILY_LIMIT] = "it measures a peak and computes nothing",
        [FAMILY_PLUGIN] = "it is a plugin, whose source is its author's",
        [FAMILY_MPI] = "it runs on ranks, and an export is a single program",
    };
    if (point_engine(point) == ENGINE_MODEL)
        return "its device is a model that counts, and runs no program";
    if (point->row_length > 0)
        return "it ran on rows, and an export takes the whole array";
    const char *const reason = reasons[point->implementation->family];
    return reason ? reason : "no host function is written for it";
}

/* Of groups by the device: CUDA where none is named. */
static enum export_language language_of(const struct point *point)
{
    if (point->implementation->family != FAMILY_GROUP)
        return EXPORT_C;
    return point_engine(point) == ENGINE_OPENCL ? EXPORT_OPENCL : EXPORT_CUDA;
}

bool recipe_in_place(const struct export_recipe *recipe, const struct point *point)
{
    const bool vectors =
        strncmp(recipe->algorithm, "simd/", 5) == 0 && strcmp(recipe->primitives, "scan") == 0;
    return recipe->in_place || (vectors && point->scan_mode == MODE_INCLUSIVE);
}

bool recipe_keeps(const struct export_recipe *recipe, const struct point *point)
{
    return recipe->language == EXPORT_CUDA && point->implementation->kept_bytes;
}

bool recipe_clears(const struct export_recipe *recipe, const struct point *point)
{
    const bool counts = point->implementation->primitive == PRIMITIVE_TALLY;
    return words_hold("exchange counter tagged atomics fallback lookback chained", recipe->style) ||
           (counts && words_hold("atomic", recipe->style));
}

const struct export_recipe *recipe_find(const struct point *point, struct error *error)
{
    const char *const primitive = primitive_names[point->implementation->primitive];
    const char *const name = point->implementation->name;
    const enum export_language language = language_of(point);
    const bool written = point_engine(point) != ENGINE_MODEL && !point->row_length;
    for (size_t i = 0; written && i < sizeof recipes / sizeof recipes[0]; i++)
        if (recipes[i].language == language && words_hold(recipes[i].primitives, primitive) &&
            strcmp(recipes[i].algorithm, name) == 0)
            return &recipes[i];
    error_set(error, EXIT_USAGE, "%s cannot be exported: %s", name, reason_of(point));
    return NULL;
}
