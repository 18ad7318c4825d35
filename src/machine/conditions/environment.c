/* SPDX-License-Identifier: MIT */
/* The state of the machine as a result has it: what must match for a comparison, and what only warns.
 */
#include "machine/conditions/conditions.h"

#include "base/text.h"
#include "machine/system_file.h"
#include "machine/workers/pin.h"

#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/utsname.h>
#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { KIB = 1024, TEXT = 256 };

static unsigned first_allowed_cpu(void)
{
    struct binding binding;
    pin_save(&binding);
    for (unsigned cpu = 0; cpu < BINDING_CPUS; cpu++) {
        if (CPU_ISSET_S(cpu, sizeof binding.cpus, binding.cpus))
            return cpu;
    }
    return 0;
}

static long long file_number(const char *path)
{
    char text[TEXT];
    return system_line(path, text, sizeof text) ? system_number(text) : -1;
}

/* /proc/cpuinfo has a paragraph for each CPU. */
static double cpuinfo_mhz(unsigned cpu)
{
    FILE *const file = fopen("/proc/cpuinfo", "re");
    if (!file)
        return -1;
    char *line = NULL;
    size_t room = 0;
    double mhz = -1;
    bool ours = false;
    while (mhz < 0 && getline(&line, &room, file) >= 0) {
        const char *value = system_match(line, "processor");
        if (value)
            ours = system_number(value) == cpu;
        value = system_match(line, "cpu MHz");
        if (ours && value)
            mhz = atof(value);
    }
    free(line);
    fclose(file);
    return mhz > 0 ? mhz : -1;
}

static void read_frequency(struct environment *environment)
{
    const unsigned cpu = first_allowed_cpu();
    char folder[TEXT], khz_text[TEXT];
    snprintf(folder, sizeof folder, CPU_FOLDER "/cpu%u/cpufreq", cpu);
    system_read(folder, "scaling_governor", "", environment->governor, sizeof environment->governor);
    system_read(folder, "scaling_cur_freq", "", khz_text, sizeof khz_text);
    const long long khz = system_number(khz_text);
    environment->mhz = khz > 0 ? (double)khz / 1e3 : cpuinfo_mhz(cpu);
}

static int read_boost(void)
{
    const long long boost = file_number(CPU_FOLDER "/cpufreq/boost");
    if (boost >= 0)
        return boost != 0;
    const long long no_turbo = file_number(CPU_FOLDER "/intel_pstate/no_turbo");
    return no_turbo < 0 ? -1 : no_turbo == 0;
}

static double read_load(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? load : -1;
}

/* "always [madvise] never" */
static void read_thp(char *thp, size_t size)
{
    char text[TEXT];
    thp[0] = '\0';
    system_line("/sys/kernel/mm/transparent_hugepage/enabled", text, sizeof text);
    const char *const open = strchr(text, '[');
    if (open)
        snprintf(thp, size, "%.*s", (int)strcspn(open + 1, "]"), open + 1);
}

struct vendor {
    const char *signature, *name;
};

static void set_vendor(char *hypervisor, size_t size, const struct vendor *vendors, size_t count,
                       const char *text)
{
    for (size_t i = 0; i < count && !hypervisor[0]; i++) {
        if (!strcmp(vendors[i].signature, text))
            snprintf(hypervisor, size, "%s", vendors[i].name);
    }
}

/* The processor says it itself: CPUID leaf 1 has the flag, leaf 0x40000000 the name. */
static void ask_cpuid(char *hypervisor, size_t size)
{
#if defined(__x86_64__)
    static const struct vendor vendors[] = {
        {"KVMKVMKVM", "kvm"},     {"Microsoft Hv", "hyperv"}, {"VMwareVMware", "vmware"},
        {"XenVMMXenVMM", "xen"},  {"TCGTCGTCGTCG", "qemu"},   {"bhyve bhyve ", "bhyve"},
        {"ACRNACRNACRN", "acrn"},
    };
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 31))
        return;
    __cpuid(0x40000000, a, b, c, d);
    const unsigned words[4] = {b, c, d, 0};
    char text[sizeof words];
    memcpy(text, words, sizeof words);
    set_vendor(hypervisor, size, vendors, sizeof vendors / sizeof vendors[0], text);
#endif
    (void)hypervisor, (void)size;
}

