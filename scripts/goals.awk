# SPDX-License-Identifier: MIT
# The goals of the CPU families against a scanbench CSV of configs/bench.json: for each problem and number of workers
# the fastest implementation over its limit and over the fastest plugin, and the fastest emulated group kernel over the
# fastest native scan.
# Usage: awk -F, -f goals.awk bench.csv

# A goal: what, workers, then for 2^16 (a core's cache), 2^20 (the last cache) and 2^27 (memory) the least ratio to the
# limit and to the peer.
function goal(what, workers, limits, peers,    l, p, i) {
    split(limits, l, " ")
    split(peers, p, " ")
    for (i = 1; i <= 3; i++) {
        limit_goal[what, workers, size[i]] = l[i]
        peer_goal[what, workers, size[i]] = p[i]
    }
}

BEGIN {
    size[1] = 2 ^ 16; size[2] = 2 ^ 20; size[3] = 2 ^ 27
    split("inclusive exclusive", modes, " ")
    for (m in modes) {
        goal("scan u32 " modes[m], 1, "0.70 0.97 0.97", "2.3 1.7 1.25")
        goal("scan u32 " modes[m], 2, "0.60 0.85 0.88", "2.5 1.8 1.35")
        goal("scan f32 " modes[m], 1, "0.58 0.95 0.97", "2.2 1.9 1.25")
    }
    split("reduce dot", kinds, " ")
    split("u32 f32", dtypes, " ")
    for (k in kinds) {
        for (d in dtypes) {
            goal(kinds[k] " " dtypes[d], 1, "1.00 1.00 0.98", "1.0 1.0 1.0")
            goal(kinds[k] " " dtypes[d], 2, "0.97 0.97 0.98", "1.6 1.15 1.0")
        }
    }
    goal("compact u32", 1, "0.80 0.75 0.92", "1.15 1.15 1.3")
    goal("compact u32", 2, "0.70 0.70 0.90", "10 10 10")
    group_goal[size[1]] = 0.45; group_goal[size[2]] = 0.50; group_goal[size[3]] = 0.60
}

NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
$at["family"] == "limit" || $at["status"] != "ok" { next }
{
    what = $at["primitive"] " " $at["dtype"] ($at["mode"] == "-" ? "" : " " $at["mode"])
    workers = $at["workers"] ~ /^[0-9]+$/ ? $at["workers"] : 1
    kind = $at["family"] == "plugin" ? "peer" : $at["family"] == "group" ? "group" : "own"
    key = what SUBSEP workers SUBSEP $at["n"]
    rate = $at["bytes_per_s"] / 1e9
    if (kind == "peer") has_peers = 1
    if (!(key in known)) { known[key] = 1; order[++keys] = key }
    if (rate > best[kind, key]) {
        best[kind, key] = rate
        name[kind, key] = $at["algorithm"] ("local" in at && $at["local"] != "-" ? " " $at["local"] : "")
        share[kind, key] = $at["limit_ratio"]
        mark[kind, key] = index($at["flags"], "unstable") ? "~" : " "
    }
}

function power(n,    e) { for (e = 0; 2 ^ e < n; e++); return 2 ^ e == n ? "2^" e : n }
function ratio(value) { return value > 0 ? sprintf("%.2f", value) : "-" }
function verdict(value, least) {
    if (!(value > 0) || least == "") return ""
    if (sprintf("%.2f", value) + 0 >= least + 0) { met++; return "met" }
    missed++
    return sprintf("missed by %.0f %%", 100 * (1 - value / least))
}
function line(what, workers, n, kind, key, value, least, other) {
    printf "%-20s %7s %6s  %-26s %7.1f%s %8s %6s  %-16s %s\n", what, workers, power(n), name[kind, key], \
        best[kind, key], mark[kind, key], ratio(value), least == "" ? "-" : least, verdict(value, least), other
}

END {
    printf "%-20s %7s %6s  %-26s %7s  %8s %6s  %-16s %s\n", "problem", "workers", "n", "fastest of ours", "GB/s", \
        "of limit", "goal", "", "of the fastest peer (goal)"
    for (i = 1; i <= keys; i++) {
        key = order[i]
        split(key, part, SUBSEP)
        if (!(("own", key) in best)) continue
        peer = "-"
        if (("peer", key) in best) {
            value = best["own", key] / best["peer", key]
            least = peer_goal[key]
            peer = sprintf("%.2f of %s (%s) %s", value, name["peer", key], least == "" ? "-" : least, verdict(value, least))
        }
        line(part[1], part[2], part[3], "own", key, share["own", key], limit_goal[key], peer)
    }
    printf "\n%-20s %7s %6s  %-26s %7s  %8s %6s\n", "groups, emulated", "workers", "n", "fastest kernel", "GB/s", "of own", "goal"
    for (i = 1; i <= keys; i++) {
        key = order[i]
        split(key, part, SUBSEP)
        if (("group", key) in best && ("own", key) in best)
            line(part[1], part[2], part[3], "group", key, best["group", key] / best["own", key], group_goal[part[3]], "")
    }
    printf "\n%d goals met, %d missed%s; ~ unstable\n", met, missed, has_peers ? "" : "; no peers: `make peers` first"
}
