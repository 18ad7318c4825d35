/* SPDX-License-Identifier: MIT */
/* A stand-in for NVIDIA's compiler: with the word "compile=1" in FAKE_CUDA programs become shared libraries
 * by the C++ compiler, CXX or c++, for the stand-in for the driver; without it they become nothing. */
#include "fake_cuda.h"

#include <errno.h>
#include <sys/stat.h>

/* Where what all programs begin with may be as the compiler has read it. */
#ifndef FAKE_READ_BEFORE
#define FAKE_READ_BEFORE FAKE_INCLUDES
#endif

enum { PATH_BYTES = 512, LOG_BYTES = 4096 };

struct program {
    char folder[64]; /* of its text, while there is any */
    char log[LOG_BYTES];
    char *image;
    size_t bytes;
};

#define FUNCTION(result, symbol, parameters) \
    FAKE_EXPORT result symbol parameters;    \
    FAKE_EXPORT result symbol parameters

FUNCTION(int, nvrtcVersion, (int *major, int *minor))
{
    FAIL_AS_ASKED(nvrtcVersion);
    *major = (int)fake_number("nvrtc", 13);
    *minor = 0;
    return 0;
}

FUNCTION(const char *, nvrtcGetErrorString, (int result))
{
    return result == 6 ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_PLANTED";
}

/* Write a file below the folder, with the folders above it. */
static void write_text(const struct program *program, const char *name, const char *text)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", program->folder, name);
    for (char *slash = strchr(path + strlen(program->folder) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *const file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
}

/* What runs the kernel that is CHOSEN. */
static void write_program(const struct program *program, const char *source)
{
    char *text = NULL, kernel[64] = "";
    const char *const chosen = strstr(source, "CHOSEN_");
    sscanf(chosen ? chosen : "", "CHOSEN_%63[a-z_0-9]", kernel);
    if (asprintf(&text, "%sextern \"C\" void fake_call(void **arguments) { call(%s, arguments); }\n", source,
                 kernel) >= 0)
        write_text(program, "program.cc", text);
    free(text);
}

FUNCTION(int, nvrtcCreateProgram,
         (void **made, const char *source, const char *name, int count, const char *const *texts,
          const char *const *names))
{
    FAIL_AS_ASKED(nvrtcCreateProgram);
    struct program *const program = calloc(1, sizeof *program);
    *made = program;
    (void)name;
    if (!fake_number("compile", 0))
        return 0;
    snprintf(program->folder, sizeof program->folder, "/tmp/fake-nvrtc-XXXXXX");
    if (!mkdtemp(program->folder))
        return 1;
    for (int i = 0; i < count; i++)
        if (!strstr(names[i], "dialect_cuda_words") && !strstr(names[i], "dialect_cuda_bulk"))
            write_text(program, names[i], texts[i]);
    write_program(program, source);
    return 0;
}

FUNCTION(int, nvrtcDestroyProgram, (void **made))
{
    struct program *const program = *made;
    char command[PATH_BYTES];
    snprintf(command, sizeof command, "rm -rf '%s'", program->folder);
    if (*program->folder && system(command) != 0)
        fprintf(stderr, "%s is left\n", program->folder);
    free(program->image);
    free(program);
    return 0;
}

static void read_log(struct program *program)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/log", program->folder);
    FILE *const file = fopen(path, "r");
    if (!file)
        return;
    program->log[fread(program->log, 1, sizeof program->log - 1, file)] = '\0';
    fclose(file);
}

/* An image is its length, then a shared library, or nothing. */
static int read_image(struct program *program)
{
    char path[PATH_BYTES];
    struct stat status = {0};
    uint64_t length = 0;
    snprintf(path, sizeof path, "%s/program.so", program->folder);
    FILE *const file = *program->folder ? fopen(path, "r") : NULL;
    if (file && fstat(fileno(file), &status) == 0)
        length = (uint64_t)status.st_size;
    program->bytes = sizeof length + length;
    program->image = malloc(program->bytes);
    memcpy(program->image, &length, sizeof length);
    const size_t got = file ? fread(program->image + sizeof length, 1, length, file) : 0;
    if (file)
        fclose(file);
    return got == length ? 0 : 1;
}

FUNCTION(int, nvrtcCompileProgram, (struct program * program, int count, const char *const *options))
{
    char command[4 * PATH_BYTES];
    const char *const compiler = getenv("CXX");
    (void)count;
    if (strncmp(options[0], "--gpu-architecture=sm_", 22) != 0)
        return 5;
    const int asked = (int)fake_number("nvrtcCompileProgram", 0);
    if (asked == 6)
        snprintf(
            program->log, sizeof program->log,
            "kernels/scan.h(7): warning: nothing\nkernels/scan.h(12): error: planted\n\n1 error detected\n");
    if (asked)
        return asked;
    if (!*program->folder)
        return read_image(program);
    snprintf(command, sizeof command,
             "%s -std=c++17 -w -O1 -ffp-contract=off -fPIC -shared -I'%s' -I'" FAKE_READ_BEFORE
             "' -I'" FAKE_INCLUDES
             "' -include cuda_on_cpu.h -o '%s/program.so' '%s/program.cc' >'%s/log' 2>&1",
             compiler ? compiler : "c++", program->folder, program->folder, program->folder, program->folder);
    if (system(command) == 0)
        return read_image(program);
    read_log(program);
    return 6;
}

FUNCTION(int, nvrtcGetProgramLogSize, (struct program * program, size_t *bytes))
{
    FAIL_AS_ASKED(nvrtcGetProgramLogSize);
    *bytes = strlen(program->log) + 1;
    return 0;
}

FUNCTION(int, nvrtcGetProgramLog, (struct program * program, char *text))
{
    FAIL_AS_ASKED(nvrtcGetProgramLog);
    memcpy(text, program->log, strlen(program->log) + 1);
    return 0;
}

FUNCTION(int, nvrtcGetCUBINSize, (struct program * program, size_t *bytes))
{
    FAIL_AS_ASKED(nvrtcGetCUBINSize);
    *bytes = program->bytes;
    return 0;
}

FUNCTION(int, nvrtcGetCUBIN, (struct program * program, char *image))
{
    FAIL_AS_ASKED(nvrtcGetCUBIN);
    memcpy(image, program->image, program->bytes);
    return 0;
}
