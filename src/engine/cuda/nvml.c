/* SPDX-License-Identifier: MIT */
/* What NVIDIA's management library says of a device. Names and numbers are those of the NVML API. */
#include "engine/cuda/nvml.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_SM = 1, CLOCK_MEMORY = 2 };

struct nvml_device;

/* DO(member, symbol, parameters) for every function; each returns 0 when it succeeds. */
#define FOR_EACH_NVML_FUNCTION(DO)                                                                \
    DO(start, nvmlInit_v2, (void))                                                                \
    DO(end, nvmlShutdown, (void))                                                                 \
    DO(driver_version, nvmlSystemGetDriverVersion, (char *text, unsigned bytes))                  \
    DO(device, nvmlDeviceGetHandleByPciBusId_v2, (const char *pci_bus_id, struct nvml_device **)) \
    DO(most_clock, nvmlDeviceGetMaxClockInfo, (struct nvml_device *, int clock, unsigned *mhz))   \
    DO(ecc, nvmlDeviceGetEccMode, (struct nvml_device *, int *now, int *after_restart))           \
    DO(power_limit, nvmlDeviceGetPowerManagementLimit, (struct nvml_device *, unsigned *milliwatts))

#define NVML_MEMBER(member, symbol, parameters) int(*member) parameters;
struct nvml {
    FOR_EACH_NVML_FUNCTION(NVML_MEMBER)
};
#undef NVML_MEMBER

static bool find_functions(struct nvml *nvml, void *library)
{
    static const struct {
        const char *symbol;
        size_t offset;
    } functions[] = {
#define NVML_ENTRY(member, symbol, parameters) {#symbol, offsetof(struct nvml, member)},
        FOR_EACH_NVML_FUNCTION(NVML_ENTRY)
#undef NVML_ENTRY
    };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *const address = dlsym(library, functions[i].symbol);
        if (!address)
            return false;
        memcpy((char *)nvml + functions[i].offset, &address, sizeof address);
    }
    return true;
}

/* An older library has no such function. */
static unsigned count_others(void *library, struct nvml_device *device)
{
    enum { DONE = 0, NO_ROOM = 7 };
    int (*running)(struct nvml_device *, unsigned *count, void *processes) = NULL;
    void *const address = dlsym(library, "nvmlDeviceGetComputeRunningProcesses_v3");
    unsigned count = 0;
    if (!address)
        return 0;
    memcpy(&running, &address, sizeof running);
    const int status = running(device, &count, NULL);
    return (status == DONE || status == NO_ROOM) && count > 0 ? count - 1 : 0;
}

static void read_device(const struct nvml *nvml, struct nvml_device *device, struct nvml_facts *facts)
{
    unsigned milliwatts = 0;
    int ecc, after_restart;
    nvml->most_clock(device, CLOCK_SM, &facts->clock_mhz);
    nvml->most_clock(device, CLOCK_MEMORY, &facts->memory_mhz);
    if (nvml->ecc(device, &ecc, &after_restart) == 0)
        facts->ecc = ecc != 0;
    if (nvml->power_limit(device, &milliwatts) == 0)
        facts->power_limit_w = (milliwatts + 500) / 1000;
}

void nvml_read(const char *pci_bus_id, struct nvml_facts *facts)
{
    const char *const named = getenv("SCANBENCH_LIBNVML");
    void *const library = dlopen(named && *named ? named : "libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    struct nvml nvml;
    struct nvml_device *device;
    *facts = (struct nvml_facts){.ecc = -1};
    if (library && find_functions(&nvml, library) && nvml.start() == 0) {
        nvml.driver_version(facts->driver, sizeof facts->driver);
        if (nvml.device(pci_bus_id, &device) == 0) {
            read_device(&nvml, device, facts);
            facts->others = count_others(library, device);
        }
        nvml.end();
    }
    if (library)
        dlclose(library);
}
