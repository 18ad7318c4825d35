/* SPDX-License-Identifier: MIT */
/* Broken configs: the one line with its place that each gives. */
#include "config_bed.h"

#include "sweep/config.h"
#include "json/node.h"

#include <jansson.h>

/* 256 bytes: longer than any condition. */
#define TEXT_OF_64 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define LONG_TEXT TEXT_OF_64 TEXT_OF_64 TEXT_OF_64 TEXT_OF_64

static const struct broken syntax_cases[] = {
    {"", 1, 1, NULL, "near end of file"},
    {" \n ", 2, 2, NULL, "near end of file"},
    {"{", 1, 2, NULL, "near end of file"},
    {"nonsense", 1, 1, NULL, "'[' or '{' expected"},
    {"\"text\"", 1, 1, NULL, "'[' or '{' expected"},
    {"{\"name\": \"x\"\n  \"sweeps\": []}", 2, 3, NULL, "'}' expected near '\"sweeps\"'"},
    {"{\"name\": \"x\",\n}", 2, 1, NULL, "near '}'"},
    {"{\"name\": tru}", 1, 10, NULL, "invalid token near 'tru'"},
    {"{'name': 1}", 1, 2, NULL, "near '''"},
    {"{\"a\": 01}", 1, 7, NULL, "invalid token near '0'"},
    {"{\"a\": NaN}", 1, 7, NULL, "invalid token near 'NaN'"},
    {"{\"a\": -Infinity}", 1, 7, NULL, "invalid token near '-'"},
    {"{\"a\":\n 1e999}", 2, 2, NULL, "real number overflow near '1e999'"},
    {"{\"a\": 99999999999999999999}", 1, 7, NULL, "too big integer"},
    {"{\"a\": 1} {}", 1, 10, NULL, "end of file expected near '{'"},
    {"{\"a\": 1, // no comments\n}", 1, 10, NULL, "near '/'"},
    {"{\"name\": \"a\",\n \"name\": \"b\"}", 2, 2, NULL, "duplicate object key near '\"name\"'"},
    {"{\"sweeps\": [{\"n\": 1, \"n\": 1}]}", 1, 22, NULL, "duplicate object key"},
    {"\xef\xbb\xbf{}", 1, 1, NULL, "a byte order mark; expected UTF-8 without one"},
    {"{\"a\": \"b\n\"}", 1, 7, NULL, "unexpected newline"},
    {"{\"a\": \"\t\"}", 1, 7, NULL, "control character 0x9"},
    {"{\"a\": \"\\x\"}", 1, 7, NULL, "invalid escape"},
    {"{\"a\": \"\\ud800\"}", 1, 7, NULL, "invalid Unicode"},
    {"{\"a\":\n \"x\\u0000\"}", 2, 2, NULL, "an escaped NUL in a text"},
    {"{\"a\": \"ab\xff\"}", 1, 10, NULL, "unable to decode byte 0xff"},
    {"{\"a\": \"\xc0\x80\"}", 1, 8, NULL, "unable to decode byte 0xc0"},
    {"{\"a\": \"\xc3\xa4\xe2\x82\"}", 1, 10, NULL, "unable to decode byte 0xe2"},
    {"\xff\xfe{", 1, 1, NULL, "unable to decode byte 0xff"},
};

TEST(broken_syntax)
{
    for (size_t i = 0; i < sizeof syntax_cases / sizeof syntax_cases[0]; i++)
        expect_error(&syntax_cases[i], strlen(syntax_cases[i].text));
}

TEST(raw_nul_byte)
{
    static const char text[] = "{\n \"a\0\": 1}";
    const struct broken broken = {text, 2, 4, NULL, "a NUL byte"};
    expect_error(&broken, sizeof text - 1);
}

TEST(deep_nesting)
{
    enum { DEPTH = 10000000 };
    char *const text = malloc(DEPTH + 1);
    assert_non_null(text);
    memset(text, '[', DEPTH);
    text[DEPTH] = '\0';
    expect_error(&(struct broken){text, 1, 2049, NULL, "maximum parsing depth"}, DEPTH);
    for (size_t i = 0; i + 5 <= DEPTH; i += 5)
        memcpy(text + i, "{\"a\":", 5);
    expect_error(&(struct broken){text, 1, 5 * 2048 + 1, NULL, "maximum parsing depth"}, DEPTH);
    free(text);
}

