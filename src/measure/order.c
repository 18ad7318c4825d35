/* SPDX-License-Identifier: MIT */
/* The order in which a plan is measured: the points of a problem together. */
#include "measure/measure.h"

#include "base/memory.h"
#include "base/sha256.h"
#include "base/sort.h"
#include "base/text_stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int problem_compare(const struct point *a, const struct point *b)
{
    int order = point_compare_problems(a, b, 0);
    if (!order)
        order = compare_numbers(memory_kind_of(b)->judged_here, memory_kind_of(a)->judged_here);
    return order ? order : compare_numbers(point_row(a), point_row(b));
}

static int compare_members(const void *a, const void *b, void *context)
{
    const struct plan *const plan = context;
    const size_t i = *(const size_t *)a;
    const size_t j = *(const size_t *)b;
    const int order = problem_compare(&plan->points[i].point, &plan->points[j].point);
    return order ? order : compare_numbers(i, j);
}

/* context[i] is the first member of the block that plan point i is in. */
static int compare_blocks(const void *a, const void *b, void *context)
{
    const size_t *const leader = context;
    const size_t i = *(const size_t *)a;
    const size_t j = *(const size_t *)b;
    const int order = compare_numbers(leader[i], leader[j]);
    return order ? order : compare_numbers(i, j);
}

size_t order_extent(const struct plan *plan, const size_t *order, size_t count, size_t first)
{
    const struct point *const leader = &plan->points[order[first]].point;
    size_t end = first + 1;
    while (end < count && !problem_compare(leader, &plan->points[order[end]].point))
        end++;
    return end - first;
}

static void order_sort(const struct plan *plan, size_t *order, size_t count)
{
    size_t *const leader = memory_array(plan->count, sizeof *leader);
    qsort_r(order, count, sizeof *order, compare_members, (void *)plan);
    for (size_t first = 0, extent; first < count; first += extent) {
        extent = order_extent(plan, order, count, first);
        for (size_t i = first; i < first + extent; i++)
            leader[order[i]] = order[first];
    }
    qsort_r(order, count, sizeof *order, compare_blocks, leader);
    free(leader);
}

size_t *order_all(const struct plan *plan)
{
    size_t *const order = memory_array(plan->count + 1, sizeof *order);
    for (size_t i = 0; i < plan->count; i++)
        order[i] = i;
    order_sort(plan, order, plan->count);
    return order;
}

size_t *order_sharers(const struct plan *plan)
{
    size_t *const sharers = memory_array(plan->count + 1, sizeof *sharers);
    size_t *const order = order_all(plan);
    for (size_t first = 0, extent; first < plan->count; first += extent) {
        extent = order_extent(plan, order, plan->count, first);
        for (size_t i = first; i < first + extent; i++)
            sharers[order[i]] = extent;
    }
    free(order);
    return sharers;
}

/* What makes the problem of a point, in words that do not change with the program. */
static void print_problem(FILE *stream, const struct point *point)
{
    char value[64];
    fprintf(stream, "%s tile=%" PRIu64, primitive_names[point->implementation->primitive], point_row(point));
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (axis_info[axis].of_problem && axis != AXIS_ROW_LENGTH)
            fprintf(stream, " %s=%s", axis_info[axis].name,
                    point_axis_text(point, axis, value, sizeof value));
    fputc('\n', stream);
}

void order_digest(const struct plan *plan, char hex[65])
{
    size_t *const order = order_all(plan);
    struct text_stream stream;
    text_stream_open(&stream);
    for (size_t first = 0; first < plan->count; first += order_extent(plan, order, plan->count, first))
        print_problem(stream.file, &plan->points[order[first]].point);
    char *const text = text_stream_close(&stream);
    sha256_hex(text, stream.length, hex);
    free(text);
    free(order);
}
