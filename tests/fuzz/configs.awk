# SPDX-License-Identifier: MIT
# Random configs, one a line: most of what they say a config may say, some of it with a mistake.
# Usage: awk -v seed=N -v count=N -f configs.awk
BEGIN {
    srand(seed)
    axes = split("engine group_algorithm broadcast dtype op scan_mode sizes threads_per_group values_per_thread unroll arrangement vector_width groups " \
                 "lane_scan workers isa selectivity pages cache device", axis, " ")
    words["group_algorithm"] = "\"raking\" \"cooperative\" \"blelloch\" \"hillis-steele\" \"cub-raking\" \"shared-tree\" \"sequential\" \"blelloch-padded\" \"shared-tree-volatile\""
    words["broadcast"] = "\"no\" \"yes\" \"lanes\""
    words["dtype"] = "\"u32\" \"i32\" \"u64\" \"i64\" \"f32\" \"f64\""
    words["op"] = "\"sum\" \"min\" \"max\" \"product\""
    words["scan_mode"] = "\"inclusive\" \"exclusive\""
    words["arrangement"] = "\"blocked\" \"striped\""
    words["lane_scan"] = "\"kogge-stone\" \"sklansky\" \"brent-kung\" \"han-carlson\""
    words["isa"] = "\"best\" \"sse4\" \"avx2\" \"avx512\" \"neon\""
    words["pages"] = "\"4k\" \"huge\""
    words["cache"] = "\"hot\""
    words["device"] = "\"model\" \"metal-m1\" \"metal-3.2\" \"cuda\" \"cpu\" \"cuda:0\" \"opencl:0\""
    words["primitive"] = "\"scan\" \"tiled_scan\" \"reduce\" \"dot\" \"count\" \"compact\" \"copy\" \"read\" \"read2\" \"partial-copy\""
    words["algorithm"] = "\"*\" \"*\" \"*\" \"*l*\" \"serial\" \"simd/*\" \"threads/*\" \"group/*\" \"group/lookback\""
    words["number"] = "0 1 2 3 4 7 8 16 31 32 33 64 128 256 1000 1024 4096 \"1Ki\" \"64Ki\" \"1Mi\" \"1M\" \"1e6\" 1e6 65537 \"4Gi\""
    words["odd"] = "-1 1.5 1e999 NaN null true \"\" \"abc\" \"1Kib\" 9007199254740993.0 18446744073709551616 288230376151711745 1e-400 \"\\u0000\" \"\\u001b[31m\" \"\\u009b31m\" \"\\u202e\" \"\\ud800\" [] {} [[]] [null] {\"from\":1} {\"from\":1,\"to\":0,\"add\":1} {\"from\":0,\"to\":8,\"multiply\":2} {\"from\":1,\"to\":1e18,\"add\":1} {\"from\":1,\"to\":4,\"multiply\":1}"
    words["wrong"] = "\"metal\" \"raken\" \"u8\" \"summ\" \"mmx\" \"cold\" \"cuda:99\" \"/dev/null\" \"sort\" \"group/chained/raking\" \"serail\" \"[\" \"0s\" \"-1s\" \"1e300s\""
    words["fraction"] = "0.5 0.25 0.001 1e-9"
    words["key"] = "\"wrokers\" \"size\" \"n\" \"\" \"$schema\" \"exclude\" \"name\" \"\\u0007\""
    words["name"] = "\"a\" \"m1-scan\" \"x.y_z\" \"a/b\" \"..\" \"\" \"-x\" \"$(id)\" \"=1+1\" 5 \"\\u001b]0;x\\u0007\""
    words["time"] = "\"1ms\" \"2s\" \"1h\""
    words["plots"] = "\"bandwidth-vs-size\" \"ladder\" \"heatmap\" \"accuracy\""
    words["condition"] = "\"<1Ki\" \">=1M\" \"1000\" \"!=3\" \"<\" \"<x\" 7 \"serial\" \"group/*\""
    for (n = 1; n <= count; n++)
        print maybe(0.01) ? torn(config()) : config()
}

