/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target on the files of its seed corpus, without libFuzzer: each counts as a test that passed.
 */
#include "fuzz.h"

#include <dirent.h>
#include <string.h>

enum { INPUT_BYTES = 1 << 20 };

static void run_file(const char *name)
{
    static uint8_t input[INPUT_BYTES];
    char path[512];
    snprintf(path, sizeof path, "%s/%s", CORPUS, name);
    FILE *const file = fopen(path, "rb");
    CHECK(file != NULL);
    const size_t length = fread(input, 1, sizeof input, file);
    fclose(file);
    /* In a block of its own size, so that a reader that goes past it is seen. */
    uint8_t *const exact = malloc(length > 0 ? length : 1);
    CHECK(exact != NULL);
    memcpy(exact, input, length);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(exact, length);
    free(exact);
}

int main(void)
{
    DIR *const corpus = opendir(CORPUS);
    unsigned count = 0;
    CHECK(corpus != NULL);
    for (const struct dirent *entry; (entry = readdir(corpus)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        run_file(entry->d_name);
        count++;
    }
    closedir(corpus);
    CHECK(count > 0);
    printf("[  PASSED  ] %u test(s).\n", count);
    return 0;
}
