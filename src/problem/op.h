/* SPDX-License-Identifier: MIT */
/* The operators by number, for the host and for kernels alike. */
#pragma once

#include "problem/operators.def"

#define OP_MEMBER(NAME, ...) OP_##NAME,
enum op { OP_NONE, FOR_EACH_OPERATOR(OP_MEMBER, ~) OP_COUNT };
