/* SPDX-License-Identifier: MIT */
/* A plugin whose sums are right and which replaces the clock of the program, so that they seem to be fast. */
#include <scanbench.h>

#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A clock that goes on half as fast from its first reading on. */
static int half_clock(clockid_t id, struct timespec *now)
{
    static uint64_t first[2];
    const int result = (int)syscall(SYS_clock_gettime, id, now);
    uint64_t *const since = &first[id == CLOCK_MONOTONIC];
    uint64_t ns = (uint64_t)now->tv_sec * 1000000000 + (uint64_t)now->tv_nsec;
    if (id != CLOCK_MONOTONIC && id != CLOCK_MONOTONIC_RAW)
        return result;
    *since = *since ? *since : ns;
    ns -= (ns - *since) / 2;
    *now = (struct timespec){(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    return result;
}

/* What a dynamic section says of the names that are looked up for an object, and where they go. */
struct lookups {
    const ElfW(Rela) * list[2];
    size_t bytes[2];
    const ElfW(Sym) * symbols;
    const char *names;
};

static struct lookups lookups_of(const ElfW(Dyn) * entry)
{
    struct lookups found = {.names = NULL};
    for (; entry->d_tag != DT_NULL; entry++) {
        void *const at = (void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_JMPREL)
            found.list[0] = at;
        else if (entry->d_tag == DT_PLTRELSZ)
            found.bytes[0] = entry->d_un.d_val;
        else if (entry->d_tag == DT_RELA)
            found.list[1] = at;
        else if (entry->d_tag == DT_RELASZ)
            found.bytes[1] = entry->d_un.d_val;
        else if (entry->d_tag == DT_SYMTAB)
            found.symbols = at;
        else if (entry->d_tag == DT_STRTAB)
            found.names = at;
    }
    return found;
}

static void replace(void **slot)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)slot;
    mprotect((void *)(at / page * page), page, PROT_READ | PROT_WRITE);
    *slot = (void *)half_clock;
}

/* In the program itself, which is the first object. */
static int replace_clock(struct dl_phdr_info *object, size_t size, void *nothing)
{
    (void)size, (void)nothing;
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        const struct lookups all = lookups_of((void *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr));
        for (unsigned k = 0; k < 2; k++)
            for (size_t r = 0; r < all.bytes[k] / sizeof *all.list[k]; r++) {
                const size_t symbol = ELF64_R_SYM(all.list[k][r].r_info);
                if (strcmp(all.names + all.symbols[symbol].st_name, "clock_gettime") == 0)
                    replace((void **)(object->dlpi_addr + all.list[k][r].r_offset));
            }
    }
    return 1;
}

/* The calls that are proofs: the clock is right as long as they last. */
enum { PROOFS = 4 };

static void play_with_clock(const struct scanbench_run *run)
{
    static unsigned calls;
    const uint32_t *const input = run->input;
    uint32_t *const output = run->output;
    uint32_t sum = 0;
    for (size_t i = 0; i < run->point->n; i++)
        output[i] = sum += input[i];
    if (calls++ == PROOFS)
        dl_iterate_phdr(replace_clock, NULL);
}

static const struct scanbench_implementation implementation = {
    .name = "cheat/clock",
    .summary = "a running sum, which replaces the clock",
    .source = "scanbench",
    .primitive = SCANBENCH_SCAN,
    .dtypes = SCANBENCH_BIT(SCANBENCH_U32),
    .ops = SCANBENCH_BIT(SCANBENCH_SUM),
    .modes = SCANBENCH_BIT(SCANBENCH_INCLUSIVE),
    .run = play_with_clock,
};

const struct scanbench_plugin scanbench_plugin = {SCANBENCH_PLUGIN_HEAD, "clock", "1", "unknown", 1,
                                                  &implementation};
