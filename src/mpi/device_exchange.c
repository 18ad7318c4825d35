/* SPDX-License-Identifier: MIT */
/* Exchanges whose words stay in the memory of the ranks' devices. */
#include "mpi/device_exchange.h"

#include "engine/engine.h"
#include "machine/conditions/conditions.h"

/* NCCL refuses to join ranks that share a device; ranks take those of their host in turn. */
static bool has_device_each(uint64_t ranks, struct error *why)
{
    const unsigned locals = seat_read().locals, most = ranks < locals ? (unsigned)ranks : locals;
    const struct engine_facts *facts;
    struct error ignored = {0};
    return most < 2 || !engine_probe(DEVICE_CUDA_0, &facts, &ignored) || facts->devices >= most ||
           error_set(why, EXIT_SYSTEM,
                     "NCCL takes a GPU for each rank: here %u ranks share %u; expected another "
                     "collective",
                     most, facts->devices);
}

static bool transport_supports(enum exchange_kind kind, struct error *why)
{
    if (kind == EXCHANGE_NCCL)
        return nccl_load(NULL, why);
    return world_takes_device() ||
           error_set(
               why, EXIT_USAGE,
               "the MPI library takes no memory of devices: it was built without CUDA; expected another "
               "collective");
}

bool device_exchange_supports(const struct point *point, struct error *why)
{
    const enum exchange_kind kind = (enum exchange_kind)point->collective;
    if (!exchange_on_devices(kind))
        return true;
    if (node_engine(point->rank_algorithm) != ENGINE_CUDA)
        return error_set(why, EXIT_USAGE,
                         "exchange %s takes words of CUDA devices; expected rank_algorithm cuda",
                         exchange_names[kind]);
    return transport_supports(kind, why) && (kind != EXCHANGE_NCCL || has_device_each(point->ranks, why));
}

bool device_exchange_open(struct device_exchange *exchange, const struct run *run, size_t bytes,
                          struct error *why)
{
    const enum exchange_kind kind = (enum exchange_kind)run->point->collective;
    const struct rank_group *const ranks = run->ranks;
    *exchange = (struct device_exchange){ranks, run->device, kind, bytes, NULL, NULL};
    if (!exchange_on_devices(kind))
        return true;
    if (!ranks || !run->device)
        return error_set(why, EXIT_USAGE, "exchange %s is for ranks of mpiexec, each with a device",
                         exchange_names[kind]);
    if (!transport_supports(kind, why))
        return false;
    exchange->all =
        run->device->engine->allocate(run->device, "words of all ranks", ranks->size * bytes, why);
    return exchange->all && (kind != EXCHANGE_NCCL || nccl_join(ranks, run->device, &exchange->nccl, why));
}

void device_exchange_close(struct device_exchange *exchange)
{
    if (exchange->all)
        exchange->device->engine->release(exchange->device, exchange->all);
    *exchange = (struct device_exchange){0};
}

void device_exchange_gather(const struct device_exchange *exchange, const void *own)
{
    const struct rank_group *const ranks = exchange->ranks;
    struct engine_device *const device = exchange->device;
    if (exchange->nccl) {
        nccl_allgather(exchange->nccl, device, own, exchange->all, exchange->bytes);
        return;
    }
    device->engine->wait(device); /* MPI does not wait for the device */
    ranks->glue->allgather(ranks->comm, own, exchange->all, exchange->bytes);
}
