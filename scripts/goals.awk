# SPDX-License-Identifier: MIT
# The goals of goals.def against a scanbench CSV of configs/bench.json or bench-gpu.json: for each problem and number of
# workers, or device, the fastest implementation over its limit and over the fastest plugin, and the fastest emulated group
# kernel over the fastest native scan.
# Usage: awk -f goals.awk goals.def FS=, bench.csv

# Each of the problems that a text with alternatives stands for: "scan u32,i32" is two.
function spell(text, done,    word, rest, list, i) {
    if (text == "") { problems[++problem_count] = done; return }
    word = text; sub(/ .*/, "", word)
    rest = substr(text, length(word) + 2)
    for (i = split(word, list, ","); i > 0; i--)
        spell(rest, done (done == "" ? "" : " ") list[i])
}

function number(text) { sub(/^2\^/, "", text); return 2 ^ text }

# A line of goals.def: for each of its sizes, and each problem.
function take_goals(    cell, sizes, least, count, kinds, i, k, p, ends) {
    count = split($0, cell, / *\| */)
    problem_count = 0
    spell(cell[1], "")
    for (i = split(cell[3], sizes, " "); i > 0; i--) {
        goals++
        split(sizes[i], ends, "-")
        from[goals] = ends[1] == "" ? 0 : number(ends[1])
        to[goals] = sizes[i] !~ /-/ ? from[goals] : ends[2] == "" ? 2 ^ 60 : number(ends[2])
        place_of[goals] = cell[2]
        for (p = 1; p <= problem_count; p++) has_goal[goals, problems[p]] = 1
        for (k = 4; k <= count; k++) {
            split(cell[k], least, " ")
            if (least[i] != "-") goal[goals, k] = least[i]
        }
    }
}

# What a problem at a place and size is to reach of the LIMIT, a PEER, or a REPEATABLE one; "" for nothing.
function goal_of(problem, place, n, kind,    g) {
    for (g = 1; g <= goals; g++)
        if (has_goal[g, problem] && place_of[g] == place && n >= from[g] && n <= to[g] && (g, kind) in goal)
            return goal[g, kind]
    return ""
}

BEGIN { LIMIT = 4; PEER = 5; REPEATABLE = 6 }

