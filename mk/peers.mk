# SPDX-License-Identifier: MIT
# Others' code as plugins.

# What users would run instead, as plugins; each is built where its library is. They get what a user would give
# them: -O3 and the instruction set that this CPU has, PEER_ISA, with the flags of our own kernels.
ifeq ($(origin CXX),default)
CXX := g++
endif
CPU_PEERS := std parallel tbb openmp openblas
CUDA_PEERS := cub cublas $(if $(CCCL),cccl)
PEERS := $(CPU_PEERS) $(CUDA_PEERS)
PEER_ISA ?= $(shell CC='$(CC)' scripts/native_isa.sh)
PEER_FLAGS = -std=c++17 -O3 $(FLAGS_$(PEER_ISA))
PEER_BUILD = $(shell $(CXX) --version | sed 1q) $(PEER_FLAGS)
PEER_WARNINGS := -Wall -Wextra -Wno-maybe-uninitialized # gcc's own variables of inscan loops
# For NVIDIA's GPUs: CUB of the toolkit, another one with CCCL=folder, for each of NVCC_ARCHS.
NVCC_ARCHS ?= 80 90
export NVCC_ARCHS CCCL
CUDA_PEER_FLAGS := -std=c++17 -O3 -Xcompiler -fPIC,-fvisibility=hidden -shared
peers: ## what users would run instead, as plugins
	@there=; for peer in $(PEERS); do \
		why=$$(CXX='$(CXX)' scripts/peers.sh why $$peer) || exit; \
		if [ -n "$$why" ]; then echo "peers: $$peer: skipped: $$why"; else there="$$there $(BUILD)/peers/$$peer.so"; fi; \
	done; \
	[ -z "$$there" ] || $(MAKE) --no-print-directory -s BUILD=$(BUILD) $$there || exit; \
	for peer in $$there; do echo "peers: $$(basename $$peer .so): $$peer"; done

$(BUILD)/peers/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(call quote,$(CXX) $(PEER_BUILD)) | $(UPDATE)

$(BUILD)/peers/%.so: peers/%.cpp $(wildcard peers/*.hpp) src/plugin/scanbench.h src/problem/dtypes.def $(BUILD)/peers/flags
	$(CXX) $(PEER_FLAGS) $(PEER_WARNINGS) -fPIC -shared -fvisibility=hidden -Isrc/plugin -Isrc \
		-DPEER_BUILD=$(call quote,"$(PEER_BUILD)") -o $@ $< $$(scripts/peers.sh flags $*)

$(BUILD)/peers/cuda_flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(call quote,$(CUDA_PEER_FLAGS) $(NVCC_ARCHS) $(CCCL)) "$$(scripts/peers.sh compiler cub)" | $(UPDATE)

PEER = $(notdir $(basename $@))
$(BUILD)/peers/cub.so $(BUILD)/peers/cccl.so: peers/cub.cu $(wildcard peers/*.hpp) src/plugin/scanbench.h src/problem/dtypes.def \
		$(BUILD)/peers/cuda_flags
	flags="$(CUDA_PEER_FLAGS) $$(scripts/peers.sh flags $(PEER))"; compiler=$$(scripts/peers.sh compiler $(PEER)); \
		"$$compiler" -ccbin '$(CXX)' $$flags -Isrc/plugin -Isrc -DPEER_NAME='"$(PEER)"' \
		"-DPEER_BUILD=\"$$("$$compiler" --version | sed -n 4p) $$(echo "$$flags" | sed 's|-I$(or $(CCCL),CCCL)|-ICCCL|g')\"" -o $@ $<
