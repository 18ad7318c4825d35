/* SPDX-License-Identifier: MIT */
/* What a command says of where its results come from. */
#include "commands/provenance.h"

#include "analysis/identity.h"
#include "base/inert.h"

void provenance_warn(const struct result_file *file)
{
    if (file->edited)
        print_line(stderr, "scanbench: warning: %s was edited after scanbench wrote it", file->path);
}

void provenance_tell_builds(const struct result_file *base, const struct result_file *next)
{
    char differences[RUN_DIFFERENCES][RUN_DIFFERENCE_BYTES];
    const size_t count = run_differences(base, next, RUN_BUILT, differences);
    for (size_t i = 0; i < count; i++)
        print_line(stderr, "scanbench: the builds differ: %s", differences[i]);
}

void provenance_tell_paths(const char *base, const char *next)
{
    struct result_file of_base, of_next;
    struct error ignored = {0};
    if (!results_read(&of_base, base, &ignored))
        return;
    if (results_read(&of_next, next, &ignored)) {
        provenance_tell_builds(&of_base, &of_next);
        result_file_close(&of_next);
    }
    result_file_close(&of_base);
}
