/* SPDX-License-Identifier: MIT */
/* What the machine has and what this process may use of it: cores, caches, NUMA nodes (hwloc). */
#include "machine/topology.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <hwloc.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XML "xml:"
#define SYNTHETIC "synthetic:"
#define EXAMPLE "\"synthetic:pack:2 core:4 pu:2\""

enum { XML_BYTES = 64 << 20, TOPOLOGY_UNITS = 8192 };

struct topology {
    struct topology_facts facts;
    struct place *places;
    size_t place_count;
};

/* While a topology is made. */
struct hwloc_view {
    hwloc_topology_t hwloc;
    hwloc_bitmap_t allowed;
    bool real;
};

/* What hwloc would silently take for this machine instead of looking. */
static void ignore_environment(void)
{
    unsetenv("HWLOC_XMLFILE");
    unsetenv("HWLOC_SYNTHETIC");
    unsetenv("HWLOC_FSROOT");
    unsetenv("HWLOC_CPUID_PATH");
    unsetenv("HWLOC_THISSYSTEM");
}

static bool refuse(const char *source, const char *expected, struct error *error)
{
    const char *const reason = errno ? strerror(errno) : "cannot be read";
    return error_set(error, EXIT_USAGE, "topology \"%s\": %s; expected %s", source, reason, expected);
}

/* hwloc would open a FIFO and wait for ever, and read a device to its end, which it has not. */
static bool choose_xml(hwloc_topology_t hwloc, const char *source, struct error *error)
{
    static const char expected[] = "a file as \"lstopo FILE.xml\" writes it";
    char *text;
    size_t length;
    struct error why = {0};
    if (!file_read(source + strlen(XML), XML_BYTES, &text, &length, &why))
        return error_set_expected(error, why.code, error_expected(&why, expected), "topology \"%s\": %.*s",
                                  source, error_what_length(&why), why.text);
    errno = 0;
    const bool chosen = hwloc_topology_set_xmlbuffer(hwloc, text, (int)length + 1) == 0;
    free(text);
    return chosen || refuse(source, expected, error);
}

/* Whether a description has no more units than may be: the product of its counts, "2" of "pack:2(indexes=0)".
 */
static bool is_bounded(const char *description)
{
    double units = 1;
    char before = ' ';
    for (const char *at = description; *at != '\0'; before = *at++) {
        if (*at == '(' || *at == '[')
            at += strcspn(at, ")]");
        if (*at == '\0')
            break;
        if ((before == ' ' || before == ':') && *at >= '0' && *at <= '9')
            units *= strtod(at, NULL);
    }
    return units <= TOPOLOGY_UNITS;
}

/* hwloc takes minutes and all memory for what nobody has. */
static bool choose_synthetic(hwloc_topology_t hwloc, const char *source, struct error *error)
{
    const char *const description = source + strlen(SYNTHETIC);
    if (!is_bounded(description))
        return error_set(error, EXIT_USAGE, "topology \"%s\": too many units; expected at most %d", source,
                         TOPOLOGY_UNITS);
    return hwloc_topology_set_synthetic(hwloc, description) == 0 ||
           refuse(source, "a description like " EXAMPLE, error);
}

static bool choose_source(hwloc_topology_t hwloc, const char *source, struct error *error)
{
    errno = 0;
    if (!strncmp(source, XML, strlen(XML)))
        return choose_xml(hwloc, source, error);
    if (!strncmp(source, SYNTHETIC, strlen(SYNTHETIC)))
        return choose_synthetic(hwloc, source, error);
    return error_set(error, EXIT_USAGE, "topology \"%s\": expected xml:FILE or a description like " EXAMPLE,
                     source);
}

/* The whole machine is loaded, what is not allowed too: its digest must not depend on a taskset. */
static bool load(hwloc_topology_t hwloc, const char *source, struct error *error)
{
    unsigned long flags = HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED;
    ignore_environment();
    if (source && !choose_source(hwloc, source, error))
        return false;
    if (!source)
        flags |= HWLOC_TOPOLOGY_FLAG_IS_THISSYSTEM;
    if (hwloc_topology_set_flags(hwloc, flags) == 0 && hwloc_topology_load(hwloc) == 0)
        return true;
    if (source)
        return refuse(source, "a topology that hwloc can load", error);
    return error_set_errno(error, EXIT_SYSTEM, "hwloc cannot read the topology of this machine");
}

/* The cgroup's CPUs, and of them those that the calling thread is bound to. */
static bool find_allowed(struct hwloc_view *view, struct error *error)
{
    view->allowed = hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(view->hwloc));
    hwloc_bitmap_t bound = hwloc_bitmap_alloc();
    if (!view->allowed || !bound)
        memory_end(0);
    hwloc_bitmap_and(view->allowed, view->allowed, hwloc_topology_get_topology_cpuset(view->hwloc));
    if (view->real && hwloc_get_cpubind(view->hwloc, bound, HWLOC_CPUBIND_THREAD) == 0)
        hwloc_bitmap_and(view->allowed, view->allowed, bound);
    hwloc_bitmap_free(bound);
    if (!hwloc_bitmap_iszero(view->allowed))
        return true;
    return error_set(error, view->real ? EXIT_SYSTEM : EXIT_USAGE,
                     "the topology has no CPU that may be used");
}

