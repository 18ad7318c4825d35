/* SPDX-License-Identifier: MIT */
/* The words of an export: what its template is read with. */
#include "export/export_state.h"

#include "base/memory.h"
#include "cpu/tuning.h"
#include "engine/engine.h"
#include "machine/caches.h"
#include "machine/isa.h"
#include "problem/primitive.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of dtypes.def as text. */
struct type_words {
    const char *name, *member, *type, *bits, *kind;
};
#define TYPE_WORDS(NAME, name, type, bits, KIND, ...) [DTYPE_##NAME] = {#name, #NAME, #type, #bits, #KIND},
static const struct type_words types[DTYPE_COUNT] = {FOR_EACH_DTYPE(TYPE_WORDS)};

/* A row of operators.def as text. */
struct operator_words {
    const char *name, *member, *identity, *expression;
};
#define OPERATOR_WORDS(NAME, name, CLASS, identity, expression, ...) \
    [OP_##NAME] = {#name, #NAME, #identity, #expression},
static const struct operator_words operators[OP_COUNT] = {FOR_EACH_OPERATOR(OPERATOR_WORDS)};

/* The values that are identities, by kind and bits. */
static char *identity_text(const char *identity, enum dtype dtype)
{
    const bool least = strcmp(identity, "LEAST") == 0;
    if (strcmp(identity, "ZERO") == 0)
        return memory_text("0");
    if (strcmp(identity, "ONE") == 0)
        return memory_text("1");
    if (dtype_is_float(dtype))
        return memory_text(least ? "-INFINITY" : "INFINITY");
    if (dtype_kind(dtype) == KIND_SIGNED)
        return memory_format("INT%u_%s", dtype_bits(dtype), least ? "MIN" : "MAX");
    return least ? memory_text("0") : memory_format("UINT%u_MAX", dtype_bits(dtype));
}

static bool selects(const struct point *point)
{
    const enum primitive primitive = point->implementation->primitive;
    return primitive == PRIMITIVE_COMPACT || primitive == PRIMITIVE_TALLY;
}

static enum op op_of(const struct point *point)
{
    return point->op ? (enum op)point->op : OP_SUM;
}

/* The type that is computed in. */
static enum dtype code_dtype(const struct point *point)
{
    return selects(point) ? (enum dtype)point->dtype : dtype_of_code(op_of(point), (enum dtype)point->dtype);
}

char *export_function_name(const struct point *point)
{
    const enum op op = op_of(point);
    const char *const mode = point->scan_mode == MODE_INCLUSIVE   ? "_inclusive"
                             : point->scan_mode == MODE_EXCLUSIVE ? "_exclusive"
                                                                  : "";
    return memory_format("%s_%s%s%s%s", primitive_names[point->implementation->primitive],
                         types[point->dtype].name, mode, op == OP_SUM ? "" : "_",
                         op == OP_SUM ? "" : operators[op].name);
}

__attribute__((format(printf, 2, 3))) static void add(struct piece *words, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    piece_add(words, line);
    piece_add(words, "\n");
}

/* What the self test computes of: every order makes the same of it in floats too. */
static const char *test_value(const struct point *point)
{
    const bool is_unsigned = dtype_kind((enum dtype)point->dtype) == KIND_UNSIGNED;
#define MIXED "(i * 2654435761u >> 7)"
    if (selects(point))
        return is_unsigned ? "(TYPE)(" MIXED " % 3)" : "(TYPE)((int)(" MIXED " % 7) - 3)";
    if (op_of(point) == OP_PRODUCT)
        return MIXED " % 3 == 1 ? (TYPE)-1 : (TYPE)1";
    return op_of(point) == OP_SUM ? "(TYPE)(" MIXED " % 4)" : "(TYPE)(" MIXED " % 100003)";
}

static void add_element(struct piece *words, const struct point *point)
{
    const enum op op = op_of(point);
    const enum dtype code = code_dtype(point);
    char *const identity = identity_text(operators[op].identity, code);
    add(words, "#define TYPE %s\n#define ELEM %s\n#define ELEM_TYPE %s", types[point->dtype].type,
        types[code].name, types[code].type);
    add(words,
        "#define ELEM_BITS %s\n#define ELEM_KIND %s\n#define ELEM_IS_FLOAT %d\n#define ELEM_IS_SELECTABLE 1",
        types[code].bits, types[code].kind, dtype_is_float(code));
    add(words, "#define INITIAL ((elem)%s)\n#define OPERATOR OP_%s", identity, operators[op].member);
    add(words, "#define EXPRESSION %s\n#define IDENTITY_IS %s\n#define OPERATOR_IS_%s 1",
        operators[op].expression, identity, operators[op].name);
    free(identity);
}

static void add_test(struct piece *words, const struct point *point, const struct export_recipe *recipe)
{
    const enum primitive primitive = point->implementation->primitive;
    const bool writes =
        primitive == PRIMITIVE_SCAN || primitive == PRIMITIVE_TILED_SCAN || primitive == PRIMITIVE_DOT;
    add(words, "#define TEST_VALUE %s\n#define TEST_STREAMS %s", test_value(point), writes ? "2" : "1");
    if (recipe_in_place(recipe, point) && (writes || primitive == PRIMITIVE_COMPACT) &&
        primitive != PRIMITIVE_DOT)
        add(words, "#define TEST_IN_PLACE 1");
}

static void add_plugin(struct piece *words, const struct point *point)
{
    static const char *const symbols[] = {
        [PRIMITIVE_SCAN] = "SCAN", [PRIMITIVE_TILED_SCAN] = "TILED_SCAN", [PRIMITIVE_REDUCE] = "REDUCE",
        [PRIMITIVE_DOT] = "DOT",   [PRIMITIVE_TALLY] = "COUNT",           [PRIMITIVE_COMPACT] = "COMPACT",
    };
    add(words, "#define PLUGIN_NAME \"exported/%s\"\n#define PLUGIN_PRIMITIVE SCANBENCH_%s",
        point->implementation->name, symbols[point->implementation->primitive]);
    add(words, "#define PLUGIN_DTYPE SCANBENCH_%s", types[point->dtype].member);
    if (point->op && point->implementation->primitive != PRIMITIVE_TILED_SCAN)
        add(words, "#define PLUGIN_OPS SCANBENCH_BIT(SCANBENCH_%s)", operators[point->op].member);
    if (point->implementation->subtracts)
        add(words, "#define PLUGIN_SUBTRACTS 1");
    if (point->scan_mode)
        add(words, "#define PLUGIN_MODES SCANBENCH_BIT(SCANBENCH_%s)",
            point->scan_mode == MODE_INCLUSIVE ? "INCLUSIVE" : "EXCLUSIVE");
}

/* Counts are added up and scanned by kernels that are written for exports. */
static const char *kernel_name(const struct point *point, const struct export_recipe *recipe, size_t index)
{
    const bool counts = strcmp(recipe->style, "sequence") == 0 || strcmp(recipe->style, "block") == 0;
    return counts && index == 1   ? "sum_counts"
           : counts && index == 2 ? "scan_offsets"
                                  : point->implementation->kernels[index].kernel->name;
}

/* Not those of rows, which no export has, nor of the other direction. */
static bool is_needed(const struct point *point, size_t index)
{
    const struct kernel_use *const use = &point->implementation->kernels[index];
    return !use->needed || use->needed(point);
}

char *export_kernel_names(const struct point *point, const struct export_recipe *recipe, const char *between)
{
    struct piece names = {0};
    for (size_t i = 0; point->implementation->kernels[i].kernel; i++)
        if (is_needed(point, i)) {
            piece_add(&names, names.text && *names.text ? between : "");
            piece_add(&names, kernel_name(point, recipe, i));
        }
    return names.text;
}

/* The kernels of a group's algorithm, and the group functions that they call. */
static void add_kernels(struct piece *words, const struct point *point, const struct export_recipe *recipe)
{
    for (size_t i = 0, needed = 0; point->implementation->kernels[i].kernel; i++) {
        const struct kernel_use *const use = &point->implementation->kernels[i];
        const char *const local = program_build(point, use).local;
        if (!is_needed(point, i))
            continue;
        if (recipe->language == EXPORT_OPENCL)
            add(words, "#define KERNEL_%zu kernels[%zu]", i + 1, needed++);
        else
            add(words, "#define KERNEL_%zu %s", i + 1, kernel_name(point, recipe, i));
        if (local)
            add(words, "#define LOCAL_local_%.*s %s", (int)strcspn(local, "_"), local, local);
    }
}

/* The shape of a group. */
static void add_group(struct piece *words, const struct point *point, const struct export_recipe *recipe)
{
    const struct build build = program_build(point, &point->implementation->kernels[0]);
    const unsigned bytes = dtype_bits((enum dtype)point->dtype) / 8, widest = 16 / bytes;
    const unsigned values = build.values ? build.values : 1;
    add_kernels(words, point, recipe);
    add(words, "#define NETWORK %s\n#define NETWORK_IS_%s 1", network_word(build.network),
        network_word(build.network));
    add(words,
        "\n/* Threads of a group, elements of each, bytes of one, and elements that are one access. */");
    add(words, "#define THREADS_PER_GROUP %u\n#define VALUES %u\n#define ELEM_BYTES %u", build.threads,
        values, bytes);
    if (dtype_is_float((enum dtype)point->dtype) && op_of(point) == OP_SUM)
        add(words, "#define NEUTRAL -0.0f /* added, it changes no bit */");
    add(words, "#define ROW_WIDTH %u", widest < values ? widest : values);
    add(words, "\n/* Elements that a thread has side by side. */\n#define RUN %u",
        point->arrangement == LAYOUT_STRIPED ? (unsigned)point->vector_width : values);
    if (build.ring && recipe->language == EXPORT_CUDA)
        add(words,
            "\n/* Tiles that a group holds, its subgroups that help, and its teams; both take turns. */\n"
            "#define RING_SLOTS %u\n#define RING_HELPERS %u\n#define RING_TEAMS %u",
            build.ring, build.helpers, build.teams ? build.teams : 1);
    if (point->groups)
        add(words, "\n/* The most groups. */\n#define GROUPS %u", (unsigned)point->groups);
    add(words, "\n/* 1: an output includes its own input. */\n#define INCLUSIVE %d",
        point->scan_mode == MODE_INCLUSIVE || point->implementation->primitive == PRIMITIVE_TILED_SCAN);
    if (point->implementation->unordered)
        add(words, "#define UNORDERED 1");
}

/* What the host of an OpenCL kernel has to know of it. */
static void add_opencl(struct piece *words, const struct point *point, const struct export_recipe *recipe)
{
    static const char *const type_names[DTYPE_COUNT] = {
        [DTYPE_U32] = "uint",  [DTYPE_I32] = "int",    [DTYPE_U64] = "ulong",
        [DTYPE_F32] = "float", [DTYPE_F64] = "double", [DTYPE_I64] = "long",
    };
    const struct build build = program_build(point, &point->implementation->kernels[0]);
    char *const names = export_kernel_names(point, recipe, "\", \"");
    add(words, "#define OPENCL 1\n#define OPENCL_TYPE %s\n#define EXCHANGES 1",
        type_names[code_dtype(point)]);
    add(words, "#define KERNEL_NAMES \"%s\"", names);
    add(words, "#define LOCAL_BYTES THREADS_PER_GROUP * sizeof(cl_ulong)%s",
        build.ring || build.staged ? " + TILE * sizeof(elem)" : "");
    add(words, "#define COUNT_THREADS 64\n#define COUNT_VALUES 8\n#define COUNT_TILE 512");
    free(names);
}

/* What the compiler is to be told of the instruction set, as an attribute of functions. */
static void add_target(struct piece *words, const struct point *point)
{
#define ISA_FLAGS(NAME, name, architecture, bytes, flags, ...) {ISA_##NAME, flags},
    static const struct {
        enum isa isa;
        const char *flags;
    } rows[] = {FOR_EACH_ISA(ISA_FLAGS)};
    struct piece target = {0};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && point->isa >= rows[i].isa; i++)
        for (const char *flag = rows[i].flags; *flag; flag += strspn(flag, " ")) {
            const size_t length = strcspn(flag, " ");
            if (strncmp(flag, "-mprefer", 8) != 0) {
                piece_add(&target, target.length ? "," : "");
                piece_add_part(&target, flag + 2, length - 2);
            }
            flag += length;
        }
    if (point->isa == ISA_NEON)
        add(words, "#define TARGET");
    else
        add(words, "#define TARGET __attribute__((target(\"%s\")))", target.text);
    free(target.text);
}