TEST(too_long)
{
    struct config config;
    struct error error = {0};
    char *const text = malloc(CONFIG_BYTES + 1);
    assert_non_null(text);
    memset(text, ' ', CONFIG_BYTES + 1);
    memcpy(text, WITH("\"plots\":[]"), strlen(WITH("\"plots\":[]")));
    write_config(text, CONFIG_BYTES);
    assert_true(config_read(&config, path, NULL, 0, &error));
    config_close(&config);
    write_config(text, CONFIG_BYTES + 1);
    assert_false(config_read(&config, path, NULL, 0, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    free(text);
}

#define CLAIM(members) "\"expect\":[{\"name\":\"a\"," members "}]"

static const struct broken config_cases[] = {
    {"\n [1]", 2, 2, NULL, "got a list; expected an object"},
    {"\n {\"schema\":\"scanbench-results\"}", 2, 2, NULL, "this is what scanbench wrote"},
    {"{\"name\":\"x\",\n \"schema\":\"mine\"}", 2, 2, "/schema", "unknown key 'schema'"},
    {"{}", 1, 1, "/name", "missing 'name'"},
    {"\n{\"name\":\"x\"}", 2, 1, "/sweeps", "missing 'sweeps'"},
    {"{\"name\":1,\"sweeps\":[]}", 1, 9, "/name", "got 1"},
    {"{\"name\":\"a/b\"}", 1, 9, "/name", "got 'a/b'"},
    {"{\"name\":\"a:b\"}", 1, 9, "/name", "got 'a:b'"},
    {"{\"name\":\"\"}", 1, 9, "/name", "got ''"},
    {"{\"name\":\"-x\"}", 1, 9, "/name", "got '-x'"},
    {"{\"name\":\"=x\"}", 1, 9, "/name", "got '=x'"},
    {"{\"name\":\"x\",\n \"sweps\":[]}", 2, 2, "/sweps", "did you mean 'sweeps'?"},
    {"{\"name\":\"x\",\n \"a/b~\":[]}", 2, 2, "/a~1b~0", "unknown key 'a/b~'"},
    {"{\"$schema\":1}", 1, 12, "/$schema", "got 1"},
    {"{\"name\":\"x\",\"sweeps\":{}}", 1, 22, "/sweeps", "got an object"},
    {"{\"name\":\"x\",\"sweeps\":[]}", 1, 22, "/sweeps", "got an empty list"},
    {"{\"name\":\"x\",\"sweeps\":[" SWEEP ",\n7]}", 2, 1, "/sweeps/1", "got 7"},
    {WITH("\"measure\":[1]"), 2, 11, "/measure", "got a list"},
    {WITH("\"measure\":{\"sample\":1}"), 2, 12, "/measure/sample", "did you mean 'samples'?"},
    {WITH("\"measure\":{\"samples\":[20,1000]}"), 2, 22, "/measure/samples", "of all processes together"},
    {WITH("\"measure\":{\"samples\":0}"), 2, 22, "/measure/samples", "from 1 to"},
    {WITH("\"measure\":{\"precision\":0.1}"), 2, 12, "/measure/precision", "unknown key 'precision'"},
    {WITH("\"measure\":{\"max_time\":\"1s\"}"), 2, 12, "/measure/max_time", "expected \"time\""},
    {WITH("\"measure\":{\"launches\":5}"), 2, 12, "/measure/launches", "expected \"processes\""},
    {WITH("\"measure\":{\"time\":2}"), 2, 19, "/measure/time", "got 2"},
    {WITH("\"measure\":{\"time\":\"2\"}"), 2, 19, "/measure/time", "got '2'"},
    {WITH("\"measure\":{\"time\":\"0s\"}"), 2, 19, "/measure/time", "got '0s'"},
    {WITH("\"measure\":{\"processes\":1001}"), 2, 24, "/measure/processes", "from 1 to 1000"},
    {WITH("\"measure\":{\"energy\":2}"), 2, 21, "/measure/energy", "got 2"},
    {WITH("\"measure\":{\"cache\":\"warm\"}"), 2, 20, "/measure/cache", "unknown cache 'warm'"},
    {WITH("\"measure\":{\"seed\":-1}"), 2, 19, "/measure/seed", "got -1"},
    {WITH("\"measure\":{\"smoke\":1}"), 2, 20, "/measure/smoke", "true or false"},
    {WITH("\"filter\":7"), 2, 10, "/filter", "got 7"},
    {WITH("\"filter\":\"m>1\""), 2, 10, "/filter", "unknown field 'm'"},
    {WITH("\"isa\":\"mmx\""), 2, 7, "/isa", "unknown isa 'mmx'"},
    {WITH("\"isa\":\"best\""), 2, 7, "/isa", "unknown isa 'best'"},
    {WITH("\"machine\":{\"topology\":7}"), 2, 23, "/machine/topology", "got 7"},
    {WITH("\"machine\":null"), 2, 11, "/machine", "got null"},
    {WITH("\"machine\":{\"worker\":1}"), 2, 12, "/machine/worker", "did you mean 'workers'?"},
    {WITH("\"machine\":{\"pin\":\"core\"}"), 2, 18, "/machine/pin", "did you mean 'cores'?"},
    {WITH("\"machine\":{\"pin\":true}"), 2, 18, "/machine/pin", "got true"},
    {WITH("\"machine\":{\"pages\":\"2M\"}"), 2, 20, "/machine/pages", "unknown pages '2M'"},
    {WITH("\"machine\":{\"workers\":0}"), 2, 22, "/machine/workers", "from 1 to 4096"},
    {WITH("\"machine\":{\"device\":\"metal\"}"), 2, 21, "/machine/device", "unknown device 'metal'"},
    {WITH("\"plots\":{}"), 2, 9, "/plots", "got an object"},
    {WITH("\"plots\":[{}]"), 2, 10, "/plots/0/kind", "missing 'kind'"},
    {WITH("\"plots\":[{\"kind\":\"bandwidth-vs-siez\"}]"), 2, 18, "/plots/0/kind", "did you mean"},
    {WITH("\"expect\":{}"), 2, 10, "/expect", "got an object"},
    {WITH("\"expect\":[{\"faster\":{}}]"), 2, 11, "/expect/0/name", "missing 'name'"},
    {WITH("\"expect\":[{\"name\":\"\",\"faster\":{}}]"), 2, 19, "/expect/0/name", "a line of"},
    {WITH("\"expect\":[{\"name\":\"a\"}]"), 2, 11, "/expect/0", "none of"},
    {WITH("\"expect\":[{\"name\":\"a\",\"faster\":\"n=1\",\"than\":{\"n\":2}}]"), 2, 32, "/expect/0/faster",
     "got 'n=1'"},
    {WITH("\"expect\":[{\"name\":\"a\",\"faster\":{\"n\":1}}]"), 2, 11, "/expect/0/than", "missing 'than'"},
    {WITH("\"expect\":[{\"name\":\"a\",\"faster\":{\"n\":1},\"than\":{\"n\":2},\"as\":1}]"), 2, 55,
     "/expect/0/as", "unknown key 'as'"},
    {WITH("\"expect\":[{\"name\":\"a\",\"faster\":{\"n\":1},\"than\":{\"n\":2},\"by\":0}]"), 2, 60,
     "/expect/0/by", "a factor above 0"},
    {WITH("\"expect\":[{\"name\":\"a\",\"same\":{\"n\":1},\"as\":{\"m\":2}}]"), 2, 44, "/expect/0/as/m",
     "unknown field"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"unit\":\"s\"}]"), 2, 34, "/plots/0/unit", "elements/s"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"baseline\":\"a b\"}]"), 2, 38, "/plots/0/baseline", "a glob"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"filter\":{\"m\":1}}]"), 2, 37, "/plots/0/filter/m",
     "unknown field"},
    {WITH("\"plots\":[\"ladder\"]"), 2, 10, "/plots/0", "got 'ladder'"},
    {WITH("\"plots\":[{\"kind\":\"bandwidth-vs-size\",\"x\":1}]"), 2, 38, "/plots/0/x", "unknown key 'x'"},
    {WITH("\"plots\":[7]"), 2, 10, "/plots/0", "got 7"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"baseline\":\"\"}]"), 2, 38, "/plots/0/baseline", "a glob"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"baseline\":\"\xc3\xa4\"}]"), 2, 38, "/plots/0/baseline",
     "a glob"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"baseline\":1}]"), 2, 38, "/plots/0/baseline", "got 1"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"baseline\":\"`x`\"}]"), 2, 38, "/plots/0/baseline", "got '`x`'"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"width\":3}]"), 2, 35, "/plots/0/width", "got 3"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"width\":\"3furlong\"}]"), 2, 35, "/plots/0/width", "a width"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"width\":\"0in\"}]"), 2, 35, "/plots/0/width", "a width"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"width\":\"in\"}]"), 2, 35, "/plots/0/width", "a width"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"width\":\"1111111111111111111111111111111111111111in\"}]"), 2,
     35, "/plots/0/width", "a width"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"title\":\"\"}]"), 2, 35, "/plots/0/title", "a line of"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"title\":7}]"), 2, 35, "/plots/0/title", "got 7"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"font_size\":3}]"), 2, 39, "/plots/0/font_size", "points from"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"font_size\":100}]"), 2, 39, "/plots/0/font_size", "points from"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"style\":\"pink\"}]"), 2, 35, "/plots/0/style", "grey"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"names\":7}]"), 2, 35, "/plots/0/names", "got 7"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"names\":{\"a\":\"b=c\"}}]"), 2, 40, "/plots/0/names/a",
     "a name"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"names\":{\"a\":7}}]"), 2, 40, "/plots/0/names/a", "got 7"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"names\":{\"a\":\"\"}}]"), 2, 40, "/plots/0/names/a", "a name"},
    {WITH("\"plots\":[{\"kind\":\"ladder\",\"names\":{\"\":\"b\"}}]"), 2, 39, "/plots/0/names/", "a name"},
    {WITH("\"title\":\"\""), 2, 9, "/title", "a line of"},
    {WITH("\"title\":7"), 2, 9, "/title", "got 7"},
    {WITH("\"machine\":{\"pin\":false}"), 2, 18, "/machine/pin", "got false"},
    {WITH("\"expect\":[7]"), 2, 11, "/expect/0", "got 7"},
    {WITH("\"expect\":[{\"name\":\"a\\nb\",\"faster\":{}}]"), 2, 19, "/expect/0/name", "a line of"},
    {WITH("\"expect\":[{\"name\":\"a\",\"faster\":{},\"same\":{}}]"), 2, 11, "/expect/0", "more than one"},
    {WITH(CLAIM("\"faster\":{\"n\":1},\"than\":{\"n\":2},\n\"by\":\"2\"")), 3, 6, "/expect/0/by", "got '2'"},
    {WITH(CLAIM("\"faster\":{\"n\":1},\"than\":{\"n\":2},\n\"by\":2e6")), 3, 6, "/expect/0/by", "a factor"},
    {WITH(CLAIM("\"faster\":{\"n\":1},\"than\":{\"n\":2},\n\"where\":{\"m\":1}")), 3, 10, "/expect/0/where/m",
     "unknown field"},
    {WITH(CLAIM("\"faster\":{\"n\":1},\"than\":{\"n\":2},\n\"where\":1")), 3, 9, "/expect/0/where", "got 1"},
    {WITH(CLAIM("\"same\":{\"m\":1},\"as\":{\"n\":2}")), 2, 31, "/expect/0/same/m", "unknown field"},
    {WITH(CLAIM("\"reaches\":{\"n\":1},\"same\":{\"n\":2}")), 2, 11, "/expect/0", "more than one"},
    {WITH(CLAIM("\"faster\":{\"n\":1},\"than\":{\"n\":2},\n\"on\":[]")), 3, 6, "/expect/0/on", "not empty"},
    {WITH("\"measure\":{\"energy\":[]}"), 2, 21, "/measure/energy", "got an empty list"},
    {WITH(CLAIM("\"reaches\":{\"n\":1}")), 2, 11, "/expect/0/of_limit", "missing 'of_limit'"},
    {WITH(CLAIM("\"reaches\":{\"n\":1},\n\"tolerance\":0.1")), 3, 1, "/expect/0/tolerance",
     "\"published\" beside it"},
    {WITH(CLAIM("\"reaches\":{\"n\":1},\n\"published\":0")), 3, 13, "/expect/0/published",
     "a number above 0"},
    {WITH(CLAIM("\"reaches\":{\"n\":1},\"published\":1,\n\"tolerance\":2")), 3, 13, "/expect/0/tolerance",
     "a share"},
    {WITH(CLAIM("\"faster\":{},\n\"on\":\"gpu\"")), 3, 6, "/expect/0/on", "unknown place 'gpu'"},
    {WITH(CLAIM("\"faster\":{},\n\"on\":[\"cuda\",1]")), 3, 14, "/expect/0/on/1", "got 1"},
    {WITH(CLAIM("\"faster\":{},\n\"source\":7")), 3, 10, "/expect/0/source", "got 7"},
    {WITH(CLAIM("\"crossover\":{\"n\":1}")), 2, 11, "/expect/0/than", "missing 'than'"},
    {WITH(CLAIM("\"crossover\":{\"n\":1},\"than\":{\"n\":2}")), 2, 11, "/expect/0/published",
     "missing 'published'"},
    {WITH(CLAIM("\"crossover\":{\"n\":1},\"than\":{\"n\":2},\n\"published\":1.5")), 3, 13,
     "/expect/0/published", "got 1.5"},
    {WITH(CLAIM("\"crossover\":{\"n\":1},\"than\":{\"n\":2},\n\"published\":0")), 3, 13,
     "/expect/0/published", "got 0"},
    {WITH(CLAIM("\"crossover\":{\"n\":1},\"than\":{\"n\":2},\"published\":1,\n\"tolerance\":0.1")), 3, 1,
     "/expect/0/tolerance", "unknown key 'tolerance'"},
    {WITH(CLAIM("\"faster\":{\"n\":1},\"than\":{\"n\":2},\n\"best\":{}")), 3, 8, "/expect/0/best",
     "at least one condition"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\"is\":1,\n\"best\":{\"n\":1}")), 3, 1,
     "/expect/0/best", "unknown key 'best'"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\n\"is\":\"2(T - 1\"")), 3, 6, "/expect/0/is",
     "a formula"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\n\"is\":\"Z\"")), 3, 6, "/expect/0/is", "a formula"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\n\"is\":-1")), 3, 6, "/expect/0/is",
     "a number from 0"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\"is\":1,\n\"over\":\"T -\"")), 3, 8, "/expect/0/over",
     "or conditions"},
    {WITH(CLAIM("\"faster\":{\"n\":1},\"than\":{\"n\":2},\n\"where\":{\"n\":\"<=l4\"}")), 3, 10,
     "/expect/0/where/n", "'l4' is not a count"},
    {WITH(CLAIM("\"faster\":{\"n\":1},\"than\":{\"n\":2},\n\"where\":{\"n\":\"<=l2/0\"}")), 3, 10,
     "/expect/0/where/n", "'l2/0'"},
    {WITH(CLAIM("\"faster\":{\"n\":1},\"than\":{\"n\":2},\n\"where\":{\"workers\":\"<=l2\"}")), 3, 10,
     "/expect/0/where/workers", "'l2'"},
    {WITH(CLAIM("\"faster\":{\"n\":\"<l2\"},\"than\":{\"n\":2}")), 2, 33, "/expect/0/faster/n", "'l2'"},
    {WITH(CLAIM("\"reaches\":{\"n\":1},\n\"share_of\":\"all\"")), 3, 12, "/expect/0/share_of", "limit"},
    {WITH(CLAIM("\"counts\":\"adds\"")), 2, 11, "/expect/0/of", "missing 'of'"},
    {WITH(CLAIM("\n\"counts\":\"sums\",\"of\":{\"n\":1}")), 3, 10, "/expect/0/counts", "unknown counter"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1}")), 2, 11, "/expect/0/is", "missing 'is'"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\"is\":1,\n\"within\":-1")), 3, 10, "/expect/0/within",
     "a share from 0"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\n\"over\":0")), 3, 8, "/expect/0/over",
     "a number above 0"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\n\"over\":1e19")), 3, 8, "/expect/0/over",
     "a number above 0"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\"is\":1,\n\"within\":2")), 3, 10, "/expect/0/within",
     "a share from 0"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\n\"over\":{\"m\":1}")), 3, 9, "/expect/0/over/m",
     "unknown field"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\n\"phase\":\"all\"")), 3, 9, "/expect/0/phase",
     "unknown phase"},
    {WITH(CLAIM("\"counts\":\"adds\",\"of\":{\"n\":1},\n\"scope\":\"all\"")), 3, 9, "/expect/0/scope",
     "unknown scope"},
    {WITH(CLAIM("\"verdict\":\"wrong\",\"of\":{\"n\":1},\n\"device\":\"a b\"")), 3, 10, "/expect/0/device",
     "the name of a device model"},
    {WITH(CLAIM("\"verdict\":\"wrong\",\"of\":{\"n\":1},\n\"device\":1")), 3, 10, "/expect/0/device",
     "got 1"},
    {WITH(CLAIM("\n\"verdict\":\"bad\",\"of\":{\"n\":1}")), 3, 11, "/expect/0/verdict", "unknown verdict"},
    {WITH(CLAIM("\"verdict\":\"ok\",\"of\":{\"n\":1},\n\"by\":1")), 3, 1, "/expect/0/by", "unknown key"},
    {WITH(CLAIM("\"reaches\":{\"n\":1},\n\"of_limit\":2.5")), 3, 12, "/expect/0/of_limit", "a share"},
    {WITH(CLAIM("\"reaches\":{\"n\":1},\"of_limit\":0.9,\n\"by\":2")), 3, 1, "/expect/0/by",
     "unknown key 'by'"},
    {WITH(CLAIM("\"same\":{\"n\":1},\"as\":{\"n\":2},\n\"by\":2")), 3, 1, "/expect/0/by", "unknown key 'by'"},
    {WITH(CLAIM("\"same\":{\"n\":1},\"as\":{\"n\":2},\n\"within\":0")), 3, 10, "/expect/0/within", "a share"},
    {WITH(CLAIM("\"same\":{\"n\":1},\"as\":{\"n\":2},\n\"within\":2")), 3, 10, "/expect/0/within", "a share"},
    {WITH(CLAIM("\"same\":{\"n\":1},\"as\":{\"n\":2},\n\"within\":[]")), 3, 10, "/expect/0/within",
     "a share"},
};