static void view_close(struct hwloc_view *view)
{
    hwloc_bitmap_free(view->allowed);
    hwloc_topology_destroy(view->hwloc);
}

static bool view_init(struct hwloc_view *view, const char *source, struct error *error)
{
    *view = (struct hwloc_view){.real = source == NULL};
    if (hwloc_topology_init(&view->hwloc) != 0)
        return error_set_errno(error, EXIT_SYSTEM, "cannot start hwloc");
    if (load(view->hwloc, source, error) && find_allowed(view, error))
        return true;
    view_close(view);
    return false;
}

/* Some machines (small ARM boards, some virtual ones) show units without cores: then each unit is a core. */
static unsigned core_of(const struct hwloc_view *view, hwloc_obj_t unit)
{
    const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(view->hwloc, HWLOC_OBJ_CORE, unit);
    return core ? core->logical_index : unit->logical_index;
}

static struct place place_of(const struct hwloc_view *view, hwloc_obj_t unit)
{
    const int node = unit->nodeset ? hwloc_bitmap_first(unit->nodeset) : -1;
    const int kind = hwloc_cpukinds_get_by_cpuset(view->hwloc, unit->cpuset, 0);
    return (struct place){
        .cpu = unit->os_index,
        .core = core_of(view, unit),
        .node = node > 0 ? (unsigned)node : 0,
        .kind = kind > 0 ? (unsigned)kind : 0,
    };
}

/* In hwloc's logical order, where the units of a core are neighbours. */
static void list_places(struct topology *topology, const struct hwloc_view *view)
{
    hwloc_obj_t unit = NULL;
    while ((unit = hwloc_get_next_obj_by_type(view->hwloc, HWLOC_OBJ_PU, unit))) {
        if (!hwloc_bitmap_isset(view->allowed, unit->os_index))
            continue;
        struct place *const place = &topology->places[topology->place_count];
        *place = place_of(view, unit);
        if (topology->place_count > 0 && place[-1].core == place->core)
            place->sibling = place[-1].sibling + 1;
        topology->place_count++;
    }
}

/* cores: how many allowed ones each kind has. Of two equally numerous kinds the faster one comes first. */
static int compare_places(const void *a, const void *b, void *cores)
{
    const struct place *const p = a, *const q = b;
    const unsigned *const count = cores;
    if (p->sibling != q->sibling)
        return p->sibling < q->sibling ? -1 : 1;
    if (count[p->kind] != count[q->kind])
        return count[p->kind] > count[q->kind] ? -1 : 1;
    if (p->kind != q->kind)
        return p->kind > q->kind ? -1 : 1;
    return (p->core > q->core) - (p->core < q->core);
}

static void make_places(struct topology *topology, const struct hwloc_view *view)
{
    const int kinds = hwloc_cpukinds_get_nr(view->hwloc, 0);
    const int allowed = hwloc_bitmap_weight(view->allowed);
    unsigned *const cores = memory_array(kinds > 0 ? (size_t)kinds : 1, sizeof *cores);
    topology->places = memory_array((size_t)allowed, sizeof *topology->places);
    list_places(topology, view);
    for (size_t i = 0; i < topology->place_count; i++)
        cores[topology->places[i].kind] += topology->places[i].sibling == 0;
    qsort_r(topology->places, topology->place_count, sizeof *topology->places, compare_places, cores);
    free(cores);
}

static unsigned count_objects(const struct hwloc_view *view, hwloc_obj_type_t type)
{
    const int count = hwloc_get_nbobjs_by_type(view->hwloc, type);
    return count > 0 ? (unsigned)count : 0;
}

static unsigned count_allowed(const struct hwloc_view *view, int depth)
{
    unsigned count = 0;
    hwloc_obj_t object = NULL;
    while ((object = hwloc_get_next_obj_by_depth(view->hwloc, depth, object)))
        count += hwloc_bitmap_intersects(object->cpuset, view->allowed) != 0;
    return count;
}

static void find_caches(struct topology_facts *facts, const struct hwloc_view *view, unsigned cpu)
{
    hwloc_obj_t object = hwloc_get_pu_obj_by_os_index(view->hwloc, cpu);
    for (; object && facts->caches < CACHE_LEVELS; object = object->parent) {
        if (!hwloc_obj_type_is_dcache(object->type) || object->attr->cache.size == 0)
            continue;
        facts->cache[facts->caches++] = (struct cache_level){
            .level = object->attr->cache.depth,
            .bytes = object->attr->cache.size,
            .instances = count_allowed(view, object->depth),
        };
    }
}

