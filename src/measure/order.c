/* SPDX-License-Identifier: MIT */
/* The order in which a plan is measured: the points of a problem together. */
#include "measure/order.h"

#include "base/sha256.h"
#include "base/sort.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t problem_restart(const struct point *point)
{
    return point->implementation->primitive == PRIMITIVE_TILED_SCAN ? point_tile(point) : 0;
}

int problem_compare(const struct point *a, const struct point *b)
{
    const int order = point_compare_problems(a, b, 0);
    return order ? order : compare_numbers(problem_restart(a), problem_restart(b));
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

bool order_sort(const struct plan *plan, size_t *order, size_t count, struct error *error)
{
    size_t *const leader = malloc(plan->count * sizeof *leader);
    if (!leader)
        return error_set(error, EXIT_SYSTEM, "out of memory for a plan of %zu points", plan->count);
    qsort_r(order, count, sizeof *order, compare_members, (void *)plan);
    for (size_t first = 0, extent; first < count; first += extent) {
        extent = order_extent(plan, order, count, first);
        for (size_t i = first; i < first + extent; i++)
            leader[order[i]] = order[first];
    }
    qsort_r(order, count, sizeof *order, compare_blocks, leader);
    free(leader);
    return true;
}

size_t *order_all(const struct plan *plan, struct error *error)
{
    size_t *const order = malloc((plan->count + 1) * sizeof *order);
    if (!order) {
        error_set(error, EXIT_SYSTEM, "out of memory for a plan of %zu points", plan->count);
        return NULL;
    }
    for (size_t i = 0; i < plan->count; i++)
        order[i] = i;
    if (order_sort(plan, order, plan->count, error))
        return order;
    free(order);
    return NULL;
}

/* What makes the problem of a point, in words that do not change with the program. */
static void print_problem(FILE *stream, const struct point *point)
{
    char value[64];
    fprintf(stream, "%s tile=%" PRIu64, primitive_names[point->implementation->primitive],
            problem_restart(point));
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (axis_info[axis].of_problem)
            fprintf(stream, " %s=%s", axis_info[axis].name,
                    point_axis_text(point, axis, value, sizeof value));
    fputc('\n', stream);
}

bool order_digest(const struct plan *plan, char hex[65], struct error *error)
{
    char *text = NULL;
    size_t length = 0;
    size_t *const order = order_all(plan, error);
    FILE *const stream = order ? open_memstream(&text, &length) : NULL;
    for (size_t first = 0; stream && first < plan->count;
         first += order_extent(plan, order, plan->count, first))
        print_problem(stream, &plan->points[order[first]].point);
    const bool ok = stream && fclose(stream) == 0;
    if (ok)
        sha256_hex(text, length, hex);
    free(text);
    free(order);
    return ok || error_set(error, EXIT_SYSTEM, "out of memory for a plan of %zu points", plan->count);
}