FNR == NR { if ($0 !~ /^#/ && $0 != "") take_goals(); next }
FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
$at["family"] == "limit" || $at["status"] != "ok" { next }
{
    engine = "engine" in at ? $at["engine"] : "-"
    device = engine == "cuda" || engine == "opencl"
    what = $at["primitive"] " " $at["dtype"] ($at["mode"] == "-" ? "" : " " $at["mode"])
    if ("selectivity" in at && $at["primitive"] == "compact") what = what " " 100 * $at["selectivity"] "%"
    if (!device && what ~ /^scan/ && ($at["workers"] ~ /^[0-9]+$/ ? $at["workers"] : 1) == 1 && "isa" in at && $at["isa"] == "avx2") what = what " avx2"
    if ("in_place" in at && $at["in_place"] == "yes") what = what " in place"
    place = device ? $at["device"] : $at["workers"] ~ /^[0-9]+$/ ? $at["workers"] : 1
    kind = $at["family"] == "plugin" ? "peer" : $at["family"] == "group" && !device ? "group" : "own"
    key = what SUBSEP place SUBSEP $at["n"]
    rate = $at["bytes_per_s"] / 1e9
    goal_place[place] = device ? engine : place
    size = $at["dtype"] ~ /64/ ? 8 : 4
    if (device && $at["primitive"] == "scan") copy[place, size, $at["n"]] = $at["limit_bytes_per_s"] / 1e9
    bits[what] = size
    if (kind == "peer") has_peers = 1
    if (!(key in known)) { known[key] = 1; order[++keys] = key }
    if (kind == "peer") note_peer(key, $at["algorithm"], rate)
    if (rate > best[kind, key]) {
        best[kind, key] = rate
        name[kind, key] = $at["algorithm"] ("local" in at && $at["local"] != "-" && !device ? " " $at["local"] : "") tile()
        share[kind, key] = $at["limit_ratio"]
        mark[kind, key] = $at["grade"] == "unusable" ? "~" : " "
    }
}

# The shape of a group on a device: threads, and values per thread where it has them.
function tile() {
    if (!device || !($at["threads_per_group"] + 0 > 0)) return ""
    return " " $at["threads_per_group"] ($at["values_per_thread"] + 0 > 0 ? "x" $at["values_per_thread"] : "")
}

function note_peer(key, algorithm, rate,    i) {
    for (i = 1; i <= peers[key] && peer[key, i] != algorithm; i++);
    if (i > peers[key]) peers[key] = i
    peer[key, i] = algorithm
    if (rate > peer_rate[key, i]) peer_rate[key, i] = rate
}

function power(n,    e) { for (e = 0; 2 ^ e < n; e++); return 2 ^ e == n ? "2^" e : n }
function ratio(value) { return value > 0 ? sprintf("%.2f", value) : "-" }
function verdict(value, least) {
    if (!(value > 0) || least == "") return ""
    if (sprintf("%.2f", value) + 0 >= least + 0) { met++; return "met" }
    missed++
    return sprintf("missed by %.0f %%", 100 * (1 - value / least))
}
function line(what, place, n, kind, key, value, least, other) {
    printf "%-20s %7s %6s  %-26s %7.1f%s %8s %6s  %-16s %s\n", what, place, power(n), name[kind, key], \
        best[kind, key], mark[kind, key], ratio(value), least == "" ? "-" : least, verdict(value, least), other
}

# How near the fastest of ours comes to a peer, with the goal where it is one for it.
function beside(key, i, least,    value) {
    value = best["own", key] / peer_rate[key, i]
    return sprintf("%.2f of %s%s %s", value, peer[key, i], least == "" ? " (-)" : " (" least ")", verdict(value, least))
}

# The fastest peer, the fastest of those whose floats have the same bits in every run, and on a device the others.
function beside_all(key, part,    i, fast, same, place, text) {
    place = goal_place[part[2]]
    for (i = 1; i <= peers[key]; i++)
        if (peer[key, i] ~ /run-to-run/) { if (!same || peer_rate[key, i] > peer_rate[key, same]) same = i }
        else if (!fast || peer_rate[key, i] > peer_rate[key, fast]) fast = i
    if (fast) text = beside(key, fast, goal_of(part[1], place, part[3], PEER))
    if (same) text = text (text == "" ? "" : "; ") beside(key, same, goal_of(part[1], place, part[3], REPEATABLE))
    for (i = 1; i <= peers[key] && place != part[2]; i++)
        if (i != fast && i != same) text = text sprintf("; %.2f of %s", best["own", key] / peer_rate[key, i], peer[key, i])
    return text == "" ? "-" : text
}

# On a device, what reads alone or writes a part is to reach what copying as many elements does.
function limit_share(key, part,    rate) {
    rate = copy[part[2], bits[part[1]], part[3]]
    return part[1] ~ /^(reduce|dot|compact) / && rate > 0 ? best["own", key] / rate : share["own", key]
}

END {
    printf "%-20s %7s %6s  %-26s %7s  %8s %6s  %-16s %s\n", "problem", "workers", "n", "fastest of ours", "GB/s", \
        "of limit", "goal", "", "of the fastest peer (goal)"
    for (i = 1; i <= keys; i++) {
        key = order[i]
        split(key, part, SUBSEP)
        if (!(("own", key) in best)) continue
        line(part[1], part[2], part[3], "own", key, limit_share(key, part), \
            goal_of(part[1], goal_place[part[2]], part[3], LIMIT), beside_all(key, part))
    }
    for (i = 1; i <= keys; i++) {
        key = order[i]
        split(key, part, SUBSEP)
        if (!(("group", key) in best) || !(("own", key) in best)) continue
        if (!headed++)
            printf "\n%-20s %7s %6s  %-26s %7s  %8s %6s\n", "groups, emulated", "workers", "n", "fastest kernel", "GB/s", "of own", "goal"
        line(part[1], part[2], part[3], "group", key, best["group", key] / best["own", key], \
            goal_of("group", "emulate", part[3], LIMIT), "")
    }
    printf "\n%d goals met, %d missed%s; ~ unusable\n", met, missed, has_peers ? "" : "; no peers: `make peers` first"
}
