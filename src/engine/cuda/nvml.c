/* SPDX-License-Identifier: MIT */
/* What NVIDIA's management library says of a device. Names and numbers are those of the NVML API. */
#include "engine/cuda/cuda.h"

#include "base/memory.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_SM = 1, CLOCK_MEMORY = 2, SENSOR_GPU = 0, DONE = 0, NO_ROOM = 7 };

/* Why clocks are lower than they could be. */
enum {
    REASON_POWER_CAP = 0x4,
    REASON_HARDWARE = 0x8,
    REASON_SYNC_BOOST = 0x10,
    REASON_THERMAL = 0x20,
    REASON_HARDWARE_THERMAL = 0x40,
    REASON_POWER_BRAKE = 0x80,
};

/* What time is kept for during which it slows a device down. */
enum { POLICY_POWER = 0, POLICY_THERMAL = 1 };

struct nvml_device;
struct nvml_violation {
    unsigned long long until_us, slowed_ns;
};

/* DO(member, symbol, parameters) for every function; each returns 0 when it succeeds. Those of the first list
 * all libraries have; of the second, some do not. */
#define FOR_EACH_NVML_FUNCTION(DO)                                                                \
    DO(start, nvmlInit_v2, (void))                                                                \
    DO(end, nvmlShutdown, (void))                                                                 \
    DO(driver_version, nvmlSystemGetDriverVersion, (char *text, unsigned bytes))                  \
    DO(device, nvmlDeviceGetHandleByPciBusId_v2, (const char *pci_bus_id, struct nvml_device **)) \
    DO(most_clock, nvmlDeviceGetMaxClockInfo, (struct nvml_device *, int clock, unsigned *mhz))   \
    DO(ecc, nvmlDeviceGetEccMode, (struct nvml_device *, int *now, int *after_restart))           \
    DO(power_limit, nvmlDeviceGetPowerManagementLimit, (struct nvml_device *, unsigned *milliwatts))
#define FOR_EACH_NVML_OPTION(DO)                                                                             \
    DO(processes, nvmlDeviceGetComputeRunningProcesses_v3,                                                   \
       (struct nvml_device *, unsigned *count, void *processes))                                             \
    DO(reasons, nvmlDeviceGetCurrentClocksThrottleReasons, (struct nvml_device *, unsigned long long *))     \
    DO(temperature, nvmlDeviceGetTemperature, (struct nvml_device *, int sensor, unsigned *celsius))         \
    DO(clock, nvmlDeviceGetClockInfo, (struct nvml_device *, int clock, unsigned *mhz))                      \
    DO(violation, nvmlDeviceGetViolationStatus, (struct nvml_device *, int policy, struct nvml_violation *)) \
    DO(energy, nvmlDeviceGetTotalEnergyConsumption, (struct nvml_device *, unsigned long long *millijoules))

#define NVML_MEMBER(member, symbol, parameters) int(*member) parameters;
struct nvml {
    void *library;
    bool started;
    struct nvml_device *of; /* NULL: it does not know the device */
    FOR_EACH_NVML_FUNCTION(NVML_MEMBER)
    FOR_EACH_NVML_OPTION(NVML_MEMBER)
};
#undef NVML_MEMBER

static bool find_functions(struct nvml *nvml)
{
    static const struct {
        const char *symbol;
        size_t offset;
        bool optional;
    } functions[] = {
#define NVML_NEEDED(member, symbol, parameters) {#symbol, offsetof(struct nvml, member), false},
#define NVML_OPTION(member, symbol, parameters) {#symbol, offsetof(struct nvml, member), true},
        FOR_EACH_NVML_FUNCTION(NVML_NEEDED) FOR_EACH_NVML_OPTION(NVML_OPTION)
#undef NVML_NEEDED
#undef NVML_OPTION
    };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *const address = dlsym(nvml->library, functions[i].symbol);
        if (!address && !functions[i].optional)
            return false;
        memcpy((char *)nvml + functions[i].offset, &address, sizeof address);
    }
    return true;
}