TEST(broken_config)
{
    for (size_t i = 0; i < sizeof config_cases / sizeof config_cases[0]; i++)
        expect_error(&config_cases[i], strlen(config_cases[i].text));
}

#define PATTERN(primitive, algorithm)                                                                        \
    "{\"name\":\"x\",\"sweeps\":[{\"sizes\":1,\n\"primitive\":" primitive ",\n\"algorithm\":" algorithm "}]" \
    "}"

static const struct broken sweep_cases[] = {
    {"{\"name\":\"x\",\"sweeps\":[\n{}]}", 2, 1, "/sweeps/0/algorithm", "missing 'algorithm'"},
    {SCAN("\"op\":\"sum\""), 1, 23, "/sweeps/0/sizes", "missing 'sizes'"},
    {SCAN("\"n\":1"), 2, 1, "/sweeps/0/n", "expected sizes"},
    {SCAN("\"size\":1"), 2, 1, "/sweeps/0/size", "did you mean 'sizes'?"},
    {SCAN("\"thread_per_group\":1"), 2, 1, "/sweeps/0/thread_per_group", "did you mean 'threads_per_group'?"},
    {PATTERN("\"scna\"", "1"), 2, 13, "/sweeps/0/primitive", "did you mean 'scan'?"},
    {PATTERN("[\"scan\",1]", "1"), 2, 21, "/sweeps/0/primitive/1", "got 1"},
    {PATTERN("[]", "1"), 2, 13, "/sweeps/0/primitive", "got an empty list"},
    {PATTERN("\"scan\"", "1"), 3, 13, "/sweeps/0/algorithm", "got 1"},
    {PATTERN("\"scan\"", "[]"), 3, 13, "/sweeps/0/algorithm", "got an empty list"},
    {PATTERN("\"scan\"", "\"seriall\""), 3, 13, "/sweeps/0/algorithm", "did you mean 'serial'?"},
    {PATTERN("\"scan\"", "[\"serial\", \"group/reduce-then-scam\"]"), 3, 24, "/sweeps/0/algorithm/1",
     "did you mean 'group/reduce-then-scan'?"},
    {PATTERN("\"scan\"", "\"grup/*\""), 3, 13, "/sweeps/0/algorithm", "did you mean 'group/*'?"},
    {PATTERN("\"scan\"", "\"mine/fast\""), 3, 13, "/sweeps/0/algorithm", "those of a plugin need --plugin"},
    {PATTERN("\"scan\"", "\"limit/copy\""), 3, 13, "/sweeps/0/algorithm",
     "no algorithm of the primitive matches"},
    {PATTERN("\"copy\"", "\"serial\""), 3, 13, "/sweeps/0/algorithm",
     "no algorithm of the primitive matches"},
    {SCAN("\"sizes\":[]"), 2, 9, "/sweeps/0/sizes", "got an empty list"},
    {SCAN("\"sizes\":null"), 2, 9, "/sweeps/0/sizes", "got null"},
    {SCAN("\"sizes\":[1,[2]]"), 2, 12, "/sweeps/0/sizes/1", "got a list"},
    {SCAN("\"sizes\":1.5"), 2, 9, "/sweeps/0/sizes", "got 1.5"},
    {SCAN("\"sizes\":[1, -1]"), 2, 13, "/sweeps/0/sizes/1", "got -1"},
    {SCAN("\"sizes\":9007199254740993.0"), 2, 9, "/sweeps/0/sizes", "got 9.0072e+15"},
    {SCAN("\"sizes\":1e300"), 2, 9, "/sweeps/0/sizes", "got 1e+300"},
    {SCAN("\"sizes\":4611686018427387904"), 2, 9, "/sweeps/0/sizes", "got 4611686018427387904"},
    {SCAN("\"sizes\":\"99999999999Gi\""), 2, 9, "/sweeps/0/sizes", "got '99999999999Gi'"},
    {SCAN("\"sizes\":\"1KiB\""), 2, 9, "/sweeps/0/sizes", "got '1KiB'"},
    {SCAN("\"sizes\":\"1e-1\""), 2, 9, "/sweeps/0/sizes", "got '1e-1'"},
    {SCAN("\"sizes\":{\"to\":8,\"add\":1}"), 2, 9, "/sweeps/0/sizes/from", "missing 'from'"},
    {SCAN("\"sizes\":{\"from\":1,\"add\":1}"), 2, 9, "/sweeps/0/sizes/to", "missing 'to'"},
    {SCAN("\"sizes\":{\"from\":1,\"to\":8}"), 2, 9, "/sweeps/0/sizes", "no step"},
    {SCAN("\"sizes\":{\"from\":1,\"to\":8,\"add\":1,\"multiply\":2}"), 2, 9, "/sweeps/0/sizes", "both"},
    {SCAN("\"sizes\":{\"from\":1,\"to\":8,\"mul\":2}"), 2, 26, "/sweeps/0/sizes/mul", "unknown key 'mul'"},
    {SCAN("\"sizes\":{\"from\":1,\"to\":8,\"multiply\":1}"), 2, 37, "/sweeps/0/sizes/multiply", "got 1"},
    {SCAN("\"sizes\":{\"from\":1,\"to\":8,\"add\":0}"), 2, 32, "/sweeps/0/sizes/add", "got 0"},
    {SCAN("\"sizes\":{\"from\":0,\"to\":8,\"multiply\":2}"), 2, 9, "/sweeps/0/sizes", "0 never grows"},
    {SCAN("\"sizes\":{\"from\":9,\"to\":8,\"add\":2}"), 2, 24, "/sweeps/0/sizes/to",
     "at least the first value"},
    {SCAN("\"sizes\":{\"from\":1,\"to\":1e7,\"add\":1}"), 2, 9, "/sweeps/0/sizes", "more than 1000000"},
    {SIZED("\"dtype\":\"f128\""), 3, 9, "/sweeps/0/dtype", "unknown dtype 'f128'"},
    {SIZED("\"dtype\":32"), 3, 9, "/sweeps/0/dtype", "got 32"},
    {SIZED("\"dtype\":\"-\""), 3, 9, "/sweeps/0/dtype", "unknown dtype '-'"},
    {SIZED("\"dtype\":{\"from\":1,\"to\":2,\"add\":1}"), 3, 9, "/sweeps/0/dtype", "a value or a list"},
    {SIZED("\"op\":\"mean\""), 3, 6, "/sweeps/0/op", "unknown op 'mean'"},
    {SIZED("\"scan_mode\":[\"exclusive\",\n\"inclusiv\"]"), 4, 1, "/sweeps/0/scan_mode/1",
     "did you mean 'inclusive'?"},
    {SIZED("\"threads_per_group\":2048"), 3, 21, "/sweeps/0/threads_per_group", "from 1 to 1024"},
    {SIZED("\"values_per_thread\":[8,129]"), 3, 24, "/sweeps/0/values_per_thread/1", "from 1 to 128"},
    {SIZED("\"unroll\":16"), 3, 10, "/sweeps/0/unroll", "from 1 to 8"},
    {SIZED("\"arrangement\":\"stripped\""), 3, 15, "/sweeps/0/arrangement", "did you mean 'striped'?"},
    {SIZED("\"vector_width\":3"), 3, 16, "/sweeps/0/vector_width", "a power of two"},
    {SIZED("\"lane_scan\":\"kogge_stone\""), 3, 13, "/sweeps/0/lane_scan", "did you mean 'kogge-stone'?"},
    {SIZED("\"selectivity\":1.01"), 3, 15, "/sweeps/0/selectivity", "got 1.01"},
    {SIZED("\"selectivity\":\"0.5\""), 3, 15, "/sweeps/0/selectivity", "got '0.5'"},
    {SIZED("\"workers\":\"core\""), 3, 11, "/sweeps/0/workers", "got 'core'"},
    {SIZED("\"workers\":[1,4097]"), 3, 14, "/sweeps/0/workers/1", "got 4097"},
    {SIZED("\"isa\":\"neom\""), 3, 7, "/sweeps/0/isa", "did you mean 'neon'?"},
    {SIZED("\"zip\":[]"), 3, 7, "/sweeps/0/zip", "got an empty list"},
    {SIZED("\"zip\":{}"), 3, 7, "/sweeps/0/zip", "an empty zip"},
    {SIZED("\"zip\":{\"unrol\":[1]}"), 3, 8, "/sweeps/0/zip/unrol", "did you mean 'unroll'?"},
    {SIZED("\"zip\":{\"sizes\":[1]}"), 3, 8, "/sweeps/0/zip/sizes", "'sizes' is given twice"},
    {SIZED("\"zip\":{\"unroll\":[1,2],\"workers\":[1]}"), 3, 33, "/sweeps/0/zip/workers", "1 values"},
    {SIZED("\"exclude\":{}"), 3, 11, "/sweeps/0/exclude", "got an object"},
    {SIZED("\"exclude\":[{}]"), 3, 12, "/sweeps/0/exclude/0", "an empty object"},
    {SIZED("\"exclude\":[{\"sizes\":1}]"), 3, 13, "/sweeps/0/exclude/0/sizes", "unknown field 'sizes'"},
    {SIZED("\"exclude\":[{\"n\":\"<1KB\"}]"), 3, 13, "/sweeps/0/exclude/0/n", "'1KB' is not a count"},
    {SIZED("\"exclude\":[{\"n\":[]}]"), 3, 17, "/sweeps/0/exclude/0/n", "got an empty list"},
    {SIZED("\"exclude\":[{\"n\":\"" LONG_TEXT "\"}]"), 3, 17, "/sweeps/0/exclude/0/n", "got 'xxx"},
    {SIZED("\"exclude\":[{\"n\":null}]"), 3, 17, "/sweeps/0/exclude/0/n", "got null"},
    {SIZED("\"exclude\":[{\"algorithm\":\"group/lookback/raking\"}]"), 3, 13, "/sweeps/0/exclude/0/algorithm",
     "no algorithm matches 'group/lookback/raking'"},
    {SIZED("\"exclude\":[{\"n\":1.5}]"), 3, 17, "/sweeps/0/exclude/0/n", "got 1.5"},
    {SIZED("\"exclude\":[{\"n\":1e300}]"), 3, 17, "/sweeps/0/exclude/0/n", "got 1e+300"},
    {SIZED("\"exclude\":[{\"n\":-1.5}]"), 3, 13, "/sweeps/0/exclude/0/n", "is not a count"},
    {SIZED("\"zip\":{\"unroll\":[1,16]}"), 3, 20, "/sweeps/0/zip/unroll/1", "from 1 to 8"},
    {SIZED("\"selectivity\":-0.5"), 3, 15, "/sweeps/0/selectivity", "got -0.5"},
    {SIZED("\"workers\":\"~\""), 3, 11, "/sweeps/0/workers", "got '~'"},
    {SIZED("\"workers\":\"-1\""), 3, 11, "/sweeps/0/workers", "got '-1'"},
    {SIZED("\"vector_width\":{\"from\":1,\"to\":4,\"multiply\":2}"), 3, 16, "/sweeps/0/vector_width",
     "a value or a list"},
    {SCAN("\"sizes\":-1.5"), 2, 9, "/sweeps/0/sizes", "got -1.5"},
    {SCAN("\"sizes\":{\"from\":1,\"to\":-8,\"add\":1}"), 2, 24, "/sweeps/0/sizes/to", "got -8"},
    {SIZED("\"exclude\":[{\"n\":[1]}]"), 3, 17, "/sweeps/0/exclude/0/n", "got a list"},
    {SIZED("\"exclude\":[{\"scan_mode\":\"<x\"}]"), 3, 13, "/sweeps/0/exclude/0/scan_mode",
     "scan_mode has no order"},
    {SIZED("\"exclude\":[{\"algorithm\":\"seriel\"}]"), 3, 13, "/sweeps/0/exclude/0/algorithm",
     "did you mean 'serial'?"},
};

