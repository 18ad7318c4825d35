/* SPDX-License-Identifier: MIT */
/* A point's kernel as one file of source. */
#include "export/exported.h"

#include "base/memory.h"
#include "base/words.h"
#include "export/export_state.h"
#include "machine/isa.h"
#include "problem/primitive.h"

#include <stdlib.h>
#include <string.h>

struct point export_default(const struct implementation *implementation)
{
    struct point point = {.implementation = implementation};
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (implementation->axes & AXIS_BIT(axis) || axis_info[axis].everywhere)
            point.axis[axis] = axis_default(axis);
    if (implementation->family == FAMILY_GROUP)
        point.device = device_first(ENGINE_CUDA);
    return point;
}

/* The settings of a point, as a comment of its file begins with them. */
static void add_settings(struct piece *to, const struct point *point, const struct export_recipe *recipe)
{
    char value[64];
    struct point there = *point; /* where it runs: groups have axes of their device */
    if (point->implementation->family == FAMILY_GROUP)
        there.device = device_first(recipe->language == EXPORT_OPENCL ? ENGINE_OPENCL : ENGINE_CUDA);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const bool of_cpu = axis == AXIS_WORKERS || axis == AXIS_ISA || axis == AXIS_DEVICE;
        const bool shown = point->implementation->axes & AXIS_BIT(axis) && axis != AXIS_IN_PLACE &&
                           !(of_cpu && point->implementation->family == FAMILY_GROUP);
        if (!shown || !point->axis[axis])
            continue;
        piece_add(to, " ");
        piece_add(to, axis_info[axis].name);
        piece_add(to, "=");
        piece_add(to, point_axis_text(&there, axis, value, sizeof value));
    }
}

static const char *limits_of(const struct point *point, const struct export_recipe *recipe)
{
    const enum primitive primitive = point->implementation->primitive;
    if (primitive == PRIMITIVE_REDUCE || primitive == PRIMITIVE_DOT || primitive == PRIMITIVE_TALLY)
        return "Arrays are aligned to an element.";
    if (recipe_in_place(recipe, point))
        return "Arrays are aligned to an element; out is in or does not overlap it.";
    return "Arrays are aligned to an element and do not overlap.";
}

/* What the workspace of a host function of groups is. */
static const char *workspace_of(const struct point *point, const struct export_recipe *recipe)
{
#define WORKSPACE                                                                                \
    " With workspace NULL a call only writes to *workspace_bytes how large one n needs: device " \
    "memory, aligned to 64. Calls that may overlap have one each."
    if (point->implementation->family != FAMILY_GROUP)
        return "";
    if (!recipe_keeps(recipe, point))
        return WORKSPACE;
    return WORKSPACE " Clear it before its first call (cudaMemset) and leave it alone then: each call "
                     "prepares it for the next one, of any n that it has room for.";
}

/* Adds sentences as lines of a comment, which nothing in them begins or ends. */
static void add_sentences(struct piece *to, const char *all)
{
    char *const opened = replace_all(all, "/*", "/"), *const text = replace_all(opened, "*/", "/");
    enum { COLUMNS = 100 };
    size_t column = COLUMNS;
    for (const char *word = text; *word; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        if (column + 1 + length > COLUMNS) {
            piece_add(to, word == text ? " *" : "\n *");
            column = 2;
        }
        piece_add(to, " ");
        piece_add_part(to, word, length);
        column += 1 + length;
        word += length;
    }
    piece_add(to, "\n");
    free(text);
    free(opened);
}

static void add_comment(struct piece *to, const struct point *point, const struct export_recipe *recipe,
                        const char *figures)
{
    const struct implementation *const implementation = point->implementation;
    char *const name = export_function_name(point);
    struct piece settings = {0};
    piece_add(&settings, "");
    add_settings(&settings, point, recipe);
    char *const text = memory_format(
        "%s: %s (%s, from %s). %s %s%s%s Settings:%s. %s -DSELF_TEST makes a program that tests it, "
        "-DSCANBENCH_PLUGIN a plugin of scanbench, "
        "which wrote it.",
        name, implementation->summary, implementation->name, implementation->source, limits_of(point, recipe),
        strcmp(recipe->style, "one_round") == 0
            ? "n is at most a tile for each thread of a group, and what the device runs at once."
            : "Any n.",
        dtype_is_float((enum dtype)point->dtype) && implementation->family != FAMILY_SERIAL
            ? " Floats are rounded in another order than by a serial loop."
            : "",
        workspace_of(point, recipe), settings.text, *figures ? figures : "It was not measured.");
    piece_add(to, "/* SPDX-License-Identifier: MIT */\n/*\n");
    add_sentences(to, text);
    piece_add(to, " */\n");
    free(text);
    free(settings.text);
    free(name);
}