/* ARM machines give part numbers instead of a name. */
static void find_model(struct topology_facts *facts, const struct hwloc_view *view)
{
    hwloc_obj_t holder = hwloc_get_obj_by_type(view->hwloc, HWLOC_OBJ_PACKAGE, 0);
    if (!holder)
        holder = hwloc_get_root_obj(view->hwloc);
    const char *const model = hwloc_obj_get_info_by_name(holder, "CPUModel");
    const char *const implementer = hwloc_obj_get_info_by_name(holder, "CPUImplementer");
    const char *const part = hwloc_obj_get_info_by_name(holder, "CPUPart");
    if (model)
        snprintf(facts->cpu_model, sizeof facts->cpu_model, "%s", model);
    else if (implementer && part)
        snprintf(facts->cpu_model, sizeof facts->cpu_model, "implementer %s part %s", implementer, part);
}

/* FNV-1a over the bytes of a number, the lowest first. */
static void hash_number(uint64_t *hash, uint64_t number)
{
    for (int byte = 0; byte < 8; byte++) {
        *hash ^= number >> (8 * byte) & 0xff;
        *hash *= 0x100000001b3u;
    }
}

/* For each object of a depth how many units it spans, and a cache's size. The type's name stands for its
 * number, which another version of hwloc may change. */
static void hash_depth(uint64_t *hash, const struct hwloc_view *view, int depth)
{
    const hwloc_obj_type_t type = hwloc_get_depth_type(view->hwloc, depth);
    const bool cache = hwloc_obj_type_is_dcache(type);
    if (!cache && type != HWLOC_OBJ_PACKAGE && type != HWLOC_OBJ_CORE && type != HWLOC_OBJ_PU &&
        type != HWLOC_OBJ_NUMANODE)
        return;
    for (const char *name = hwloc_obj_type_string(type); *name; name++)
        hash_number(hash, (unsigned char)*name);
    hwloc_obj_t object = NULL;
    while ((object = hwloc_get_next_obj_by_depth(view->hwloc, depth, object))) {
        hash_number(hash, (uint64_t)hwloc_bitmap_weight(object->cpuset));
        hash_number(hash, cache ? object->attr->cache.size : 0);
    }
}

static void make_digest(struct topology_facts *facts, const struct hwloc_view *view)
{
    uint64_t hash = 0xcbf29ce484222325u;
    const int depths = hwloc_topology_get_depth(view->hwloc);
    for (int depth = 0; depth < depths; depth++)
        hash_depth(&hash, view, depth);
    hash_depth(&hash, view, HWLOC_TYPE_DEPTH_NUMANODE);
    snprintf(facts->digest, sizeof facts->digest, "%016" PRIx64, hash);
}

static unsigned at_least_one(unsigned count)
{
    return count > 0 ? count : 1;
}

/* The kernel's word goes before hwloc's sum over the nodes, which misses memory that was added to a virtual
 * machine while it ran. */
static size_t memory_of(const struct hwloc_view *view)
{
    const long pages = view->real ? sysconf(_SC_PHYS_PAGES) : -1;
    if (pages > 0)
        return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
    return hwloc_get_root_obj(view->hwloc)->total_memory;
}

static void make_facts(struct topology *topology, const struct hwloc_view *view)
{
    struct topology_facts *const facts = &topology->facts;
    facts->real = view->real;
    facts->memory_bytes = memory_of(view);
    facts->sockets = at_least_one(count_objects(view, HWLOC_OBJ_PACKAGE));
    facts->nodes = at_least_one(count_objects(view, HWLOC_OBJ_NUMANODE));
    facts->units = count_objects(view, HWLOC_OBJ_PU);
    facts->cores = count_objects(view, HWLOC_OBJ_CORE);
    if (facts->cores == 0)
        facts->cores = facts->units;
    facts->smt = facts->units > facts->cores;
    facts->allowed_units = (unsigned)topology->place_count;
    for (size_t i = 0; i < topology->place_count; i++)
        facts->allowed_cores += topology->places[i].sibling == 0;
    find_model(facts, view);
    find_caches(facts, view, topology->places[0].cpu);
    for (size_t i = 0; facts->real && i < facts->caches; i++)
        cache_set_bytes(facts->cache[i].level, facts->cache[i].bytes);
    make_digest(facts, view);
}

struct topology *topology_create(const char *source, struct error *error)
{
    struct hwloc_view view;
    if (!view_init(&view, source, error))
        return NULL;
    struct topology *const topology = memory_array(1, sizeof *topology);
    make_places(topology, &view);
    make_facts(topology, &view);
    view_close(&view);
    return topology;
}

void topology_destroy(struct topology *topology)
{
    if (!topology)
        return;
    free(topology->places);
    free(topology);
}

const struct topology_facts *topology_facts(const struct topology *topology)
{
    return &topology->facts;
}

size_t topology_places(const struct topology *topology, const struct place **places)
{
    *places = topology->places;
    return topology->place_count;
}

size_t topology_last_cache(const struct topology *topology)
{
    const struct topology_facts *const facts = &topology->facts;
    return facts->caches > 0 ? facts->cache[facts->caches - 1].bytes : 0;
}