TEST(broken_sweep)
{
    for (size_t i = 0; i < sizeof sweep_cases / sizeof sweep_cases[0]; i++)
        expect_error(&sweep_cases[i], strlen(sweep_cases[i].text));
}

/* Keys and values that a text may hold, shown without harm: cut, on one line, no control character. */
TEST(hostile_texts)
{
    enum { LENGTH = 100000 };
    static char text[LENGTH + 64];
    strcpy(text, "{\"name\":\"");
    memset(text + 9, 'a', LENGTH);
    strcpy(text + 9 + LENGTH, "\"}");
    expect_error(&(struct broken){text, 1, 9, "/name", "got 'aaa"}, strlen(text));
    strcpy(text, "{\"");
    memset(text + 2, 'k', LENGTH);
    strcpy(text + 2 + LENGTH, "\":1}");
    struct config config;
    struct error error = {0};
    write_config(text, strlen(text));
    assert_false(config_read(&config, path, NULL, 0, &error));
    /* Cut between characters, not within one. */
    strcpy(text, "{\"name\":\"a");
    for (size_t i = 0; i < 1000; i++)
        strcat(text, "\xc3\xa4");
    strcat(text, "\"}");
    write_config(text, strlen(text));
    error = (struct error){0};
    assert_false(config_read(&config, path, NULL, 0, &error));
    json_t *const shown = json_string(error.text); /* NULL where it is no UTF-8 */
    assert_non_null(shown);
    json_decref(shown);
    expect_error(&(struct broken){"{\"a\\u001b[31m\\n\":1}", 1, 2, NULL, "unknown key 'a?[31m?'"}, 19);
}