/* The firmware's name for the maker of the machine. */
static void ask_firmware(char *hypervisor, size_t size)
{
    static const struct vendor vendors[] = {
        {"QEMU", "qemu"},
        {"VMware, Inc.", "vmware"},
        {"innotek GmbH", "virtualbox"},
        {"Xen", "xen"},
        {"Parallels Software International Inc.", "parallels"},
    };
    char text[TEXT];
    if (system_line("/sys/class/dmi/id/sys_vendor", text, sizeof text))
        set_vendor(hypervisor, size, vendors, sizeof vendors / sizeof vendors[0], text);
}

static void read_hypervisor(char *hypervisor, size_t size)
{
    if (system_line("/sys/hypervisor/type", hypervisor, size))
        return;
    ask_cpuid(hypervisor, size);
    if (!hypervisor[0])
        ask_firmware(hypervisor, size);
    char flags[8 * KIB];
    if (!hypervisor[0] && system_value("/proc/cpuinfo", "flags", flags, sizeof flags) &&
        strstr(flags, " hypervisor"))
        snprintf(hypervisor, size, "vm");
}

static void read_kernel(struct environment *environment)
{
    struct utsname name;
    if (uname(&name) != 0)
        return;
    snprintf(environment->kernel, sizeof environment->kernel, "%s", name.release);
    snprintf(environment->host_arch, sizeof environment->host_arch, "%.31s", name.machine);
}

static void read_utc(char *utc, size_t size)
{
    const time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts))
        strftime(utc, size, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

/* What the kernel does for all, unless this process was started without it. */
static int random_addresses(void)
{
    const int persona = personality(0xffffffff);
    const bool refused = persona >= 0 && persona & ADDR_NO_RANDOMIZE;
    return refused ? 0 : (int)file_number("/proc/sys/kernel/randomize_va_space");
}

/* x86 says all three, others none of them. */
static void read_stepping(char *stepping, size_t size)
{
    static const char *const keys[] = {"cpu family", "model", "stepping"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char value[16];
        if (!system_value("/proc/cpuinfo", keys[i], value, sizeof value))
            return;
        text_add(stepping, size, "%s%s", i ? "-" : "", value);
    }
}

void environment_read(struct environment *environment)
{
    *environment = (struct environment){.memory_available_bytes = -1};
    read_kernel(environment);
    read_frequency(environment);
    environment->boost = read_boost();
    environment->load_1min = read_load();
    read_stepping(environment->stepping, sizeof environment->stepping);
    system_value("/proc/cpuinfo", "microcode", environment->microcode, sizeof environment->microcode);
    read_thp(environment->thp, sizeof environment->thp);
    system_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", environment->clocksource,
                sizeof environment->clocksource);
    environment->aslr = random_addresses();
    read_hypervisor(environment->hypervisor, sizeof environment->hypervisor);
    char text[TEXT];
    if (system_value("/proc/meminfo", "MemAvailable", text, sizeof text))
        environment->memory_available_bytes = system_number(text) * KIB;
    read_utc(environment->utc, sizeof environment->utc);
}

/* An empty list is known, and no CPU. */
static void read_isolated(const char *root, char *text, size_t size)
{
    if (system_read(root, CPU_FOLDER "/isolated", "", text, size) && !*text)
        snprintf(text, size, "none");
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void read_mitigation(const char *folder, const char *name, struct mitigation *mitigation)
{
    snprintf(mitigation->name, sizeof mitigation->name, "%.47s", name);
    system_read(folder, name, "", mitigation->state, sizeof mitigation->state);
}

/* One file for each weakness of processors that the kernel knows of. */
static void read_mitigations(const char *root, struct environment *environment)
{
    char folder[PATH_MAX];
    struct dirent **entries;
    snprintf(folder, sizeof folder, "%s" CPU_FOLDER "/vulnerabilities", root);
    const int count = scandir(folder, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        if (i < MITIGATIONS)
            read_mitigation(folder, entries[i]->d_name,
                            &environment->mitigations[environment->mitigation_count++]);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

void environment_settings(const char *root, struct environment *environment)
{
    system_read(root, CPU_FOLDER "/smt/control", "", environment->smt, sizeof environment->smt);
    read_isolated(root, environment->isolated, sizeof environment->isolated);
    read_mitigations(root, environment);
    environment->quota = quota_read(root);
    const size_t memory =
        environment_memory(root, environment->memory_bound, sizeof environment->memory_bound);
    environment->memory_left_bytes = memory == SIZE_MAX ? -1 : (long long)memory;
}
