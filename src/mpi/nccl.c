/* SPDX-License-Identifier: MIT */
/* NVIDIA's NCCL as a library that is loaded when a point asks for it. */
#include "mpi/nccl.h"

#include "base/memory.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { NCCL_OK = 0, NCCL_BYTES = 1, OLDEST_NCCL = 21000, COMMUNICATORS = 64 };

struct nccl_id {
    char bytes[128];
};
struct nccl_comm;

/* DO(member, symbol, result, parameters); all are required, and results are 0 or a number that error_string
 * names. */
#define FOR_EACH_NCCL_FUNCTION(DO)                                                              \
    DO(version, ncclGetVersion, int, (int *version))                                            \
    DO(error_string, ncclGetErrorString, const char *, (int result))                            \
    DO(make_id, ncclGetUniqueId, int, (struct nccl_id *))                                       \
    DO(join, ncclCommInitRank, int, (struct nccl_comm **, int ranks, struct nccl_id, int rank)) \
    DO(abandon, ncclCommAbort, int, (struct nccl_comm *))                                       \
    DO(allgather, ncclAllGather, int,                                                           \
       (const void *own, void *all, size_t count, int datatype, struct nccl_comm *, void *stream))

static struct nccl {
    bool loaded;
    int number;
#define NCCL_MEMBER(member, symbol, result, parameters) result(*member) parameters;
    FOR_EACH_NCCL_FUNCTION(NCCL_MEMBER)
#undef NCCL_MEMBER
} nccl;

/* Of the first so many ranks of the world, and of this process. */
struct nccl_ranks {
    unsigned size;
    struct nccl_comm *comm;
};
static struct nccl_ranks communicators[COMMUNICATORS];

/* The first symbol that the library lacks, or NULL. */
static const char *find_functions(void *library)
{
    static const struct {
        const char *symbol;
        size_t offset;
    } functions[] = {
#define NCCL_ENTRY(member, symbol, result, parameters) {#symbol, offsetof(struct nccl, member)},
        FOR_EACH_NCCL_FUNCTION(NCCL_ENTRY)
#undef NCCL_ENTRY
    };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *const address = dlsym(library, functions[i].symbol);
        if (!address)
            return functions[i].symbol;
        memcpy((char *)&nccl + functions[i].offset, &address, sizeof address);
    }
    return NULL;
}

static bool load(const char *name, struct error *error)
{
    void *const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return error_set(error, EXIT_SYSTEM,
                         "no NCCL: %s; install NVIDIA's NCCL, or name its library in SCANBENCH_LIBNCCL",
                         dlerror());
    const char *const missing = find_functions(library);
    if (missing)
        error_set(error, EXIT_SYSTEM, "NCCL %s has no %s: update it", name, missing);
    else if (nccl.version(&nccl.number) != NCCL_OK)
        error_set(error, EXIT_SYSTEM, "NCCL %s does not print its version", name);
    else if (nccl.number < OLDEST_NCCL)
        error_set(error, EXIT_SYSTEM, "NCCL %s is of version code %d: %d or newer is needed; update it", name,
                  nccl.number, OLDEST_NCCL);
    else
        return true;
    dlclose(library);
    return false;
}

bool nccl_load(int *version, struct error *error)
{
    const char *const named = getenv("SCANBENCH_LIBNCCL");
    if (!nccl.loaded)
        nccl.loaded = load(named && *named ? named : "libnccl.so.2", error);
    if (nccl.loaded && version)
        *version = nccl.number;
    return nccl.loaded;
}

/* What ranks tell each other before they join: who has no library would be waited for. */
struct ticket {
    bool ready;
    struct nccl_id id; /* of the first rank */
};

static bool all_ready(const struct rank_group *ranks, const struct ticket *own, struct nccl_id *id,
                      struct error *why)
{
    struct ticket *const all = memory_array(ranks->size, sizeof *all);
    unsigned late = 0;
    ranks->glue->allgather(ranks->comm, own, all, sizeof *own);
    *id = all[0].id;
    while (late < ranks->size && all[late].ready)
        late++;
    free(all);
    return late == ranks->size ||
           error_set(why, EXIT_SYSTEM, "rank %u of %u has no NCCL to join by", late, ranks->size);
}

static bool succeeds(int result, const char *what, struct error *why)
{
    return result == NCCL_OK || error_set(why, EXIT_SYSTEM, "%s: %s", what, nccl.error_string(result));
}

static bool make_communicator(const struct rank_group *ranks, struct engine_device *device,
                              struct nccl_ranks *made, struct error *why)
{
    struct ticket own = {.ready = nccl_load(NULL, why)};
    struct engine_stream lent;
    struct error unready = {0};
    if (own.ready && ranks->rank == 0)
        own.ready = succeeds(nccl.make_id(&own.id), "ncclGetUniqueId", why);
    struct nccl_id id;
    if (!all_ready(ranks, &own, &id, &unready))
        return own.ready ? error_set(why, unready.code, "%s", unready.text) : false;
    if (!device->engine->lend(device, "ncclCommInitRank", 0, &lent)) /* the rank's device is the thread's */
        return error_set(why, EXIT_SYSTEM, "NCCL cannot have the device, which has failed");
    made->size = ranks->size;
    return succeeds(nccl.join(&made->comm, (int)ranks->size, id, (int)ranks->rank), "ncclCommInitRank", why);
}

bool nccl_join(const struct rank_group *ranks, struct engine_device *device, struct nccl_ranks **joined,
               struct error *why)
{
    unsigned i = 0;
    while (i < COMMUNICATORS && communicators[i].comm && communicators[i].size != ranks->size)
        i++;
    if (i == COMMUNICATORS)
        return error_set(why, EXIT_SYSTEM, "%d communicators of NCCL are open already", COMMUNICATORS);
    *joined = &communicators[i];
    return communicators[i].comm || make_communicator(ranks, device, &communicators[i], why);
}

void nccl_allgather(const struct nccl_ranks *joined, struct engine_device *device, const void *own, void *all,
                    size_t bytes)
{
    struct engine_stream lent;
    if (!device->engine->lend(device, "ncclAllGather", 0, &lent))
        return;
    const int result = nccl.allgather(own, all, bytes, NCCL_BYTES, joined->comm, lent.stream);
    if (result != NCCL_OK)
        device->engine->blame(device, "ncclAllGather", nccl.error_string(result));
}

void nccl_close(void)
{
    for (unsigned i = 0; i < COMMUNICATORS && communicators[i].comm; i++)
        nccl.abandon(communicators[i].comm);
    memset(communicators, 0, sizeof communicators);
}