/* A cache whose size is not known takes part in no choice. */
static void add_cpu(struct piece *words, const struct point *point, const struct export_recipe *recipe)
{
    const bool streams = strcmp(recipe->style, "stream") == 0;
    const size_t bytes = isa_vector_bytes((enum isa)point->isa);
    const size_t core = cache_bytes(2) ? cache_bytes(2) : 1 << 20;
    const size_t whole = cache_bytes(3) ? cache_bytes(3) : 64 << 20,
                 last = whole < 64 << 20 ? whole : 64 << 20;
    add(words, "#define CACHE_LINE 64");
    if (point->isa == ISA_NEON)
        add(words, "#define __aarch64__ 1");
    else
        add(words, "#define __x86_64__ 1");
    if (bytes >= 32)
        add(words, "#define __AVX__ 1\n#define __FMA__ 1");
    add(words, "\n/* Bytes of a vector and of an element, vectors that a step works on, and the instruction "
               "set. */");
    add(words, "#define VECTOR_BYTES %zu\n#define ELEM_BYTES %u\n#define UNROLL %u", bytes,
        dtype_bits((enum dtype)point->dtype) / 8, point->unroll ? (unsigned)point->unroll : 4);
    if (point->groups)
        add(words, "#define GROUPS %u", (unsigned)point->groups);
    add_target(words, point);
    add(words,
        "\n/* The caches of the machine, and how many bytes ahead input is fetched between their sizes. */\n"
        "#define CORE_CACHE_BYTES %zu\n#define LAST_CACHE_BYTES %zu\n#define AHEAD %zu",
        core, last, streams ? stream_ahead() : prefetch_ahead(core + 1, 1));
    add(words, "#define STREAM_AHEAD_IS %zu\n#define READING_BEYOND %s", stream_ahead(),
        read_mode_of(SIZE_MAX, 1) == READING_HALVES ? "READING_HALVES" : "READING_PLAIN");
    if (whole > last)
        add(words, "\n/* A call of more bytes stores past the caches. */\n"
                   "#define STREAM_FROM (pool.workers * (size_t)CORE_CACHE_BYTES)");
    else
        add(words, "\n/* A call of more bytes stores past the caches. */\n#define STREAM_FROM %zu",
            last / 8 * 5);
}

