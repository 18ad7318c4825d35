# SPDX-License-Identifier: MIT
# What is compiled, and how: flags, sources, generated headers, objects for each instruction set, the glue to MPI.

# What every file needs, whatever CFLAGS the user gives. Floats: each operation rounds on its own.
# pkg-config is asked once, by the first recipe, when the packages are known to be there.
PACKAGE_CFLAGS = $(eval PACKAGE_CFLAGS := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null))$(PACKAGE_CFLAGS)
PACKAGE_LIBS = $(eval PACKAGE_LIBS := $(if $(KERNEL_LIBRARY),$(KERNEL_LIBRARY) -u kernels) $(shell pkg-config --libs $(PACKAGES) 2>/dev/null))$(PACKAGE_LIBS)
LANGUAGE_FLAGS := -std=gnu17 -ffp-contract=off
BASE_FLAGS = $(LANGUAGE_FLAGS) $(WARNINGS) -Isrc -I$(BUILD)/generated -D_GNU_SOURCE -DVERSION='"$(VERSION)"' -pthread \
	$(PACKAGE_CFLAGS) $(CPPFLAGS) $(CFLAGS)
# Line numbers alone for kernels: their variables would cost a quarter of the build. Each kernel asks for
# vectors; where clang finds that it cannot, that is no mistake of the source.
KERNEL_FLAGS = $(if $(filter -g%,$(CFLAGS)),-g1) -O3 -fno-math-errno -fno-trapping-math -Wno-pass-failed
# Loops that are timed begin where their place among other code does not matter: a loop of 20 bytes is half as fast
# where it crosses a line of 64.
ALIGNMENT := -falign-functions=64 -falign-loops=32
COMPILE = $(CC) $(BASE_FLAGS) -MMD -MP

