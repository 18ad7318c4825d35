# SPDX-License-Identifier: MIT
# The lists that C reads too, as variables: instruction sets, element types, operators.

# scripts/lists.awk prints the assignments. No file holds them: make would write it under -n too.
define newline


endef
$(eval $(subst ;,$(newline),$(shell awk -f scripts/lists.awk src/machine/isa.def src/problem/dtypes.def src/problem/operators.def)))

# Each kernel file is compiled once for each instruction set of ISAS: all of the target, some of them
# (ISAS='avx2 avx512'), or ISAS=native, the best of this machine alone.
TARGET := $(or $(shell $(CC) -dumpmachine 2>/dev/null),$(shell uname -m))
TARGET_ISAS := $(ISAS_OF_$(firstword $(subst -, ,$(TARGET))))
ISAS ?= $(TARGET_ISAS)
BUILT_ISAS := $(if $(filter native,$(ISAS)),$(shell CC='$(CC)' scripts/native_isa.sh),$(ISAS))
