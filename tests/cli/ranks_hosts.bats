# SPDX-License-Identifier: MIT
# Ranks on two hosts, which here are network namespaces with a cable between them: the launcher starts the second one through
# a script in place of ssh. Where namespaces cannot be made (not root, a container) the tests are skipped.

load helpers
load ranks
bench=$(realpath "${SCANBENCH:-./scanbench}")

setup() {
    begin_ranks
    host="sb$$h"
    command -v ip >/dev/null || skip "iproute2 is not here"
    ip netns add "${host}1" 2>/dev/null || skip "network namespaces cannot be made here"
    connect || skip "network namespaces cannot be connected here"
    # HOST COMMAND…, as ssh is called; the last number of an address is that of the namespace.
    cat >"$BATS_TEST_TMPDIR/agent" <<END
#!/bin/sh
while [ "\${1#-}" != "\$1" ]; do shift; done
to=\${1##*.}
shift
exec ip netns exec "$host\$to" sh -c "\$*"
END
    chmod +x "$BATS_TEST_TMPDIR/agent"
}

connect() {
    {
        ip netns add "${host}2" && ip link add v1 netns "${host}1" type veth peer name v2 netns "${host}2" || return
        for i in 1 2; do
            ip -n "$host$i" addr add "10.77.0.$i/24" dev "v$i" && ip -n "$host$i" link set lo up &&
                ip -n "$host$i" link set "v$i" up || return
        done
    } 2>/dev/null
}

teardown() {
    local i pid
    for i in 1 2; do
        for pid in $(ip netns pids "$host$i" 2>/dev/null); do
            kill -9 "$pid" 2>/dev/null || true
        done
        ip netns del "$host$i" 2>/dev/null || true
    done
}

# Run the program on both: as `launch LIBRARY ARGUMENT…`, from the first one.
launch() {
    local library=$1
    shift
    local -x SCANBENCH_MPI="$BATS_FILE_TMPDIR/$library.so"
    case $library in
    openmpi)
        set -- --mca plm_rsh_agent "$BATS_TEST_TMPDIR/agent" --host 10.77.0.1,10.77.0.2 --mca btl tcp,self -x SCANBENCH_MPI \
            --mca oob_tcp_if_include 10.77.0.0/24 --mca btl_tcp_if_include 10.77.0.0/24 -n 2 "$bench" -q "$@"
        ;;
    mpich)
        set -- -launcher ssh -launcher-exec "$BATS_TEST_TMPDIR/agent" -hosts 10.77.0.1,10.77.0.2 -n 2 \
            "$bench" -q "$@"
        ;;
    esac
    timeout 200 ip netns exec "${host}1" "mpiexec.$library" "$@"
}

sent() { # bytes that the first one has sent
    ip netns exec "${host}1" cat /sys/class/net/v1/statistics/tx_bytes
}

two_hosts() { # LIBRARY BYTES: that are sent at least
    need "$1"
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": [0, 1021], "collective": ["library", "round-optimal"] }' \
        '{ "primitive": "compact", "algorithm": "mpi/compact-rebalanced", "dtype": "u32", "sizes": 1021 }'
    run -0 launch "$1" -c "$config" -o - --format=csv --smoke
    [ "$(points ok)" -eq 5 ]
    [ "$(sent)" -gt "$2" ]
}

# Messages of up to 1 MiB are timed over the cable.
@test "Open MPI: two hosts start, and are right" {
    two_hosts openmpi 8000000
}

# Its transports see that both have one kernel, and use that; it starts over the cable.
@test "MPICH: two hosts start, and are right" {
    two_hosts mpich 2000
}

# The launcher cannot reach the other host any more either, and waits for it; what is measured is safe by then.
@test "Open MPI: a cut cable ends the run after --timeout, with what was finished" {
    need openmpi
    slow_sweep cut
    launch openmpi --timeout 6s -c "$config" -o "$BATS_TEST_TMPDIR" >"$BATS_TEST_TMPDIR/log" 2>&1 3>&- &
    await_point cut
    ip -n "${host}1" link set v1 down
    for _ in $(seq 600); do
        if grep -q 'no sign of life' "$BATS_TEST_TMPDIR/log"; then
            break
        fi
        sleep 0.1
    done
    grep -qE '(a rank|rank 1) gave no sign of life for 6 s: the run ends' "$BATS_TEST_TMPDIR/log"
    grep -q '"status": "ok"' "$BATS_TEST_TMPDIR"/cut-*Z.json
}
