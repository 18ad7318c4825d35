# SPDX-License-Identifier: MIT
# The test programs, and the goals that run them.

FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
UNIT_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/test_*.c tests/faults/test_*.c)) \
	$(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/seeds_%)
OPENCL_TEST := $(BUILD)/tests/opencl/test_opencl
CUDA_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/cuda/test_*.c))
CLI_TESTS := $(wildcard tests/cli/*.bats)
# What takes longest is run first, so that no core is left with it at the end.
LONG_TESTS := %/export.bats %/tutorial.bats %/test_opencl %/ranks_devices.bats %/test_cuda_compile %/ranks_faults.bats \
	%/test_cuda_kernels %/ranks.bats %/test_registry %/test_registry_isas %/ranks_check.bats %/test_faults %/readme.bats \
	%/faults.bats %/charts.bats %/device_runs.bats %/run.bats %/peers.bats %/test_model_point %/types.bats %/rings.bats \
	%/inert.bats %/build.bats %/plugin.bats
long_first = $(foreach long,$(LONG_TESTS),$(filter $(long),$(1))) $(filter-out $(LONG_TESTS),$(1))

tests: $(UNIT_TESTS) $(OPENCL_TEST) $(CUDA_TESTS) ## the test programs in C

$(BUILD)/tests/plugins/%.so: tests/plugins/%.c src/plugin/scanbench.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -pthread -fPIC -shared -Isrc/plugin -o $@ $<

$(BUILD)/tests/unit/test_plugin: $(BUILD)/tests/plugins/faulty.so
$(BUILD)/tests/unit/test_plugin: private FILE_FLAGS = -DPLUGINS='"$(abspath $(BUILD)/tests/plugins)"'

# Stand-ins for NVIDIA's driver, compiler and management library, whole and without a function that is needed.
CUDA_STAND_INS := $(addprefix $(BUILD)/tests/cuda/,libcuda.so libcuda_lacking.so libnvrtc.so libnvrtc_lacking.so \
	libnvml.so libnvml_lacking.so)
BUILD_STAND_IN = $(CC) $(BASE_FLAGS) -DFAKE_INCLUDES='"$(abspath tests/cuda/cpu)"' \
	-DFAKE_READ_BEFORE='"$(abspath $(BUILD)/tests/cuda)"' -fPIC -shared -o $@ $<
$(BUILD)/tests/cuda/%_lacking.so: tests/cuda/fake_%.c $(wildcard tests/cuda/fake_*.h) $(BUILD)/flags
	@mkdir -p $(@D)
	$(BUILD_STAND_IN) -DcuLaunchKernel=lacking -DnvrtcGetCUBIN=lacking -DnvmlShutdown=lacking
$(BUILD)/tests/cuda/%.so: tests/cuda/fake_%.c $(wildcard tests/cuda/fake_*.h) $(BUILD)/flags
	@mkdir -p $(@D)
	$(BUILD_STAND_IN)

# What each of their programs begins with, as the C++ compiler has read it, with the options of fake_libnvrtc.c. Without such
# a compiler there is none. Programs that were kept have the headers of the stand-in as they were.
$(BUILD)/tests/cuda/libnvrtc.so: $(BUILD)/tests/cuda/cuda_on_cpu.h.gch
$(BUILD)/tests/cuda/cuda_on_cpu.h.gch: tests/cuda/cpu/cuda_on_cpu.h $(wildcard tests/cuda/cpu/engine/cuda/*.h) tests/cuda/fake_cuda.h \
		$(BUILD)/flags
	@mkdir -p $(@D) && rm -rf $(@D)/stand-in-cache
	$${CXX:-c++} -std=c++17 -w -O1 -ffp-contract=off -fPIC -x c++-header $(abspath $<) -o $@ || touch $@

# The same for the loader of OpenCL.
OPENCL_STAND_INS := $(addprefix $(BUILD)/tests/opencl/,libopencl.so libopencl_lacking.so)
$(OPENCL_STAND_INS): tests/opencl/fake_libopencl.c tests/cuda/fake_cuda.h src/engine/opencl/opencl_api.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(BUILD_STAND_IN) $(if $(findstring lacking,$@),-DclCreateBuffer=lacking)
$(BUILD)/tests/unit/test_opencl_faults: $(OPENCL_STAND_INS)
$(BUILD)/tests/unit/test_opencl_faults: private FILE_FLAGS = -DSTAND_INS='"$(abspath $(BUILD)/tests/opencl)"'

# What compares the kernels of an engine with those of the timed one.
SAME_BITS := tests/opencl/same_bits.c tests/opencl/same_bits.h tests/unit/variants.h

# Kernels as CUDA C++, kept compiled beside the tests. Without NVIDIA's compiler the test says so and is skipped.
$(BUILD)/tests/cuda/test_%: tests/cuda/test_%.c tests/cuda/image_section.h $(SAME_BITS) $(CUDA_STAND_INS) $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) -DSTAND_INS='"$(abspath $(BUILD)/tests/cuda)"' $$(pkg-config --cflags cmocka) $(LDFLAGS) -o $@ \
		$(filter %.c %.a,$^) $$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm

CUDA_UNIT_TESTS := $(addprefix $(BUILD)/tests/unit/test_,checker_devices cuda_faults cuda_loading engine_devices)
$(CUDA_UNIT_TESTS): $(CUDA_STAND_INS)
$(CUDA_UNIT_TESTS): private FILE_FLAGS = -DSTAND_INS='"$(abspath $(BUILD)/tests/cuda)"'

$(BUILD)/tests/unit/test_%: tests/unit/test_%.c $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) $(FILE_FLAGS) -MF $@.d -MT $@ $$(pkg-config --cflags cmocka) $(LDFLAGS) -o $@ $< $(BUILD)/libscanbench.a \
		$$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm

# Calls that these tests make fail; where the compiler has a leak checker, it looks on.
WRAPPED := malloc calloc realloc aligned_alloc strdup strndup asprintf vasprintf open_memstream fdopen pthread_create mmap \
	mprotect fork socketpair open write fsync fdatasync rename symlink unlink
LEAK_FLAGS = $(eval LEAK_FLAGS := $(if $(findstring sanitize,$(CFLAGS)),,$(shell echo 'int main(void){return 0;}' | \
	$(CC) -x c -fsanitize=leak -o /dev/null - 2>/dev/null && echo -fsanitize=leak)))$(LEAK_FLAGS)
LINK_FAULTS = $(CC) $(BASE_FLAGS) $$(pkg-config --cflags cmocka) $(LDFLAGS) $(WRAPPED:%=-Wl,--wrap=%) -o $@ \
	$(filter %.c %.o %.a,$^) $$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm
$(BUILD)/tests/faults/test_%: tests/faults/test_%.c tests/faults/inject.c $(wildcard tests/faults/*.h) $(BUILD)/libscanbench.a \
		$(BUILD)/flags
	@mkdir -p $(@D)
	$(LINK_FAULTS) $(LEAK_FLAGS)

# A fuzz target: with libFuzzer in `make fuzz`, and as a plain program over its seeds in `make check`.
$(BUILD)/tests/fuzz/seeds_%: tests/fuzz/fuzz_%.c tests/fuzz/seeds.c tests/fuzz/fuzz.h $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) -DCORPUS='"tests/fuzz/corpus/$*"' $(LDFLAGS) -o $@ $(filter %.c %.a,$^) $(PACKAGE_LIBS) -lm

$(BUILD)/tests/fuzz/fuzz_%: tests/fuzz/fuzz_%.c tests/fuzz/fuzz.h $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) -fsanitize=fuzzer $(LDFLAGS) -o $@ $(filter %.c %.a,$^) $(PACKAGE_LIBS) -lm

# Kernels as OpenCL C beside those of the timed engine. Where there is no OpenCL the test says so and is skipped.
$(OPENCL_TEST): $(BUILD)/%: %.c $(SAME_BITS) $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) $$(pkg-config --cflags cmocka) $(LDFLAGS) -o $@ $(filter %.c %.a,$^) \
		$$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm

check: all tests ## every test; installs what it needs
	@SCANBENCH=$(abspath $(PROGRAM)) POCL_CACHE_DIR=$(abspath $(BUILD))/pocl \
		tests/run $(call long_first,$(UNIT_TESTS) $(OPENCL_TEST) $(CUDA_TESTS) $(CLI_TESTS))

# For long: every single fault, a run killed at 200 moments, and one of 100 launches stopped at 20.
check-slow: all tests ## kills, faults and random configs in great numbers
	@FAULT_STRIDE=1 FAULT_KILLS=200 FAULT_STOPS=20 FAULT_LAUNCHES=100 FAULT_CONFIGS=20000 TEST_TIMEOUT=7200 SCANBENCH=$(abspath $(PROGRAM)) tests/run \
		$(BUILD)/tests/faults/test_faults $(BUILD)/tests/faults/test_kills tests/cli/faults.bats tests/cli/random_configs.bats

check-unit: tests ## the tests in C alone
	@tests/run $(call long_first,$(UNIT_TESTS))

# Kernels unoptimised: their checked bodies take the optimiser minutes. Those of instruction sets that this CPU lacks, which
# nobody runs, without checks: they would take most of the compiler's time.
SANITIZERS := address,undefined
LACKING_ISAS = $(shell best=$$(CC='$(CC)' scripts/native_isa.sh); printf '%s\n' $(BUILT_ISAS) | sed "1,/^$$best$$/d")
sanitize: ## these under the address, leak and undefined-behaviour sanitizers
	@TEST_TIMEOUT=$${TEST_TIMEOUT:-1500} $(MAKE) all check-unit BUILD=$(BUILD)/sanitize KERNEL_FLAGS='-O0 -Wno-pass-failed' SHARED_KERNELS=yes \
		CFLAGS='-O1 -g -fPIC -fno-omit-frame-pointer -fsanitize=$(SANITIZERS) -fno-sanitize-recover=all $(SANITIZED_FLAGS)' \
		$(foreach isa,$(LACKING_ISAS),FLAGS_$(isa)='$(FLAGS_$(isa)) -fno-sanitize=all')

# What several threads share, under ThreadSanitizer: the team, and the scans and reductions of many workers with one
# table of group kernels. The program whose look-back publishes without releasing must be caught.
comma := ,
THREAD_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard $(patsubst %,src/%/*.c,base machine machine/* problem implementation)) \
	$(addprefix src/cpu/,threads_scan.c threads_scan_tiles.c threads_reduce.c sleepers.c tagged_sums.c lookback.c elements.c segments.c tuning.c) \
	$(filter-out %.op.c %.elem.c %.conv.c,$(wildcard src/group/*.c src/engine/*.c src/engine/emulate/*.c))) \
	$(addprefix $(BUILD)/$(firstword $(BUILT_ISAS))/u32,-sum/src/engine/emulate/emulate_scan.op.o \
		-sum/src/engine/emulate/emulate_ahead.op.o /src/engine/emulate/emulate_rows.elem.o)
$(BUILD)/tests/threads/libthreads.a: $(THREAD_OBJECTS)
	@mkdir -p $(@D)
	rm -f $@ && $(AR) rcs $@ $^
$(BUILD)/tests/threads/chaos.o: tests/threads/chaos.c tests/threads/chaos.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -fno-sanitize=thread -c -o $@ $<
$(BUILD)/tests/threads/unreleased.o: src/cpu/lookback.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -U__ATOMIC_RELEASE -D__ATOMIC_RELEASE=__ATOMIC_RELAXED -c -o $@ $<

LINK_THREADS = $(CC) $(BASE_FLAGS) $$(pkg-config --cflags cmocka) $(LDFLAGS) -o $@ $(filter %.c %.o,$^) \
	$(BUILD)/tests/threads/libthreads.a $$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm
CHAOS := $(addprefix tests/threads/,test_chaos.c plain_kernels.c) $(BUILD)/tests/threads/chaos.o
CHAOS_FLAGS := -DGROUP_KERNELS=emulate_scan_$(firstword $(BUILT_ISAS))_u32_sum \
	$(foreach call,store fetch_add,$(foreach bits,32 64,-Wl$(comma)--wrap=__tsan_atomic$(bits)_$(call)))
$(BUILD)/tests/threads/test_team: tests/unit/test_team.c $(BUILD)/tests/threads/libthreads.a
	$(LINK_THREADS)
$(BUILD)/tests/threads/test_chaos: $(CHAOS) $(BUILD)/tests/threads/libthreads.a
	$(LINK_THREADS) $(CHAOS_FLAGS)
$(BUILD)/tests/threads/test_race: $(CHAOS) $(BUILD)/tests/threads/unreleased.o $(BUILD)/tests/threads/libthreads.a
	$(LINK_THREADS) $(CHAOS_FLAGS)

# Where it may, without random addresses, which the sanitizer does not know how to shadow on every kernel.
FIXED_ADDRESSES = $(shell setarch -R true 2>/dev/null && echo setarch -R)
THREAD_BUILD := $(BUILD)/thread
THREAD_TESTS := $(addprefix $(THREAD_BUILD)/tests/threads/test_,team chaos race)
sanitize-thread: ## what runs on several threads, under ThreadSanitizer
	@$(MAKE) $(THREAD_TESTS) BUILD=$(THREAD_BUILD) KERNEL_FLAGS=-O1 \
		CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=thread'
	@$(FIXED_ADDRESSES) tests/run $(filter-out %_race,$(THREAD_TESTS))
	@if TSAN_OPTIONS=halt_on_error=1 $(FIXED_ADDRESSES) $(filter %_race,$(THREAD_TESTS)) >$(THREAD_BUILD)/race.log 2>&1 || \
		! grep -q 'data race .*lookback' $(THREAD_BUILD)/race.log; then \
		cat $(THREAD_BUILD)/race.log; echo 'error: a look-back that does not release was not caught'; exit 1; fi

# The branches of what reads, plans, keeps and judges that its tests take. These files alone are compiled for it.
COVERED := src/json/node.c $(wildcard src/sweep/config*.c src/problem/verify*.c) src/sweep/plan.c src/results/journal.c src/results/resume.c \
	src/statistics/statistics.c
COVERING := config config_refused config_set device plan engine_devices figures journal journal_damage resume statistics verify verify_gridded problem primitives parts
COVERAGE := $(BUILD)/coverage
COVERAGE_LEAST ?= 90
$(COVERAGE)/src/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -O0 -DNDEBUG --coverage -c -o $@ $<
$(COVERAGE)/test_%: tests/unit/test_%.c $(COVERED:%.c=$(COVERAGE)/%.o) $(BUILD)/libscanbench.a
	$(CC) $(BASE_FLAGS) $(FILE_FLAGS) $$(pkg-config --cflags cmocka) $(LDFLAGS) --coverage -o $@ $^ \
		$$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm
$(COVERAGE)/test_engine_devices: | $(CUDA_STAND_INS)
$(COVERAGE)/test_engine_devices: private FILE_FLAGS = -DSTAND_INS='"$(abspath $(BUILD)/tests/cuda)"'
$(COVERAGE)/test_parts: tests/faults/test_parts.c tests/faults/inject.c $(COVERED:%.c=$(COVERAGE)/%.o) $(BUILD)/libscanbench.a
	$(LINK_FAULTS) --coverage
coverage: $(COVERING:%=$(COVERAGE)/test_%) ## the branches that tests take
	@find $(COVERAGE) -name '*.gcda' -delete
	@tests/run $^
	@scripts/coverage.sh $(COVERAGE_LEAST) $(COVERAGE) $(COVERED)

# Valgrind's memcheck, which has no AVX-512; six minutes and more for all. Each check is a process of its own.
MEMCHECKED ?= *
memcheck: all ## the tests under valgrind
	@scripts/packages.sh require memcheck
	valgrind -q --leak-check=full --error-exitcode=99 $(abspath $(PROGRAM)) check --smoke $(foreach glob,$(MEMCHECKED),'$(glob)')

# Seconds for each target. What is found lies in $(BUILD)/fuzz, and becomes a seed once it is mended.
FUZZ_SECONDS ?= 60
fuzz: ## random changes of every input, FUZZ_SECONDS each
	@scripts/packages.sh require build fuzz
	@$(MAKE) CC=clang BUILD=$(BUILD)/fuzz $(FUZZ_TARGETS:%=$(BUILD)/fuzz/tests/fuzz/fuzz_%) \
		KERNEL_FLAGS='-O0 -fno-sanitize=all -Wno-pass-failed' \
		CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all'
	@scripts/fuzz.sh $(BUILD)/fuzz $(FUZZ_SECONDS) $(FUZZ_TARGETS)
# The NEON kernels, cross-compiled and run in an emulator: a part of what make check does on aarch64. GLOB;FILTER of what
# is checked at once, what takes longest first.
NEON := $(BUILD)/aarch64
NEON_CHECKS ?= threads/*;workers=1 threads/*;workers>1 simd*;n>=0 group/*;group_algorithm=cooperative limit/*;n>=0
check-neon: ## the NEON kernels under qemu
	@scripts/packages.sh require neon
	@PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig $(MAKE) BUILD=$(NEON) \
		CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar CFLAGS=-O1 \
		KERNEL_FLAGS='-O1 -fno-math-errno -fno-trapping-math -Wno-maybe-uninitialized' all
	printf '%s\n' $(foreach check,$(NEON_CHECKS),'$(check)') | tr ';' '\n' | xargs -n 2 -P "$$(nproc)" sh -c \
		'qemu-aarch64 -L / $(NEON)/scanbench check --smoke "$$0" --filter "$$1"'
	qemu-aarch64 -L / $(NEON)/scanbench --config configs/quick.json --filter 'n<=4Ki' --smoke -q -o - --format none