static char *head_of(const struct point *point, const struct export_recipe *recipe, const char *figures)
{
    struct piece head = {0};
    const bool cuda = recipe->language == EXPORT_CUDA;
    const bool infinite =
        dtype_is_float((enum dtype)point->dtype) && (point->op == OP_MIN || point->op == OP_MAX);
    add_comment(&head, point, recipe, figures);
    if (recipe->language == EXPORT_OPENCL)
        piece_add(&head,
                  "#if !defined CL_TARGET_OPENCL_VERSION\n#define CL_TARGET_OPENCL_VERSION 300\n#endif\n"
                  "#include <CL/cl.h>\n");
    else if (point->implementation->family == FAMILY_THREADS)
        piece_add(&head, "#if !defined _GNU_SOURCE\n#define _GNU_SOURCE 1\n#endif\n");
    if (point->implementation->family == FAMILY_SIMD || point->implementation->family == FAMILY_THREADS)
        piece_add(&head, point->isa == ISA_NEON ? "#include <arm_neon.h>\n" : "#include <immintrin.h>\n");
    if (infinite)
        piece_add(&head, cuda ? "#include <cmath>\n" : "#include <math.h>\n");
    piece_add(&head, cuda ? "#include <cstddef>\n#include <cstdint>\n#include <cuda_runtime.h>\n"
                          : "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n");
    return head.text;
}

/* With the plain types that its implementation takes. */
static bool refuse_converted(const struct point *point, struct error *error)
{
    const char *expected[DTYPE_COUNT];
    char text[WORDS_TEXT];
    size_t count = 0;
    for (enum dtype dtype = 0; dtype < DTYPE_COUNT; dtype++)
        if (dtype_is_plain(dtype) && point->implementation->dtypes & 1u << dtype)
            expected[count++] = dtype_names[dtype];
    return error_set(error, EXIT_USAGE,
                     "%s cannot be exported: no export is written for types that are converted; expected %s",
                     dtype_names[point->dtype], words_list(text, expected, count));
}

static bool check_point(const struct point *point, struct error *error)
{
    const struct implementation *const implementation = point->implementation;
    struct point small = *point;
    small.n = point->groups ? point->groups * point->threads_per_group : 1;
    struct error why = {0};
    if (!point_types_supported(point, &why))
        return error_set(error, EXIT_USAGE, "%s: %s", implementation->name, why.text);
    if (!dtype_is_plain((enum dtype)point->dtype))
        return refuse_converted(point, error);
    if (point_reversed(point))
        return error_set(error, EXIT_USAGE, "%s cannot be exported in direction reverse",
                         implementation->name);
    return !implementation->supports || implementation->supports(&small, error);
}

/* Each line of a text as a string of C, a comma between them; the caller frees it. */
static char *quoted_lines(const char *text)
{
    struct piece lines = {0};
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        piece_add(&lines, lines.length ? ",\n    \"" : "    \"");
        for (const char *at = text; *at && *at != '\n'; at++) {
            piece_add(&lines, *at == '"' || *at == '\\' ? "\\" : "");
            piece_add_part(&lines, at, 1);
        }
        piece_add(&lines, "\\n\"");
    }
    return lines.text;
}

/* The kernel of an OpenCL export, quoted; the caller frees it. */
static char *opencl_kernel(const char *words, const struct export_recipe *recipe, const char *roots)
{
    const struct recipe_language *const language = &recipe_languages[EXPORT_OPENCL];
    char *const template = memory_format("%s\n#head\n%s", language->edits, language->kernels);
    char *const source = memory_format("%s%s", language->begin, recipe->source);
    char *const kernel = extract(&(struct extraction){words, source, template, roots});
    char *const quoted = quoted_lines(kernel + strspn(kernel, "\n"));
    free(kernel);
    free(template);
    free(source);
    return quoted;
}

/* The template of a file but for its name; the caller frees it. */
static char *template_of(const struct export_recipe *recipe, const char *head)
{
    const struct recipe_language *const language = &recipe_languages[recipe->language];
    struct piece parts = {0};
    piece_add(&parts, recipe->language == EXPORT_CUDA ? language->edits : "");
    piece_add(&parts, "\n#head\n");
    piece_add(&parts, head);
    piece_add(&parts, recipe->code);
    piece_add(&parts, recipe->host);
    for (size_t i = 0; language->ends[i]; i++)
        piece_add(&parts, language->ends[i]);
    return parts.text;
}

static char *file_text(const struct point *point, const struct export_recipe *recipe, const char *words,
                       const char *template)
{
    if (recipe->language == EXPORT_OPENCL) {
        char *const names = export_kernel_names(point, recipe, " ");
        char *const kernel = opencl_kernel(words, recipe, names);
        free(names);
        char *const host = extract(&(struct extraction){words, "", template, ""});
        char *const text = replace_all(host, "@KERNEL@", kernel);
        free(host);
        free(kernel);
        return text;
    }
    char *const source =
        memory_format("%s%s%s", recipe_languages[recipe->language].begin, recipe->source, recipe->more);
    char *const text = extract(&(struct extraction){words, source, template, ""});
    free(source);
    return text;
}

bool export_point(const struct point *point, const char *figures, struct exported *exported,
                  struct error *error)
{
    const struct export_recipe *const recipe = recipe_find(point, error);
    if (!recipe || !check_point(point, error))
        return false;
    struct piece words = {0};
    export_words(&words, point, recipe);
    char *const name = export_function_name(point), *const head = head_of(point, recipe, figures);
    char *const marked = template_of(recipe, head);
    char *const template = replace_all(marked, "@NAME@", name);
    exported->text = file_text(point, recipe, words.text, template);
    exported->name = memory_format("%s.%s", name, recipe->language == EXPORT_CUDA ? "cu" : "c");
    free(template);
    free(marked);
    free(head);
    free(name);
    free(words.text);
    return true;
}

void exported_close(struct exported *exported)
{
    free(exported->name);
    free(exported->text);
}
