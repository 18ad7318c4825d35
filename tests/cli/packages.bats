# SPDX-License-Identifier: MIT
# What is missing is named before anything is installed, and nothing is installed when all is there.

load helpers

# A PATH of our own: a shell, the tools the script needs, and programs that note how they were called.
setup() {
    bin="$BATS_TEST_TMPDIR/bin"
    calls="$BATS_TEST_TMPDIR/calls"
    mkdir "$bin"
    for tool in sh env id echo; do
        ln -s "$(command -v "$tool")" "$bin/$tool"
    done
}

stub() { # NAME STATUS
    printf '#!/bin/sh\necho "%s $*" >>"%s"\nexit %d\n' "$1" "$calls" "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}

packages() {
    env PATH="$bin" CC=gcc sh scripts/packages.sh "$@"
}

@test "packages: require names every missing package and exits 3" {
    run -3 packages require build test plot
    [[ "$output" == "error: missing: gcc "* ]]
    for package in pkg-config libjansson-dev libhwloc-dev libcmocka-dev bats jq python3 gnuplot-nox; do
        [[ "$output" == *" $package"* ]]
    done
}

@test "packages: without apt-get, install prints the packages and exits 3" {
    run -3 packages install plot
    [[ "$output" == *"missing: gnuplot-nox"*"no apt-get"* ]]
}

@test "packages: install says what it installs before apt-get is called" {
    stub apt-get 0
    stub sudo 0
    run -0 packages install plot
    [ "$output" = "Installing with apt-get: gnuplot-nox" ]
    if [ "$(id -u)" -eq 0 ]; then
        [[ "$(cat "$calls")" == *"install -y -qq --no-install-recommends gnuplot-nox" ]]
    else
        [[ "$(cat "$calls")" == *"sudo env DEBIAN_FRONTEND=noninteractive apt-get install"* ]]
    fi
}

@test "packages: a refusal of apt-get is exit 3 and names the packages" {
    stub apt-get 100
    stub sudo 100
    run -3 packages install plot
    [[ "$output" == *"error: missing: gnuplot-nox"*"apt-get could not install them"* ]]
}

@test "packages: nothing is installed when all is there" {
    stub apt-get 0
    stub sudo 0
    stub gcc 0
    stub pkg-config 0
    stub gnuplot 0
    run -0 packages install build plot
    [ -z "$output" ]
    refute grep apt-get "$calls"
}

@test "packages: the compiler that CC names is the one looked for" {
    run -3 env PATH="$bin" CC="clang -m64" sh scripts/packages.sh require build
    [[ "$output" == "error: missing: clang "* ]]
}

@test "make clean and make -n need no packages" {
    ln -s "$(command -v uname)" "$bin/uname"
    make=$(command -v make)
    run -0 env PATH="$bin:$BATS_TEST_TMPDIR" CC=gcc "$make" -n clean BUILD="$BATS_TEST_TMPDIR/build"
}

@test "packages: to run NEON elsewhere, the foreign architecture is added, and removed when that was in vain" {
    [ ! -e /usr/lib/aarch64-linux-gnu/pkgconfig/jansson.pc ] || skip "its libraries are here"
    ln -s "$(command -v grep)" "$bin/grep"
    stub dpkg 0
    stub apt-get 100
    stub sudo 0
    [ "$(id -u)" -eq 0 ] || skip "through sudo nothing fails here"
    run -3 packages install neon
    [[ "$output" == *"missing: gcc-aarch64-linux-gnu qemu-user libjansson-dev:arm64 libhwloc-dev:arm64"* ]]
    [ "$(grep -c 'dpkg --add-architecture arm64' "$calls")" -eq 1 ]
    [ "$(grep -c 'dpkg --remove-architecture arm64' "$calls")" -eq 1 ]
}