# The examples are plugins, built as anyone's own.
EXAMPLE := src/plugin/example.c
EXAMPLE_GPU := src/plugin/example.cu
MPI_GLUE := src/mpi/mpi_glue.c
SOURCES := $(filter-out %.isa.c %.elem.c %.conv.c %.op.c $(EXAMPLE) $(MPI_GLUE),$(wildcard src/*/*.c src/*/*/*.c))
ISA_SOURCES := $(wildcard src/*/*.isa.c src/*/*/*.isa.c)
ELEM_SOURCES := $(wildcard src/*/*.elem.c src/*/*/*.elem.c)
CONVERTED_SOURCES := $(wildcard src/*/*.conv.c src/*/*/*.conv.c)
OP_SOURCES := $(wildcard src/*/*.op.c src/*/*/*.op.c)
# What takes longest comes first, so that no worker of make is left with it at the end.
KERNEL_OBJECTS := $(foreach operation,$(OPERATIONS),$(foreach isa,$(BUILT_ISAS),$(OP_SOURCES:%.c=$(BUILD)/$(isa)/$(operation)/%.o))) \
	$(foreach isa,$(BUILT_ISAS),$(foreach elem,$(ELEMENTS),$(ELEM_SOURCES:%.c=$(BUILD)/$(isa)/$(elem)/%.o))) \
	$(foreach isa,$(BUILT_ISAS),$(foreach elem,$(CONVERTED),$(CONVERTED_SOURCES:%.c=$(BUILD)/$(isa)/$(elem)/%.o))) \
	$(foreach isa,$(BUILT_ISAS),$(ISA_SOURCES:%.c=$(BUILD)/$(isa)/%.o))
OBJECTS := $(KERNEL_OBJECTS) $(SOURCES:%.c=$(BUILD)/%.o)

# Headers that are made from other lists.
GENERATED := $(addprefix $(BUILD)/generated/,machine/built_isas.h sweep/plot_kinds.h engine/kernels.def \
	engine/kernel_texts.h engine/kernels.cl engine/cuda_text.def registry/built_in.h export/texts.def)
# Files that change only when their content does, so that what depends on them is rebuilt only then.
quote = '$(subst ','\'',$(1))'
upper = $(shell echo '$(1)' | tr a-z A-Z)
UPDATE = { cat >$@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi; }

$(BUILD)/flags: FORCE | packages $(GENERATED)
	@mkdir -p $(sort $(dir $(OBJECTS)))
	@printf '%s\n' $(call quote,$(CC) $(BASE_FLAGS) $(KERNEL_FLAGS) $(ALIGNMENT)) | $(UPDATE)

# FOR_EACH_BUILT_ISA, which calls DO for each instruction set of this build: DO(…, AVX2, avx2) and so on.
$(BUILD)/generated/machine/built_isas.h: FORCE | packages
	@mkdir -p $(@D)
	@echo '#define FOR_EACH_BUILT_ISA(DO, ...) $(foreach isa,$(BUILT_ISAS),DO(__VA_ARGS__, $(call upper,$(isa)), $(isa)))' | $(UPDATE)

# The built-in implementations, from the descriptors in the files of these rooms; a file that is gone changes its room.
DESCRIBED := $(sort $(filter-out %.elem.c %.isa.c %.conv.c %.op.c,$(wildcard src/cpu/*.c src/group/*.c src/mpi/distributed_*.c)))
$(BUILD)/generated/registry/built_in.h: $(DESCRIBED) src/cpu src/group src/mpi scripts/built_in.sh \
		| packages $(filter-out %/built_in.h,$(GENERATED))
	@mkdir -p $(@D)
	@scripts/built_in.sh $(DESCRIBED) -- $(CC) $(BASE_FLAGS) >$@.new && mv $@.new $@

# The kinds of charts, from the heads of their scripts.
$(BUILD)/generated/sweep/plot_kinds.h: FORCE | packages
	@mkdir -p $(@D)
	@awk -f scripts/plot_kinds.awk $(sort $(wildcard scripts/*.gp)) | $(UPDATE)

# The heads of all kernels, KERNEL(name, parameters…), from their texts; a file that is gone changes its room.
$(BUILD)/generated/engine/kernels.def: $(wildcard src/kernels/*.h) src/kernels
	@mkdir -p $(@D)
	@sed -n '/^KERNEL(/{:more; /)$$/!{N; b more}; p}' $(filter %.h,$^) | $(UPDATE)

# Every kernel, for a dialect to include, or the file of one.
KERNEL_TEXTS := $(filter-out src/kernels/launch.h,$(sort $(wildcard src/kernels/*.h)))
$(BUILD)/generated/engine/kernel_texts.h: FORCE | packages
	@mkdir -p $(@D)
	@awk -f scripts/kernel_texts.awk $(KERNEL_TEXTS) | $(UPDATE)

# The kernels and their dialects for compilers at run time: OpenCL gets one text, CUDA's what it includes as files.
INCLUDED = awk -v FOLDERS='src $(BUILD)/generated' -f scripts/included.awk
DEVICE_TEXTS := scripts/included.awk $(KERNEL_TEXTS) $(wildcard src/problem/*.def src/problem/elem.h src/problem/half.h src/problem/op.h) \
	src/engine/packed.h src/engine/ring_of_one.h $(wildcard src/engine/dialect_*.h)
$(BUILD)/generated/engine/kernels.cl: src/engine/opencl/kernels.cl $(wildcard src/engine/opencl/dialect_opencl*.h) scripts/places.sed \
		$(DEVICE_TEXTS) $(BUILD)/generated/engine/kernel_texts.h
	@mkdir -p $(@D)
	@$(INCLUDED) engine/opencl/kernels.cl | sed -f scripts/places.sed | $(UPDATE)
$(BUILD)/generated/engine/cuda_text.def: $(wildcard src/engine/cuda/dialect_cuda*.h) $(DEVICE_TEXTS) \
		$(BUILD)/generated/engine/kernel_texts.h
	@mkdir -p $(@D)
	@$(INCLUDED) -v ROW=CUDA_TEXT engine/cuda/dialect_cuda_kernels.h | $(UPDATE)
$(BUILD)/src/engine/opencl/opencl_source.o: FILE_FLAGS = -DOPENCL_SOURCE='"$(BUILD)/generated/engine/kernels.cl"'
$(BUILD)/src/engine/opencl/opencl_source.o: $(BUILD)/generated/engine/kernels.cl

# What exports are made of: each kernel file of src/cpu with what it includes of that room.
EXPORT_TEXTS := scan_registers scan_vertical scan_windows reduce_kernels dot_kernels compact_kernels
EXPORT_FILES := $(EXPORT_TEXTS:%=$(BUILD)/generated/export/%.txt)
$(EXPORT_FILES): $(BUILD)/generated/export/%.txt: src/cpu/%.elem.c $(wildcard src/cpu/*.h) scripts/included.awk
	@mkdir -p $(@D)
	@$(INCLUDED) -v ONLY=cpu/ cpu/$*.elem.c | $(UPDATE)
$(BUILD)/generated/export/cuda.txt: $(wildcard src/engine/cuda/dialect_cuda*.h) $(DEVICE_TEXTS) $(BUILD)/generated/engine/kernel_texts.h
	@mkdir -p $(@D)
	@$(INCLUDED) -v WITHOUT=problem/elem.h engine/cuda/dialect_cuda_kernels.h | $(UPDATE)
$(BUILD)/generated/export/opencl.txt: $(BUILD)/generated/engine/kernels.cl scripts/places.sed
	@mkdir -p $(@D)
	@$(INCLUDED) -v WITHOUT=problem/elem.h engine/opencl/kernels.cl | sed -f scripts/places.sed | $(UPDATE)
$(BUILD)/generated/export/texts.def: $(EXPORT_FILES) $(BUILD)/generated/export/cuda.txt $(BUILD)/generated/export/opencl.txt
	@printf 'EXPORT_TEXT(%s, "$(BUILD)/generated/export/%s.txt")\n' $(foreach text,$(EXPORT_TEXTS) cuda opencl,$(text) $(text)) | $(UPDATE)
$(BUILD)/src/export/export_recipe.o: $(wildcard src/export/*.in) $(EXPORT_FILES) $(BUILD)/generated/export/cuda.txt $(BUILD)/generated/export/opencl.txt

$(BUILD)/build_info.h: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' \
		BUILD_FLAGS $(call quote,$(strip $(LANGUAGE_FLAGS) $(CPPFLAGS) $(CFLAGS))) \
		BUILD_FLAGS_KERNEL $(call quote,$(strip cc $(LANGUAGE_FLAGS) $(CPPFLAGS) $(CFLAGS) $(KERNEL_FLAGS) $(ALIGNMENT))) \
		GIT "$$(scripts/commit.sh)" \
		SCRIPTS_DIR $(call quote,$(SCRIPTS_DIR)) | \
		sed 's/["\\]/\\&/g' | paste - - | sed 's/^\([A-Z_]*\)\t\(.*\)$$/#define \1 "\2"/' | $(UPDATE)

$(PROGRAM): $(BUILD)/src/main.o $(BUILD)/libscanbench.a
	$(CC) $(CFLAGS) $(LDFLAGS) -pthread -o $@ $^ $(PACKAGE_LIBS) -lm

# What these objects embed.
$(BUILD)/src/report/html_page.o: $(addprefix src/report/page.,css js)
$(BUILD)/src/chart/published.o: configs/published.csv
$(BUILD)/src/commands/line/completion.o: $(addprefix src/commands/line/completion.,bash.in zsh.in)
$(BUILD)/src/engine/cuda/cuda_text.o: $(DEVICE_TEXTS) $(wildcard src/engine/cuda/dialect_cuda*.h) $(BUILD)/generated/engine/kernel_texts.h

# With SHARED_KERNELS all tests share one file of kernels, which is 150 MB under sanitizers; it needs CFLAGS with -fPIC.
SHARED_KERNELS ?=
KERNEL_LIBRARY := $(if $(SHARED_KERNELS),$(abspath $(BUILD))/libkernels.so)
$(BUILD)/libscanbench.a: $(if $(KERNEL_LIBRARY),$(filter-out $(KERNEL_OBJECTS),$(OBJECTS)) | $(KERNEL_LIBRARY),$(OBJECTS))
	@$(if $(and $(COMPILED),$(MAKE_TERMERR)),printf '\r\033[K' >&2)
	rm -f $@ && $(AR) rcs $@ $^
$(abspath $(BUILD))/libkernels.so: $(KERNEL_OBJECTS)
	$(CC) $(CFLAGS) -shared -o $@ $^

# A silent build shows how far it is: on a terminal one line that counts, elsewhere a line every ten seconds.
BEGIN = $(if $(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS)))),$(PROGRESS))
PROGRESS = $(if $(MISSING),)$(eval COMPILED += $@)$(if $(MAKE_TERMERR),printf '\r\033[K$(COUNT): $<' >&2,$(PROGRESS_LINE))
COUNT = $(words $(COMPILED))$(if $(word $(words $(COMPILED)),$(MISSING)), of $(words $(MISSING))) files
MISSING = $(eval MISSING := $(filter-out $(wildcard $(OBJECTS)),$(OBJECTS)))$(MISSING)
TENS_OF_SECONDS = $(strip $(foreach now,$(shell date +%s),$(foreach digit,0 1 2 3 4 5 6 7 8 9,$(patsubst \
	%$(digit),%,$(filter %$(digit),$(now))))))
PROGRESS_LINE = $(eval NOW := $(TENS_OF_SECONDS))$(if $(filter-out $(NOW),$(or $(THEN),$(eval THEN := $(NOW)))),$(eval \
	THEN := $(NOW))echo 'compiling: $(COUNT)' >&2)
COMPILED :=
THEN :=

$(BUILD)/src/%.o: src/%.c $(BUILD)/flags
	@$(BEGIN)
	$(COMPILE) $(INFO_FLAGS) $(ALIGNED) $(FILE_FLAGS) -c -o $@ $<

# The files that report how the program was built.
INFO_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(shell grep -lwE 'BUILD_FLAGS|GIT|SCRIPTS_DIR' $(SOURCES) /dev/null))
$(INFO_OBJECTS): INFO_FLAGS = -include $(BUILD)/build_info.h
$(INFO_OBJECTS): $(BUILD)/build_info.h

$(BUILD)/src/cpu/%.o $(BUILD)/%.isa.o $(BUILD)/%.elem.o $(BUILD)/%.conv.o $(BUILD)/%.op.o: ALIGNED = $(ALIGNMENT)

# The loops that may be reordered; the other two are what reordering needs.
$(BUILD)/src/cpu/serial_reassociated.o: FILE_FLAGS = -O3 -fassociative-math -fno-signed-zeros -fno-trapping-math

# So that what precedes a block is joined to it by vectors.
$(BUILD)/src/mpi/distributed_scan.o: FILE_FLAGS = -O3

isa_defines = -DISA=$(1) -DVECTOR_BYTES=$(BYTES_$(1))
define isa_rules
$(BUILD)/$(1)/src/%.isa.o: src/%.isa.c $(BUILD)/flags
	@$$(BEGIN)
	$$(COMPILE) $$(KERNEL_FLAGS) $$(ALIGNED) $$(FLAGS_$(1)) $(call isa_defines,$(1)) -c -o $$@ $$<
$(foreach elem,$(ELEMENTS),$(call elem_rules,$(1),$(elem),elem))
$(foreach elem,$(CONVERTED),$(call elem_rules,$(1),$(elem),conv))
$(foreach operation,$(OPERATIONS),$(call op_rules,$(1),$(operation),$(subst -, ,$(operation))))
endef
define elem_rules
$(BUILD)/$(1)/$(2)/src/%.$(3).o: src/%.$(3).c $(BUILD)/flags
	@$$(BEGIN)
	$$(COMPILE) $$(KERNEL_FLAGS) $$(ALIGNED) $$(FLAGS_$(1)) $(call isa_defines,$(1)) $(DEFINES_$(2)) -c -o $$@ $$<

endef
define op_rules
$(BUILD)/$(1)/$(2)/src/%.op.o: src/%.op.c $(BUILD)/flags
	@$$(BEGIN)
	$$(COMPILE) $$(KERNEL_FLAGS) $$(ALIGNED) $$(FLAGS_$(1)) $(call isa_defines,$(1)) $(DEFINES_$(word 1,$(3))) $(DEFINES_$(word 2,$(3))) -c -o $$@ $$<

endef
$(foreach isa,$(BUILT_ISAS),$(eval $(call isa_rules,$(isa))))

# The glue to each MPI library whose compiler is here, beside the program, which finds it there.
MPI_LIBRARIES := $(foreach library,openmpi mpich,$(if $(shell command -v mpicc.$(library)),$(library)))
MPI_OBJECTS := $(MPI_LIBRARIES:%=$(dir $(PROGRAM))scanbench-%.so)
mpi: all $(MPI_OBJECTS) ## the program, and what lets it run on the ranks of mpiexec
	$(if $(MPI_OBJECTS),,@echo 'no MPI compiler is here; on Debian: scripts/packages.sh install mpi' >&2; exit 3)
$(dir $(PROGRAM))scanbench-%.so: $(MPI_GLUE) src/mpi/mpi_glue.h $(BUILD)/flags
	OMPI_CC='$(CC)' MPICH_CC='$(CC)' mpicc.$* $(LANGUAGE_FLAGS) $(CPPFLAGS) $(filter-out -fsanitize% -fno-sanitize%,$(CFLAGS)) \
		-Isrc -fPIC -shared -o $@ $<