/* More items than any list of its kind may have, each of them right. */
TEST(long_lists)
{
    static const struct {
        const char *before, *item, *after, *place, *fragment;
        size_t most;
    } lists[] = {
        {"{\"name\":\"x\",\"plots\":[", "{\"kind\":\"ladder\"}", "],\"sweeps\":[" SWEEP "]}", "/plots",
         "at most 64", 64},
        {"{\"name\":\"x\",\"expect\":[", "{\"name\":\"a\",\"same\":{\"n\":1},\"as\":{\"n\":2}}",
         "],\"sweeps\":[" SWEEP "]}", "/expect", "at most 1024", 1024},
        {"{\"name\":\"x\",\"sweeps\":[{\"primitive\":\"scan\",\"sizes\":1,\"algorithm\":[", "\"serial\"",
         "]}]}", "/sweeps/0/algorithm", "at most 1024", 1024},
        {"{\"name\":\"x\",\"sweeps\":[{\"primitive\":\"scan\",\"sizes\":1,\"algorithm\":\"*\",\"exclude\":[",
         "{\"n\":7}", "]}]}", "/sweeps/0/exclude", "at most 1024", 1024},
    };
    static char text[100000];
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct config config;
        struct error error = {0};
        for (size_t more = 0; more <= 1; more++) {
            char *end = stpcpy(text, lists[i].before);
            for (size_t item = 0; item < lists[i].most + more; item++)
                end = stpcpy(stpcpy(end, item ? "," : ""), lists[i].item);
            strcpy(end, lists[i].after);
            const bool read = config_parse(
                &config, &(struct config_text){.path = "long.json", .text = text, .length = strlen(text)},
                NULL, 0, &error);
            if (read != !more)
                fail_msg("%zu in %s: %s", lists[i].most + more, lists[i].place, error.text);
            if (read)
                config_close(&config);
        }
        assert_non_null(strstr(error.text, lists[i].place));
        assert_non_null(strstr(error.text, lists[i].fragment));
    }
}

