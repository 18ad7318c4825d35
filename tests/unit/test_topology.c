/* SPDX-License-Identifier: MIT */
/* The topology: synthetic and stored machines, the order of workers, bad sources, and this machine under a
 * taskset. */
#include "machine/topology.h"
#include "machine/workers/pin.h"

#include "test.h"

#include <unistd.h>

static struct topology *make(const char *source)
{
    struct error error = {0};
    struct topology *const topology = topology_create(source, &error);
    assert_done(topology, &error);
    return topology;
}

static void expect_refusal(const char *source, const char *reason)
{
    struct error error = {0};
    assert_null(topology_create(source, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    if (!strstr(error.text, source) || !strstr(error.text, reason) || !strstr(error.text, "expected"))
        fail_msg("%s", error.text);
    assert_null(strchr(error.text, '\n'));
}

TEST(single_core)
{
    struct topology *const topology = make("synthetic:pu:1");
    const struct topology_facts *const facts = topology_facts(topology);
    const struct place *places;
    assert_int_equal(topology_places(topology, &places), 1);
    assert_int_equal(places[0].cpu, 0);
    assert_int_equal(places[0].kind, 0);
    assert_int_equal(facts->sockets, 1);
    assert_int_equal(facts->cores, 1);
    assert_int_equal(facts->units, 1);
    assert_int_equal(facts->nodes, 1);
    assert_int_equal(facts->caches, 0);
    assert_int_equal(topology_last_cache(topology), 0);
    assert_false(facts->real);
    assert_false(facts->smt);
    topology_destroy(topology);
}

TEST(siblings_come_last)
{
    struct topology *const topology = make("synthetic:pack:2 core:4 pu:2");
    const struct topology_facts *const facts = topology_facts(topology);
    const struct place *places;
    assert_int_equal(topology_places(topology, &places), 16);
    for (unsigned w = 0; w < 16; w++) {
        assert_int_equal(places[w].core, w % 8);
        assert_int_equal(places[w].sibling, w / 8);
        assert_int_equal(places[w].cpu, w % 8 * 2 + w / 8);
    }
    assert_int_equal(facts->sockets, 2);
    assert_int_equal(facts->cores, 8);
    assert_int_equal(facts->allowed_cores, 8);
    assert_int_equal(facts->units, 16);
    assert_int_equal(facts->allowed_units, 16);
    assert_true(facts->smt);
    topology_destroy(topology);
}

TEST(eight_nodes)
{
    struct topology *const nodes = make("synthetic:numa:8 l3:1(size=32MiB) core:2 pu:1");
    const struct topology_facts *const facts = topology_facts(nodes);
    const struct place *places;
    assert_int_equal(topology_places(nodes, &places), 16);
    for (unsigned w = 0; w < 16; w++)
        assert_int_equal(places[w].node, w / 2);
    assert_int_equal(facts->nodes, 8);
    assert_true(facts->memory_bytes >= (size_t)8 << 30);
    assert_int_equal(facts->cache[0].instances, 8);
    topology_destroy(nodes);
}

TEST(caches_from_the_inside_out)
{
    struct topology *const topology =
        make("synthetic:pack:2 l3:1(size=33554432) l2:4(size=1048576) l1d:1(size=32768) core:1 pu:2");
    const struct topology_facts *const facts = topology_facts(topology);
    const size_t bytes[] = {32768, 1048576, 33554432};
    const unsigned instances[] = {8, 8, 2};
    assert_int_equal(facts->caches, 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(facts->cache[i].level, i + 1);
        assert_int_equal(facts->cache[i].bytes, bytes[i]);
        assert_int_equal(facts->cache[i].instances, instances[i]);
    }
    assert_int_equal(topology_last_cache(topology), 33554432);
    topology_destroy(topology);
}

static void digest(const char *source, char text[17])
{
    struct topology *const topology = make(source);
    memcpy(text, topology_facts(topology)->digest, 17);
    topology_destroy(topology);
}

TEST(digests_tell_shapes_apart)
{
    static const char *const sources[] = {
        "synthetic:core:4 pu:1",
        "synthetic:core:2 pu:2",
        "synthetic:pack:2 core:2 pu:1",
        "synthetic:numa:2 core:2 pu:1",
        "synthetic:core:4 l2:1(size=1048576) pu:1",
        "synthetic:core:4 l2:1(size=2097152) pu:1",
    };
    enum { COUNT = sizeof sources / sizeof sources[0] };
    char digests[COUNT][17], again[17];
    for (int i = 0; i < COUNT; i++) {
        digest(sources[i], digests[i]);
        digest(sources[i], again);
        assert_string_equal(digests[i], again);
        assert_int_equal(strlen(again), 16);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(digests[i], digests[j]);
    }
}

/* Two efficient cores, one fast core with two units, as hwloc stores a hybrid machine. */
static const char hybrid[] =
    "<?xml version=\"1.0\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology version=\"2.0\">"
    "<object type=\"Machine\" os_index=\"0\" cpuset=\"0xf\" complete_cpuset=\"0xf\" allowed_cpuset=\"0xf\" "
    "nodeset=\"0x1\" complete_nodeset=\"0x1\" allowed_nodeset=\"0x1\" gp_index=\"1\">"
    "<info name=\"CPUModel\" value=\"Hybrid 3\"/>"
    "<object type=\"NUMANode\" os_index=\"0\" cpuset=\"0xf\" complete_cpuset=\"0xf\" nodeset=\"0x1\" "
    "complete_nodeset=\"0x1\" gp_index=\"2\" local_memory=\"1073741824\"/>"
    "<object type=\"Core\" os_index=\"0\" cpuset=\"0x3\" complete_cpuset=\"0x3\" nodeset=\"0x1\" "
    "complete_nodeset=\"0x1\" gp_index=\"3\">"
    "<object type=\"PU\" os_index=\"0\" cpuset=\"0x1\" complete_cpuset=\"0x1\" nodeset=\"0x1\" "
    "complete_nodeset=\"0x1\" gp_index=\"4\"/>"
    "<object type=\"PU\" os_index=\"1\" cpuset=\"0x2\" complete_cpuset=\"0x2\" nodeset=\"0x1\" "
    "complete_nodeset=\"0x1\" gp_index=\"5\"/></object>"
    "<object type=\"Core\" os_index=\"1\" cpuset=\"0x4\" complete_cpuset=\"0x4\" nodeset=\"0x1\" "
    "complete_nodeset=\"0x1\" gp_index=\"6\">"
    "<object type=\"PU\" os_index=\"2\" cpuset=\"0x4\" complete_cpuset=\"0x4\" nodeset=\"0x1\" "
    "complete_nodeset=\"0x1\" gp_index=\"7\"/></object>"
    "<object type=\"Core\" os_index=\"2\" cpuset=\"0x8\" complete_cpuset=\"0x8\" nodeset=\"0x1\" "
    "complete_nodeset=\"0x1\" gp_index=\"8\">"
    "<object type=\"PU\" os_index=\"3\" cpuset=\"0x8\" complete_cpuset=\"0x8\" nodeset=\"0x1\" "
    "complete_nodeset=\"0x1\" gp_index=\"9\"/></object></object>"
    "<cpukind cpuset=\"0xc\" forced_efficiency=\"0\"/><cpukind cpuset=\"0x3\" "
    "forced_efficiency=\"1\"/></topology>";

static void with_xml(const char *text, void (*check)(const char *source))
{
    char source[] = "xml:/tmp/scanbench-topology-XXXXXX";
    char *const path = source + strlen("xml:");
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
    check(source);
    unlink(path);
}

static void check_hybrid(const char *source)
{
    struct topology *const topology = make(source);
    const struct place *places;
    const unsigned cpus[] = {2, 3, 0, 1}, kinds[] = {0, 0, 1, 1}, siblings[] = {0, 0, 0, 1};
    assert_int_equal(topology_places(topology, &places), 4);
    for (int w = 0; w < 4; w++) {
        assert_int_equal(places[w].cpu, cpus[w]);
        assert_int_equal(places[w].kind, kinds[w]);
        assert_int_equal(places[w].sibling, siblings[w]);
    }
    assert_string_equal(topology_facts(topology)->cpu_model, "Hybrid 3");
    assert_false(topology_facts(topology)->real);
    topology_destroy(topology);
}

TEST(the_most_numerous_kind_comes_first)
{
    with_xml(hybrid, check_hybrid);
}

static void check_invalid(const char *source)
{
    expect_refusal(source, "Invalid argument");
}

TEST(bad_sources_are_refused)
{
    expect_refusal("xml:/nonexistent.xml", "No such file");
    expect_refusal("xml:/tmp", "Is a directory");
    expect_refusal("synthetic:", "Invalid argument");
    expect_refusal("synthetic:foo:2", "Invalid argument");
    expect_refusal("synthetic:core:4", "pack:2 core:4 pu:2");
    expect_refusal("synthetic:pu:8193", "too many units; expected at most 8192");
    expect_refusal("synthetic:pack:64(indexes=1*2) [numa(memory=1GB)] core:64 pu:3", "too many units");
    expect_refusal("synthetic:999999999 999999999", "too many units");
    expect_refusal("moon", "synthetic:");
    expect_refusal("", "synthetic:");
    with_xml("<topology", check_invalid);
    with_xml("no XML at all", check_invalid);
}

TEST(this_machine)
{
    setenv("HWLOC_SYNTHETIC", "core:77 pu:1", 1);
    struct topology *const topology = make(NULL);
    const struct topology_facts *const facts = topology_facts(topology);
    const struct place *places;
    struct binding binding;
    assert_true(pin_save(&binding));
    assert_true(facts->real);
    assert_int_equal(topology_places(topology, &places), CPU_COUNT_S(sizeof binding.cpus, binding.cpus));
    assert_int_equal(facts->units, sysconf(_SC_NPROCESSORS_ONLN));
    assert_true(facts->allowed_cores >= 1 && facts->allowed_cores <= facts->cores);
    assert_true(facts->memory_bytes > 0);
    for (unsigned w = 0; w < facts->allowed_units; w++)
        assert_true(CPU_ISSET_S(places[w].cpu, sizeof binding.cpus, binding.cpus));
    topology_destroy(topology);
}

TEST(a_taskset_is_respected)
{
    struct topology *const whole = make(NULL);
    const struct place *places;
    const size_t count = topology_places(whole, &places);
    struct binding before;
    struct error error = {0};
    assert_true(pin_save(&before));
    assert_true(pin_thread(places[count - 1].cpu, &error));
    assert_int_equal(pin_current(), places[count - 1].cpu);
    struct topology *const part = make(NULL);
    pin_restore(&before);
    const struct place *allowed;
    assert_int_equal(topology_places(part, &allowed), 1);
    assert_int_equal(allowed[0].cpu, places[count - 1].cpu);
    assert_int_equal(topology_facts(part)->allowed_units, 1);
    assert_int_equal(topology_facts(part)->units, topology_facts(whole)->units);
    assert_string_equal(topology_facts(part)->digest, topology_facts(whole)->digest);
    topology_destroy(part);
    topology_destroy(whole);
}

TEST(an_impossible_pin_is_refused)
{
    const unsigned cpus[] = {BINDING_CPUS - 1, BINDING_CPUS, 4000000000u};
    for (int i = 0; i < 3; i++) {
        struct error error = {0};
        assert_false(pin_thread(cpus[i], &error));
        assert_int_equal(error.code, EXIT_SYSTEM);
    }
}
