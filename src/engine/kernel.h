/* SPDX-License-Identifier: MIT */
/* The kernels of src/kernels as the host sees them: a name, parameters, and a struct of arguments each. The
 * list is generated from their texts. */
#pragma once

#include "kernels/parameters.h"

#include <stddef.h>
#include <stdint.h>

enum parameter_kind {
    PARAMETER_BUFFER_IN,
    PARAMETER_BUFFER_OUT,
    PARAMETER_BUFFER_EXCHANGE,
    PARAMETER_BY_VALUE
};

struct kernel_parameter {
    const char *name;
    enum parameter_kind kind;
    size_t bytes; /* of a value; 0 for a buffer */
};

struct kernel {
    const char *name;
    const struct kernel_parameter *parameters;
    unsigned count; /* of parameters */
};

/* struct NAME_arguments: a member for each parameter of the kernel NAME, by its name and in its place: the
 * address of a buffer, or a value. Each takes a word of 8 bytes. */
#define ARGUMENT_(index, kind, type, name) ARGUMENT_##kind(type, name)
#define ARGUMENT_BUFFER_IN(type, name) const HOST_##type *name;
#define ARGUMENT_BUFFER_OUT(type, name) HOST_##type *name;
#define ARGUMENT_BUFFER_EXCHANGE(type, name) HOST_##type *name;
#define ARGUMENT_BY_VALUE(type, name) uint64_t name;
/* Of buffers: the type of elements is the launch's. */
#define HOST_elem void
#define HOST_in_elem void
#define HOST_out_elem void
#define HOST_elem_bits void
#define HOST_packed_word void
#define HOST_size size_t
#define HOST_uint8_t uint8_t
#define HOST_uint uint32_t

#define KERNEL(name, ...)                      \
    struct name##_arguments {                  \
        EACH_PARAMETER(ARGUMENT_, __VA_ARGS__) \
    };
#include "engine/kernels.def"
#undef KERNEL

/* Every kernel, by its name. */
struct kernels {
#define KERNEL(name, ...) struct kernel name;
#include "engine/kernels.def"
#undef KERNEL
};
extern const struct kernels kernels;
