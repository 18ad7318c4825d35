/* SPDX-License-Identifier: MIT */
/* Kernels as code for a device, compiled by NVRTC. */
#include "engine/cuda/cuda_program.h"

#include "base/memory.h"
#include "base/sha256.h"
#include "base/text_stream.h"
#include "engine/cuda/cuda.h"
#include "kernels/lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Floats: each operation rounds on its own. */
#define COMPILE_OPTIONS "--fmad=false", "--std=c++17", "--disable-warnings"

/* What NVRTC answers to an architecture that it does not know. */
enum { INVALID_OPTION = 5 };

static unsigned teams_of(const struct cuda_program *program)
{
    return program->teams ? program->teams : 1;
}

unsigned cuda_program_threads(const struct cuda_program *program)
{
    const unsigned others = program->ring ? program->helpers + RING_OTHER_ROLES : 0;
    return program->threads * teams_of(program) + LANES * others;
}

/* A slot has 128 bytes more than a tile, and what precedes each thread in it: of pairs a tile of factors too,
 * and two words. Sums that are wider than what is read have a stage for each team. */
size_t cuda_ring_bytes(const struct cuda_program *program)
{
    enum { BESIDE_TILE = 128 };
    const size_t in = dtype_size(program->dtype), out = dtype_size(dtype_output(program->dtype));
    const size_t tile = (size_t)program->threads * program->values;
    const size_t prefixes = program->threads * dtype_size(dtype_accumulator(program->dtype));
    const size_t stage = program->ring > 0 && out > in ? teams_of(program) * tile * out : 0;
    const size_t pairs = program->beside ? tile * program->beside + BESIDE_TILE + prefixes : 0;
    return program->ring * (tile * in + BESIDE_TILE + prefixes + pairs) + stage;
}

size_t cuda_ring_words_bytes(size_t slots)
{
    enum { SUBGROUPS_BYTES = 1024, SLOT_BYTES = 72 };
    return SUBGROUPS_BYTES + slots * SLOT_BYTES;
}

char *cuda_program_source(const struct cuda_program *program)
{
    struct build_word words[BUILD_WORDS];
    struct text_stream source;
    build_words(program->dtype, program->op, words);
    text_stream_open(&source);
    for (size_t i = 0; i < BUILD_WORDS && words[i].name; i++)
        fprintf(source.file, "#define %s %s\n", words[i].name, words[i].value);
    fprintf(source.file, "#define THREADS_PER_GROUP %u\n#define VALUES %u\n#define NETWORK %s\n",
            program->threads, program->values, program->network);
    fprintf(source.file, "#define LAUNCH_BOUNDS %u", cuda_program_threads(program));
    if (program->at_once)
        fprintf(source.file, ", %u", program->at_once);
    fprintf(source.file, "\n");
    if (program->reversed)
        fprintf(source.file, "#define REVERSED\n");
    if (program->width)
        fprintf(source.file, "#define RUN_WIDTH %u\n", program->width);
    if (program->ring)
        fprintf(source.file, "#define RING_SLOTS %u\n#define RING_HELPERS %u\n#define RING_TEAMS %u\n",
                program->ring, program->helpers, teams_of(program));
    if (program->beside)
        fprintf(source.file, "#define BESIDE_BYTES %u\n", program->beside);
    if (program->local)
        fprintf(source.file, "#define LOCAL_local_%.*s %s\n", (int)strcspn(program->local, "_"),
                program->local, program->local);
    fprintf(source.file,
            "#define ONE_IS_CHOSEN\n#define CHOSEN_%s ~, ENTRY\n#include \"" CUDA_TEXT_START "\"\n",
            program->kernel);
    return text_stream_close(&source);
}

/* What the compiler says of a program that it refused. */
static bool refuse(const struct nvrtc *nvrtc, const struct cuda_program *program,
                   struct nvrtc_program *handle, int result, struct error *error)
{
    size_t bytes = 0;
    int length = 0;
    char *log = nvrtc->log_size(handle, &bytes) == 0 && bytes > 0 ? memory_array(bytes + 1, 1) : NULL;
    if (log && nvrtc->log(handle, log) != 0)
        *log = '\0';
    const char *const message = log ? build_words_error(log, &length) : "";
    const char *const summary = nvrtc->error_string(result);
    error_set(error, EXIT_SYSTEM, "NVRTC %d.%d cannot compile %s for sm_%d: %.*s%s", nvrtc->major,
              nvrtc->minor, program->kernel, program->architecture,
              length > 0 ? length : (int)strlen(summary), length > 0 ? message : summary,
              result == INVALID_OPTION ? "; a newer CUDA toolkit may support the device" : "");
    free(log);
    return false;
}

static bool take_image(const struct nvrtc *nvrtc, const struct cuda_program *program,
                       struct nvrtc_program *handle, struct cuda_image *image, struct error *error)
{
    int result = nvrtc->image_size(handle, &image->bytes);
    if (result != 0)
        return refuse(nvrtc, program, handle, result, error);
    image->code = memory_block(image->bytes);
    result = nvrtc->image(handle, image->code);
    if (result == 0)
        return true;
    free(image->code);
    return refuse(nvrtc, program, handle, result, error);
}

static bool compile_source(const struct nvrtc *nvrtc, const struct cuda_program *program, const char *source,
                           struct cuda_image *image, struct error *error)
{
    char architecture[40];
    const char *const options[] = {architecture, COMPILE_OPTIONS};
    struct nvrtc_program *handle;
    bool ok = false;
    snprintf(architecture, sizeof architecture, "--gpu-architecture=sm_%d", program->architecture);
    int result =
        nvrtc->create(&handle, source, program->kernel, (int)cuda_text_count, cuda_texts, cuda_text_names);
    if (result != 0)
        return error_set(error, EXIT_SYSTEM, "NVRTC %d.%d cannot start on %s: %s", nvrtc->major, nvrtc->minor,
                         program->kernel, nvrtc->error_string(result));
    result = nvrtc->compile(handle, sizeof options / sizeof options[0], options);
    if (result == 0)
        ok = take_image(nvrtc, program, handle, image, error);
    else
        refuse(nvrtc, program, handle, result, error);
    nvrtc->destroy(&handle);
    return ok;
}

/* Of all that the code depends on. */
static void digest(const struct nvrtc *nvrtc, const struct cuda_program *program, const char *source,
                   char hex[65])
{
    static const char *const options[] = {COMPILE_OPTIONS};
    struct text_stream all;
    text_stream_open(&all);
    fprintf(all.file, "nvrtc %d.%d sm_%d\n%s", nvrtc->major, nvrtc->minor, program->architecture, source);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        fprintf(all.file, "%s\n", options[i]);
    for (size_t i = 0; i < cuda_text_count; i++)
        fprintf(all.file, "%s\n%s\n", cuda_text_names[i], cuda_texts[i]);
    char *const text = text_stream_close(&all);
    sha256_hex(text, strlen(text), hex);
    free(text);
}

bool cuda_build(const struct nvrtc *nvrtc, const struct cuda_program *program, struct cuda_image *image,
                struct error *error)
{
    char hex[65];
    char *const source = cuda_program_source(program);
    digest(nvrtc, program, source, hex);
    bool ok = cuda_cache_load(hex, image);
    if (!ok) {
        ok = compile_source(nvrtc, program, source, image, error);
        if (ok)
            cuda_cache_save(hex, image);
    }
    free(source);
    return ok;
}
