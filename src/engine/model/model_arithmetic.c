/* SPDX-License-Identifier: MIT */
/* Elements in the model: operators by the launch's type, with the depth of what they depend on. */
#include "engine/model/model_state.h"
#include "problem/primitive.h"

/* What is computed in. */
static enum dtype elem_dtype(const struct launch *launch)
{
    return dtype_accumulator(launch->dtype);
}

size_t model_elem_bytes(const struct group *group)
{
    return dtype_size(elem_dtype(&group->launch));
}

size_t model_array_bytes(const struct group *group, enum model_array of)
{
    const enum dtype dtype = group->launch.dtype;
    return of == MODEL_OF_IN      ? dtype_size(dtype)
           : of == MODEL_OF_OUT   ? dtype_size(dtype_output(dtype))
           : of == MODEL_OF_HEADS ? 1
                                  : model_elem_bytes(group);
}

unsigned model_values(void)
{
    return model_now->launch.values;
}

unsigned model_width(void)
{
    return model_now->launch.width ? model_now->launch.width : 1;
}

static struct model_elem model_elem_of(union element element)
{
    return (struct model_elem){.u64 = element.u64};
}

static union element element_of(struct model_elem value)
{
    return (union element){.u64 = value.u64};
}

static struct model_elem apply(enum op op, enum dtype dtype, struct model_elem a, struct model_elem b)
{
    return model_elem_of(element_combine(op, dtype, element_of(a), element_of(b)));
}

struct model_elem combine(const struct launch *launch, struct model_elem a, struct model_elem b)
{
    return apply(launch->op, elem_dtype(launch), a, b);
}

/* The round after both operands, and after all that the last barrier waited for. */
static unsigned depth_after(struct group *group, unsigned a, unsigned b)
{
    const unsigned operands = a > b ? a : b;
    const unsigned depth = (operands > group->floor ? operands : group->floor) + 1;
    group->depth = depth > group->depth ? depth : group->depth;
    return depth;
}

struct model_elem model_op(struct model_elem a, struct model_elem b)
{
    struct group *const group = model_now;
    struct model_elem x = combine(&group->launch, a, b);
    count(group, COUNTER_ADDS, 1);
    x.depth = depth_after(group, a.depth, b.depth);
    return x;
}

struct model_elem model_subtract(struct model_elem a, struct model_elem b)
{
    struct model_elem x =
        model_elem_of(element_subtract(elem_dtype(&model_now->launch), element_of(a), element_of(b)));
    x.depth = a.depth > b.depth ? a.depth : b.depth;
    count(model_now, COUNTER_SUBS, 1);
    return x;
}

struct model_elem model_multiply(struct model_elem a, struct model_elem b)
{
    struct model_elem x = apply(OP_PRODUCT, elem_dtype(&model_now->launch), a, b);
    x.depth = a.depth > b.depth ? a.depth : b.depth;
    count(model_now, COUNTER_MULTIPLIES, 1);
    return x;
}

/* Sums of floats start from −0: combining with it changes no bit, as 0 would of −0. */
struct model_elem model_identity(void)
{
    const struct launch *const launch = &model_now->launch;
    const enum dtype dtype = elem_dtype(launch);
    const bool negative_zero = dtype_is_float(dtype) && (launch->op == OP_SUM || launch->op == OP_NONE);
    if (negative_zero)
        return (struct model_elem){.u64 = UINT64_C(1) << (dtype_bits(dtype) - 1)};
    return model_elem_of(op_identity(launch->op, dtype));
}

struct model_elem model_one(void)
{
    return model_elem_of(op_identity(OP_PRODUCT, elem_dtype(&model_now->launch)));
}

struct model_elem model_received(struct model_elem value)
{
    struct group *const group = model_now;
    value.depth++;
    group->depth = value.depth > group->depth ? value.depth : group->depth;
    return value;
}

bool model_positive(struct model_elem value)
{
    const union element element = element_of(value);
    return element_value(elem_dtype(&model_now->launch), &element, 0) > 0;
}

uint64_t model_bits(struct model_elem value)
{
    return model_elem_bytes(model_now) == sizeof value.u64 ? value.u64 : value.u32;
}

struct model_elem model_widened(struct model_elem element)
{
    const enum dtype dtype = model_now->launch.dtype;
    return (struct model_elem){.u64 = element_read(dtype, &element.u64, 0).u64, .depth = element.depth};
}

struct model_elem model_read_as(struct model_elem word, enum model_array of)
{
    if (of == MODEL_OF_ELEM)
        return word;
    return of == MODEL_OF_HEADS ? model_of_bits(model_bits(word) == 0) : model_widened(word);
}

uint64_t model_array_bits(struct model_elem value, enum model_array of)
{
    uint64_t bits = 0;
    if (of == MODEL_OF_ELEM)
        return model_bits(value);
    element_write(model_now->launch.dtype, &bits, 0, element_of(value));
    return bits;
}

struct model_elem model_of_bits(uint64_t bits)
{
    struct model_elem value = {.u64 = bits};
    return value;
}

unsigned model_elem_halves(void)
{
    return (unsigned)model_elem_bytes(model_now) / 2;
}