struct nvml *nvml_open(const char *pci_bus_id)
{
    const char *const named = getenv("SCANBENCH_LIBNVML");
    struct nvml *const nvml = memory_array(1, sizeof *nvml);
    nvml->library = dlopen(named && *named ? named : "libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    nvml->started = nvml->library && find_functions(nvml) && nvml->start() == DONE;
    if (!nvml->started) {
        nvml_close(nvml);
        return NULL;
    }
    if (nvml->device(pci_bus_id, &nvml->of) != DONE)
        nvml->of = NULL;
    return nvml;
}

void nvml_close(struct nvml *nvml)
{
    if (nvml && nvml->started)
        nvml->end();
    if (nvml && nvml->library)
        dlclose(nvml->library);
    free(nvml);
}

/* This process among them, once it has opened the device. */
static unsigned count_others(const struct nvml *nvml)
{
    unsigned count = 0;
    const int status = nvml->processes ? nvml->processes(nvml->of, &count, NULL) : DONE;
    return (status == DONE || status == NO_ROOM) && count > 0 ? count - 1 : 0;
}

bool nvml_energy(const struct nvml *nvml, uint64_t *uj)
{
    unsigned long long millijoules = 0;
    const bool known = nvml && nvml->of && nvml->energy && nvml->energy(nvml->of, &millijoules) == DONE;
    *uj = 1000 * millijoules;
    return known;
}

static void read_device(const struct nvml *nvml, struct engine_facts *facts)
{
    unsigned milliwatts = 0;
    int ecc, after_restart;
    nvml->most_clock(nvml->of, CLOCK_SM, &facts->clock_mhz);
    nvml->most_clock(nvml->of, CLOCK_MEMORY, &facts->memory_clock_mhz);
    if (nvml->ecc(nvml->of, &ecc, &after_restart) == DONE)
        facts->ecc = ecc != 0;
    if (nvml->power_limit(nvml->of, &milliwatts) == DONE)
        facts->power_limit_w = (milliwatts + 500) / 1000;
    facts->others = count_others(nvml);
    facts->counts_energy = nvml_energy(nvml, &(uint64_t){0});
}

void nvml_read(const struct nvml *nvml, struct engine_facts *facts)
{
    facts->ecc = -1;
    if (nvml)
        nvml->driver_version(facts->driver, sizeof facts->driver);
    if (nvml && nvml->of)
        read_device(nvml, facts);
}

static unsigned slowdowns_of(unsigned long long reasons)
{
    static const struct {
        unsigned reasons;
        enum slowdown slowdown;
    } known[] = {{REASON_POWER_CAP | REASON_POWER_BRAKE, SLOWDOWN_POWER},
                 {REASON_THERMAL | REASON_HARDWARE_THERMAL, SLOWDOWN_THERMAL},
                 {REASON_HARDWARE, SLOWDOWN_HARDWARE},
                 {REASON_SYNC_BOOST, SLOWDOWN_OTHER_DEVICE}};
    unsigned bits = 0;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (reasons & known[i].reasons)
            bits |= 1u << known[i].slowdown;
    return bits;
}

static uint64_t slowed_ns(const struct nvml *nvml, int policy)
{
    struct nvml_violation violation = {0};
    return nvml->violation && nvml->violation(nvml->of, policy, &violation) == DONE ? violation.slowed_ns : 0;
}

void nvml_look(const struct nvml *nvml, struct engine_condition *condition)
{
    unsigned long long reasons = 0;
    *condition = (struct engine_condition){.slowed = 0};
    if (!nvml || !nvml->of)
        return;
    if (nvml->reasons && nvml->reasons(nvml->of, &reasons) == DONE)
        condition->slowed = slowdowns_of(reasons);
    if (!nvml->temperature || nvml->temperature(nvml->of, SENSOR_GPU, &condition->temperature_c) != DONE)
        condition->temperature_c = 0;
    if (!nvml->clock || nvml->clock(nvml->of, CLOCK_SM, &condition->clock_mhz) != DONE)
        condition->clock_mhz = 0;
    condition->slowed_ns[SLOWDOWN_POWER] = slowed_ns(nvml, POLICY_POWER);
    condition->slowed_ns[SLOWDOWN_THERMAL] = slowed_ns(nvml, POLICY_THERMAL);
    condition->others = count_others(nvml);
}
