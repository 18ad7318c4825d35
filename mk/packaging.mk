# SPDX-License-Identifier: MIT
# What is installed, and archives.

prefix ?= /usr/local
bindir ?= $(prefix)/bin
includedir ?= $(prefix)/include
datadir ?= $(prefix)/share
mandir ?= $(datadir)/man
docdir ?= $(datadir)/doc/scanbench
bashcompdir ?= $(datadir)/bash-completion/completions
zshcompdir ?= $(datadir)/zsh/site-functions
SCRIPTS_DIR := $(datadir)/scanbench/scripts
INSTALL ?= install

# Where an installed program looks for its objects for MPI: those of the libraries whose compilers are here.
MPI_DIR := $(prefix)/lib/scanbench
install: all $(MPI_OBJECTS) ## to prefix, below DESTDIR
	$(INSTALL) -d $(DESTDIR)$(bindir) $(DESTDIR)$(includedir) $(DESTDIR)$(SCRIPTS_DIR) $(DESTDIR)$(docdir)/examples \
		$(DESTDIR)$(docdir)/examples/figures $(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man5 \
		$(DESTDIR)$(bashcompdir) $(DESTDIR)$(zshcompdir)
	$(INSTALL) -m 755 $(PROGRAM) $(DESTDIR)$(bindir)/scanbench
	$(INSTALL) -m 644 src/plugin/scanbench.h $(DESTDIR)$(includedir)
	$(INSTALL) -m 644 $(wildcard scripts/*.gp) $(DESTDIR)$(SCRIPTS_DIR)
	$(INSTALL) -m 644 $(wildcard configs/*.json) $(EXAMPLE) $(EXAMPLE_GPU) $(DESTDIR)$(docdir)/examples
	$(INSTALL) -m 644 $(wildcard configs/figures/*.json) $(DESTDIR)$(docdir)/examples/figures
	$(INSTALL) -m 644 README.md LICENSE docs/ranks.md $(DESTDIR)$(docdir)
	$(if $(MPI_OBJECTS),$(INSTALL) -d $(DESTDIR)$(MPI_DIR))
	$(if $(MPI_OBJECTS),$(INSTALL) -m 644 $(MPI_OBJECTS) $(DESTDIR)$(MPI_DIR))
	$(abspath $(PROGRAM)) completion bash >$(DESTDIR)$(bashcompdir)/scanbench
	$(abspath $(PROGRAM)) completion zsh >$(DESTDIR)$(zshcompdir)/_scanbench
	$(foreach page,$(wildcard man/*.[15]),scripts/man_page.sh $(abspath $(PROGRAM)) $(page) | \
		$(INSTALL) -m 644 /dev/stdin $(DESTDIR)$(mandir)/$(subst .,man,$(suffix $(page)))/$(notdir $(page)) &&) true

uninstall: | $(filter install installcheck,$(MAKECMDGOALS)) ## remove that again
	rm -f $(DESTDIR)$(bindir)/scanbench $(DESTDIR)$(includedir)/scanbench.h $(patsubst man/%,$(DESTDIR)$(mandir)/man1/%,$(wildcard man/*.1)) \
		$(patsubst man/%,$(DESTDIR)$(mandir)/man5/%,$(wildcard man/*.5))
	rm -f $(DESTDIR)$(bashcompdir)/scanbench $(DESTDIR)$(zshcompdir)/_scanbench
	rm -rf $(DESTDIR)$(datadir)/scanbench $(DESTDIR)$(docdir) $(DESTDIR)$(MPI_DIR)

installcheck: | $(filter install,$(MAKECMDGOALS)) ## try what was installed
	$(DESTDIR)$(bindir)/scanbench --version
	$(DESTDIR)$(bindir)/scanbench --config $(DESTDIR)$(docdir)/examples/quick.json --dry-run >/dev/null
	@mkdir -p $(BUILD)
	$(CC) $(CFLAGS) -fPIC -shared -I$(DESTDIR)$(includedir) -o $(BUILD)/example.so \
		$(DESTDIR)$(docdir)/examples/$(notdir $(EXAMPLE))
	$(DESTDIR)$(bindir)/scanbench check --smoke --plugin $(BUILD)/example.so 'example/*'
	@for library in $(foreach library,$(MPI_LIBRARIES),$(if $(shell command -v mpiexec.$(library)),$(library))); do \
		echo "two ranks of $$library"; \
		env -u SCANBENCH_MPI OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
			OMPI_MCA_hwloc_base_binding_policy=none timeout 60 mpiexec.$$library -n 2 $(DESTDIR)$(bindir)/scanbench \
			--config $(DESTDIR)$(docdir)/examples/ranks.json --filter 'primitive=exscan,n<=64' --smoke -q -o - --format none || exit; \
	done

# What git has, as one archive that builds on its own and knows its commit.
DIST := scanbench-$(VERSION)
DIST_FOLDER ?= .
dist: ## an archive of the sources
	git archive --format=tar.gz --prefix=$(DIST)/ -o $(DIST_FOLDER)/$(DIST).tar.gz HEAD

# The program with all that it needs, for systems without a compiler.
DIST_BIN := $(DIST)-$(firstword $(subst -, ,$(TARGET)))
dist-bin: all ## an archive that runs without a compiler or packages
	@CC='$(CC)' CFLAGS=$(call quote,$(CFLAGS)) LDFLAGS=$(call quote,$(LDFLAGS)) scripts/dist_bin.sh $(DIST_BIN) \
		$(DIST_FOLDER) $(BUILD)/src/main.o $(BUILD)/libscanbench.a

# A Debian package of what git has, in build/deb.
deb: dist ## a Debian package
	@scripts/packages.sh require build deb
	@scripts/deb.sh $(DIST_FOLDER)/$(DIST).tar.gz $(VERSION) $(BUILD)/deb
	@ls $(BUILD)/deb/*.deb
