#!/bin/sh
# SPDX-License-Identifier: MIT
# Packs the program with its configs, charts and manual pages into one archive that runs without a compiler or packages:
# jansson and hwloc are linked in, libraries of GPUs are still loaded by name. Usage: dist_bin.sh NAME FOLDER OBJECT…
# CC, CFLAGS and LDFLAGS are those of the build. Leaves FOLDER/NAME.tar.gz.
set -eu
name=$1 folder=$2
shift 2
tree=$folder/$name

archive_of() { # PACKAGE
    library=$(pkg-config --variable=libdir "$1")/lib$1.a
    [ -e "$library" ] || { echo "dist-bin: no $library; expected the static library of $1's -dev package" >&2; exit 3; }
    echo "$library"
}

hwloc=$(archive_of hwloc)
jansson=$(archive_of jansson)
rm -rf "$tree"
mkdir -p "$tree/man"
# shellcheck disable=SC2086 # flags are several words
${CC:-cc} ${CFLAGS-} ${LDFLAGS-} -pthread -o "$tree/scanbench" "$@" packaging/no_udev.c "$hwloc" "$jansson" -lm
strip "$tree/scanbench"
cp -r configs README.md LICENSE docs "$tree"
mkdir "$tree/scripts"
cp scripts/*.gp "$tree/scripts"
for page in man/*.[1-9]; do
    scripts/man_page.sh "$tree/scanbench" "$page" >"$tree/man/$(basename "$page")"
done
cp src/plugin/scanbench.h src/plugin/example.c "$tree"
tar -czf "$folder/$name.tar.gz" -C "$folder" --owner=0 --group=0 "$name"
rm -rf "$tree"
