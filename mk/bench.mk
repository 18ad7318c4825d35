# SPDX-License-Identifier: MIT
# What measures: the goals, the harness, figures, ranks.

# The goals as ratios, peers beside them once `make peers` has built them, then the ratio to OpenCL. To shrink the
# first: BENCH_ARGS="--filter n<=1Mi"
BENCH ?= results
BENCH_ARGS ?=
bench: all ## how near the limits and the peers each CPU family comes
	@scripts/goals.sh $(abspath $(PROGRAM)) configs/bench.json $(BENCH) $(wildcard $(CPU_PEERS:%=$(BUILD)/peers/%.so)) -- \
		$(foreach option,$(BENCH_ARGS),$(call quote,$(option)))
	@scripts/export_plugins.sh $(abspath $(PROGRAM)) $(BUILD)/export
	@scripts/goals.sh $(abspath $(PROGRAM)) configs/bench-export.json $(BENCH) $(BUILD)/export/*.so -- \
		$(foreach option,$(BENCH_ARGS),$(call quote,$(option)))
	@POCL_CACHE_DIR=$(abspath $(BUILD))/pocl POCL_MAX_PTHREAD_COUNT=1 $(abspath $(PROGRAM)) --config configs/bench-opencl.json \
		-o $(BENCH)
	@$(MAKE) --no-print-directory bench-harness

# The same on a GPU, beside CUB, cuBLAS, and with CCCL=folder another CUB, in at most nine minutes on an H200, then narrow
# types and rows in at most four each. Without a GPU it prints so.
BENCH_GPU_TIME ?= 510s
BENCH_NARROW_TIME ?= 240s
bench-gpu: all ## the same on a GPU
	@$(MAKE) --no-print-directory peers PEERS='$(CUDA_PEERS)' CCCL='$(CCCL)'
	@scripts/goals.sh $(abspath $(PROGRAM)) configs/bench-gpu.json $(BENCH) $(foreach peer,$(CUDA_PEERS),$(BUILD)/peers/$(peer).so) -- \
		--time=$(BENCH_GPU_TIME) $(foreach option,$(BENCH_ARGS),$(call quote,$(option)))
	@for config in narrow rows-peers; do \
		scripts/goals.sh $(abspath $(PROGRAM)) configs/$$config.json $(BENCH) $(BUILD)/peers/cub.so -- \
			--time=$(BENCH_NARROW_TIME) $(foreach option,$(BENCH_ARGS),$(call quote,$(option))) || exit; \
	done

# What the harness costs, and whether compare can be trusted here: shown, never a pass or a fail.
bench-harness: all ## what the harness itself costs
	@scripts/bench_harness.sh $(abspath $(PROGRAM))

bench-link-order: all ## whether the order of linking tells programs apart: LAUNCHES=12
	@CC='$(CC)' scripts/link_order.sh $(BUILD) $(BUILD)/link-order $(or $(LAUNCHES),12)

aa: all $(BUILD)/tests/plugins/planted.so ## whether equals are told from planted changes here: RUNS=6 TURNS=2 BESIDE=…
	@SCANBENCH=$(abspath $(PROGRAM)) scripts/aa.sh $(abspath $(BUILD))/tests/plugins/planted.so $(RUNS) $(TURNS)

RESULTS ?= $(filter-out $(wildcard results/*Z.json),$(wildcard results/*.json))
plots: all ## the charts of results/*.json, or of RESULTS, beside them or in OUTPUT
	@scripts/packages.sh require plot
	@$(if $(RESULTS),,$(error no results/*.json to draw: run scanbench first, or name some with RESULTS=))
	@for result in $(RESULTS); do \
		$(abspath $(PROGRAM)) plot $(if $(OUTPUT),--output "$(OUTPUT)/$$(basename "$$(dirname "$$result")")") "$$result" || exit; \
	done

# The pages that show results/reference, once that was measured anew. Their commands write to build.
pages: all ## docs/findings.md and docs/reproduction.md with fresh tables and pictures
	@scripts/packages.sh require plot
	@for page in findings reproduction; do \
		mkdir -p build/$$page && scripts/page.sh $(abspath $(PROGRAM)) docs/$$page.md >build/$$page.md && \
		cp build/$$page.md docs/$$page.md && sed -n '/^\.\/scanbench plot /p' docs/$$page.md | sh -e >/dev/null || exit; \
		for picture in docs/$$page/*.svg; do cp "build/$$page/$${picture##*/}" "$$picture" || exit; done; \
	done

# Options of the runs, to shrink them: FIGURE_OPTIONS="--filter n<=1M --set measure.time=50ms"; DEVICE=cpu,cuda:0 has
# groups run there.
FIGURE_CONFIGS ?= $(sort $(wildcard configs/figures/*.json)) configs/dot-blas.json
FIGURE_OPTIONS ?=
figures: all ## every published figure on this machine, with its claims
	@scripts/packages.sh require plot
	@DEVICE=$(call quote,$(DEVICE)) PEERS='$(wildcard $(BUILD)/peers/openblas.so)' scripts/figures.sh $(abspath $(PROGRAM)) $(FIGURE_CONFIGS) -- $(foreach option,$(FIGURE_OPTIONS),$(call quote,$(option)))

# Scans over ranks and their exchange, with each MPI library: RANKS at most, BENCH_ARGS as FIGURE_OPTIONS; results are in
# BENCH_RANKS.
RANKS ?= $(shell nproc)
BENCH_RANKS ?= $(BUILD)/bench-ranks
bench-ranks: mpi ## scans over 1, 2, 4, ... ranks, with each MPI library
	@scripts/bench_ranks.sh $(abspath $(PROGRAM)) $(RANKS) $(BENCH_RANKS) $(foreach option,$(BENCH_ARGS),$(call quote,$(option)))

# What more workers bring: SCALING is the folder of the result; SCALING_OPTIONS as FIGURE_OPTIONS.
SCALING ?= results
SCALING_OPTIONS ?=
scaling: all ## what more workers bring
	@scripts/scaling.sh $(abspath $(PROGRAM)) $(SCALING) $(foreach option,$(SCALING_OPTIONS),$(call quote,$(option)))
