/* SPDX-License-Identifier: MIT */
/* What lanes have side by side is loaded and stored in accesses of 16 bytes, as the instructions of sm_90
 * show. No device is needed; without NVIDIA's compiler, which CUDA_HOME may have, it is skipped. */
#include "base/error.h"
#include "engine/cuda/cuda.h"
#include "image_section.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct nvrtc nvrtc;

/* How many instructions of 16 bytes load from device memory, and store to it. */
struct accesses {
    size_t loads, stores;
};

/* Instructions have two words of 64 bits: the lowest twelve bits of the first are what it does, three bits of
 * the second how wide it is. */
static struct accesses wide_accesses(const unsigned char *code, size_t bytes)
{
    enum { LOADS = 0x981, STORES = 0x986, WHAT = 0xfff, WIDTH_AT = 9, WIDTH = 7, OF_16_BYTES = 6 };
    struct accesses found = {0};
    for (size_t at = 0; at + 16 <= bytes; at += 16) {
        uint64_t words[2];
        memcpy(words, code + at, sizeof words);
        if ((words[1] >> WIDTH_AT & WIDTH) != OF_16_BYTES)
            continue;
        found.loads += (words[0] & WHAT) == LOADS;
        found.stores += (words[0] & WHAT) == STORES;
    }
    return found;
}

static struct accesses accesses_of(const struct cuda_program *program)
{
    struct cuda_image image;
    struct error error = {0};
    if (!cuda_build(&nvrtc, program, &image, &error))
        fail_msg("%s", error.text);
    const Elf64_Shdr section = image_section(&image, ".text", program->kernel);
    const struct accesses found =
        wide_accesses((const unsigned char *)image.code + section.sh_offset, section.sh_size);
    free(image.code);
    return found;
}

/* Of whole tiles; the parts of the last one have an instruction for each element beside them. */
static void whole_rows_are_accesses_of_16_bytes(void **state)
{
    static const struct {
        const char *name;
        size_t loads, stores; /* of each element */
    } shapes[] = {
        {"scan_one_round", 1, 1},       {"scan_lookback_subgroup", 1, 1}, {"scan_rows_subgroup", 1, 1},
        {"scan_rows_group", 1, 1},      {"scan_row_loop", 2, 1},          {"scan_one_round_rows", 1, 1},
        {"reduce_rows_subgroup", 1, 0}, {"reduce_row_loop", 1, 0},        {"reduce_row_parts", 1, 0},
        {"pairs_one_round", 2, 1},      {"pairs_lookback_subgroup", 2, 1}};
    static const unsigned values[] = {4, 8, 16};
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        for (size_t j = 0; j < sizeof values / sizeof values[0]; j++) {
            const struct cuda_program program = {
                .kernel = shapes[i].name,
                .dtype = DTYPE_F32,
                .op = OP_SUM,
                .network = "kogge_stone",
                .threads = 256,
                .values = values[j],
                .beside = strncmp(shapes[i].name, "pairs", 5) == 0 ? 4 : 0,
                .at_once = 1,
                .architecture = 90,
            };
            const struct accesses found = accesses_of(&program);
            const size_t rows = values[j] / 4, loads = shapes[i].loads * rows,
                         stores = shapes[i].stores * rows;
            if (found.loads != loads || found.stores != stores)
                fail_msg("%s of %u values has %zu loads and %zu stores of 16 bytes; expected %zu and %zu",
                         shapes[i].name, values[j], found.loads, found.stores, loads, stores);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_rows_are_accesses_of_16_bytes)};
    struct error error = {0};
    if (!nvrtc_load(&nvrtc, 0, &error)) {
        printf("[  SKIPPED ] %s\n", error.text);
        return 77;
    }
    setenv("XDG_CACHE_HOME", STAND_INS "/cache", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
