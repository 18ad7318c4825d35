/* SPDX-License-Identifier: MIT */
/* Plugins as this program sees them: shared objects whose implementations stand beside the built-in ones. */
#pragma once

#include "implementation/implementation.h"

/* A loaded plugin. Lives, with all it points to, as long as the process. */
struct plugin {
    const char *name;    /* a label, as the plugin calls itself */
    const char *version; /* of the plugin; NULL: it does not say */
    const char *build;   /* compiler and flags; NULL: it does not say */
    const char *file;    /* the last part of the path it was loaded from */
    char sha256[65];     /* of the file */
    size_t count;
    struct adapted *implementations; /* owned */
};

/* Load a plugin. The file is the one that `path` names: no folder is searched. EXIT_USAGE for what is no
 * plugin of this version or declares something wrong, with the path and what was expected; EXIT_SYSTEM where
 * the system cannot load it (a library that it needs is missing, memory). Caller closes after success; code
 * that was mapped stays. */
bool plugin_open(struct plugin *plugin, const char *path, struct error *error);
void plugin_close(struct plugin *plugin);

/* Its implementation at an index below count; borrowed. */
const struct implementation *plugin_implementation(const struct plugin *plugin, size_t index);