/* Products are fused where the instruction set can. */
static const char *style_of(const struct point *point, const struct export_recipe *recipe)
{
    if (strcmp(recipe->style, "fused") != 0)
        return recipe->style;
    const bool fuses = dtype_is_float((enum dtype)point->dtype) && point->isa != ISA_SSE4;
    return fuses ? "fma" : "intrinsics";
}

void export_words(struct piece *words, const struct point *point, const struct export_recipe *recipe)
{
    char *const name = export_function_name(point);
    add(words, "#define PRIMITIVE_NAME %s", primitive_names[point->implementation->primitive]);
    add(words, "#define FUNCTION %s\n#define PRIMITIVE_IS_%s 1\n#define STYLE_IS_%s 1", name,
        primitive_names[point->implementation->primitive], style_of(point, recipe));
    add(words, "#define STYLE_STEPS %s_steps",
        point->implementation->family == FAMILY_THREADS ? "windows" : recipe->style);
    if (point->scan_mode == MODE_EXCLUSIVE)
        add(words, "#define EXCLUSIVE 1");
    add_element(words, point);
    add_test(words, point, recipe);
    add_plugin(words, point);
    const enum family family = point->implementation->family;
    if (strcmp(recipe->style, "one_round") == 0)
        add(words, "#define TEST_LARGEST TILE * (THREADS_PER_GROUP < 128 ? THREADS_PER_GROUP : 128)");
    else
        add(words, "#define TEST_LARGEST 1 << %d", recipe->language == EXPORT_CUDA ? 24 : 20);
    if (family == FAMILY_THREADS)
        add(words, "#define THREADS 1\n#define TEST_END %s_end()", name);
    if (recipe->language == EXPORT_CUDA)
        add(words, "#define CUDA 1");
    if (recipe_keeps(recipe, point))
        add(words, "#define IS_KEPT 1");
    if (recipe_clears(recipe, point))
        add(words, "#define CLEARS 1");
    if (recipe->language == EXPORT_OPENCL)
        add_opencl(words, point, recipe);
    if (family == FAMILY_GROUP)
        add_group(words, point, recipe);
    else if (family != FAMILY_SERIAL)
        add_cpu(words, point, recipe);
    if (family == FAMILY_SERIAL && point->threads_per_group)
        add(words, "\n/* Elements of a tile. */\n#define TILE %u",
            (unsigned)(point->threads_per_group * point->values_per_thread));
    else if (family != FAMILY_GROUP)
        add(words, "#define TEST_TILE %s",
            family == FAMILY_THREADS ? "4096"
            : point->isa             ? "UNROLL * VECTOR_BYTES / ELEM_BYTES"
                                     : "32");
    free(name);
}