function maybe(share) { return rand() < share }
function below(most) { return int(rand() * most) }
function one_of(name,    list, size) { size = split(words[name], list, " "); return list[1 + below(size)] }

function number() { return maybe(0.5) ? 1 + below(4096) : one_of("number") }

function range() {
    return "{\"from\":" 1 + below(100) ",\"to\":" (maybe(0.9) ? 100 + below(10000) : number()) "," (maybe(0.8) ? "\"multiply\":" (2 + below(9)) : "\"add\":" (1 + below(5000))) "}"
}

function value(name) {
    if (maybe(0.004)) return one_of("odd")
    if (maybe(0.004)) return one_of("wrong")
    if (name in words) return one_of(name)
    if (name == "selectivity") return one_of("fraction")
    if (name == "vector_width") return 2 ^ below(3)
    if (name == "workers" && maybe(0.3)) return maybe(0.5) ? "\"cores\"" : "\"pus\""
    if (name == "threads_per_group") return maybe(0.99) ? 2 ^ below(11) : number()
    if (name == "values_per_thread" || name == "unroll" || name == "workers") return maybe(0.99) ? 2 ^ below(4) : number()
    return number()
}

function values(name,    i, size, text) {
    if (maybe(0.6)) return value(name)
    if (name == "sizes" ? maybe(0.5) : maybe(0.005)) return range()
    size = 1 + below(4)
    text = value(name)
    for (i = 2; i <= size; i++) text = text "," value(name)
    return "[" text "]"
}

function member(name) { return "\"" name "\":" values(name) }

function members(share,    i, text) {
    text = ""
    for (i = 1; i <= axes; i++)
        if (axis[i] != "sizes" && maybe(share)) text = text "," member(axis[i])
    if (maybe(0.01)) text = text "," one_of("key") ":" one_of("odd")
    return text
}

function sweep(    text) {
    text = "\"primitive\":" values("primitive") ",\"algorithm\":" values("algorithm")
    if (maybe(0.95)) text = text "," member("sizes")
    text = text members(0.06)
    if (maybe(0.03)) text = text ",\"zip\":{" substr(members(0.1), 2) "}"
    if (maybe(0.1)) text = text ",\"exclude\":[{\"" axis[1 + below(axes)] "\":" one_of("condition") ",\"n\":" one_of("condition") "}]"
    return "{" text "}"
}

function config(    i, size, text) {
    text = "\"name\":" (maybe(0.97) ? "\"random\"" : one_of("name"))
    if (maybe(0.5)) {
        text = text ",\"measure\":{\"samples\":" 1 + below(1000)
        if (maybe(0.5)) text = text ",\"time\":" (maybe(0.95) ? one_of("time") : one_of("wrong"))
        if (maybe(0.3)) text = text ",\"processes\":" 1 + below(5)
        if (maybe(0.3)) text = text ",\"seed\":" number()
        text = text "}"
    }
    if (maybe(0.4)) text = text ",\"machine\":{\"pin\":" (maybe(0.9) ? "\"none\"" : one_of("odd")) "," member("workers") "," member("pages") "}"
    size = 1 + below(3)
    text = text ",\"sweeps\":[" sweep()
    for (i = 2; i <= size; i++) text = text "," sweep()
    text = text "]"
    if (maybe(0.2)) text = text ",\"plots\":[{\"kind\":" one_of("plots") "}]"
    if (maybe(0.02)) text = text ",\"expect\":[{\"name\":" one_of("name") ",\"fast\":" one_of("odd") "}]"
    return "{" text "}"
}

# Cut, doubled or with a byte changed.
function torn(text,    at) {
    at = 1 + below(length(text))
    if (maybe(0.4)) return substr(text, 1, at)
    if (maybe(0.5)) return text substr(text, at)
    return substr(text, 1, at - 1) substr("{}[],:\"\\0 ", 1 + below(10), 1) substr(text, at + 1)
}
