# SPDX-License-Identifier: MIT
# The lists that C reads too, as variables: instruction sets, element types, operators.

# The rows of a list that C reads too: DO(a, b c, "d e", …, __VA_ARGS__) is the word a;b|c;d|e;…; or those of another
# word than DO.
rows = $(shell sed -n ':row; /,[ ]*\\$$/{N; s/ *\\\n */ /; b row}; \
	s/^ *$(or $(2),DO)(\(.*\), __VA_ARGS__).*/\1/; t word; d; :word; s/, /;/g; s/ /|/g; s/"//g; p' $(1))
column = $(subst |, ,$(word $(2),$(subst ;, ,$(1))))

# Each kernel file is compiled once for each instruction set of ISAS: all of the target, some of them
# (ISAS='avx2 avx512'), or ISAS=native, the best of this machine alone.
TARGET := $(or $(shell $(CC) -dumpmachine 2>/dev/null),$(shell uname -m))
define read_isa
ISAS_OF_$(call column,$(1),3) += $(call column,$(1),2)
FLAGS_OF_$(call column,$(1),3) += $(filter -%,$(call column,$(1),5))
FLAGS_$(call column,$(1),2) := $$(FLAGS_OF_$(call column,$(1),3))
BYTES_$(call column,$(1),2) := $(call column,$(1),4)
endef
$(foreach row,$(call rows,src/machine/isa.def),$(eval $(call read_isa,$(row))))
TARGET_ISAS := $(ISAS_OF_$(firstword $(subst -, ,$(TARGET))))
ISAS ?= $(TARGET_ISAS)
BUILT_ISAS := $(if $(filter native,$(ISAS)),$(shell CC='$(CC)' scripts/native_isa.sh),$(ISAS))

# The element types, and the kernels of groups by type and operator: max goes by the build for min, signed integers by
# that of the unsigned ones of their width. Sums take the longest to build.
DTYPE_ROWS := $(call rows,src/problem/dtypes.def)
OPERATOR_ROWS := $(call rows,src/problem/operators.def)
ELEMENTS := $(foreach row,$(DTYPE_ROWS),$(call column,$(row),2))
$(foreach row,$(DTYPE_ROWS),$(eval DEFINES_$(call column,$(row),2) := -DELEM=$(call column,$(row),2) \
	-DELEM_BITS=$(call column,$(row),4) -DELEM_KIND=$(call column,$(row),5) \
	-DELEM_ACCUMULATOR=$(call column,$(row),7)))
# A converted type is built as its accumulator, with what its elements are in arrays.
CONVERTED_ROWS := $(call rows,src/problem/dtypes.def,ROW)
CONVERTED := $(foreach row,$(CONVERTED_ROWS),$(call column,$(row),2))
$(foreach row,$(CONVERTED_ROWS),$(eval DEFINES_$(call column,$(row),2) := $(DEFINES_$(call column,$(row),8)) \
	-DCONVERTED=$(call column,$(row),2) -DIN_ELEM=$(call column,$(row),4) -DOUT_ELEM=$(call column,$(row),11)))
$(foreach row,$(OPERATOR_ROWS),$(eval DEFINES_$(call column,$(row),2) := -DOPERATOR=OP_$(call column,$(row),1) \
	-DOPERATOR_IS_$(call column,$(row),2) -DOPERATOR_WORD=$(call column,$(row),2)))
OPERATORS := $(foreach row,$(OPERATOR_ROWS),$(call column,$(row),2))
OPERATIONS := $(foreach operator,$(filter-out max,$(OPERATORS)),$(foreach row,$(DTYPE_ROWS),$(if \
	$(filter SIGNED,$(call column,$(row),5)),,$(call column,$(row),2)-$(operator))))