/* Beside the lists of refusals: what is not there is no fault of its own. */
TEST(absent_members)
{
    json_t *const value = json_pack("{s:n, s:i}", "null", "one", 1);
    struct error error = {0};
    const struct json_source source = {.path = "text", .text = "{}", .length = 2};
    const struct json_node root = {.value = value, .source = &source, .error = &error};
    const struct json_node null = node_member(&root, "null"), one = node_member(&root, "one"),
                           other = node_member(&root, "other");
    assert_true(node_absent(&null));
    assert_false(node_absent(&one));
    assert_true(node_absent(&other));
    json_decref(value);
}

static void assert_near_config(const char *asked, const char *expected)
{
    char near[512];
    if (!expected) {
        assert_false(config_near(asked, near, sizeof near));
        return;
    }
    assert_true(config_near(asked, near, sizeof near));
    assert_string_equal(near, expected);
}

/* What is not there may be misspelt, or shipped. */
TEST(a_config_that_is_not_there)
{
    char root[] = "/tmp/scanbench-near-XXXXXX", missing[128], near[128];
    struct error error = {0};
    struct config config;
    assert_near_config("configs/quik.json", "configs/quick.json");
    assert_near_config("quick.json", "configs/quick.json");
    assert_near_config("configs/quick.json", NULL); /* is there */
    assert_near_config("configs/nothing-like-it.json", NULL);
    assert_near_config("nothing-like-it.json", NULL);
    assert_near_config("Makefile/quick.json", NULL); /* no folder */
    assert_non_null(mkdtemp(root));
    snprintf(missing, sizeof missing, "%s/sweep.json", root);
    assert_near_config(missing, NULL); /* an empty folder */
    put_file(root, "/sweeps.json", "{}");
    snprintf(near, sizeof near, "%s/sweeps.json", root);
    assert_near_config(missing, near);
    assert_int_equal(remove_tree(root), 0);
    assert_false(config_read(&config, "configs/quik.json", NULL, 0, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, "configs/quik.json: No such file; did you mean 'configs/quick.json'?");
    assert_false(config_read(&config, "nothing-like-it.json", NULL, 0, &error));
}

AROUND_TESTS(make_path, remove_path)
