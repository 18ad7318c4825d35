#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the Debian package of an archive that `make dist` made. Usage: deb.sh ARCHIVE VERSION FOLDER
# The package and its .changes are left in FOLDER. What an archive has in build/ is built already where the flags are these.
set -eu
archive=$1 version=$2 folder=$3
tree=$folder/scanbench-$version

rm -rf "$folder"
mkdir -p "$folder"
tar -xf "$archive" -C "$folder"
cp -r "$tree/packaging/debian" "$tree/debian"

# As later than VERSION as the commit is: 0.1.0+git20260102.030405.abcdef0
commit=$(sed -n 's/^commit \([0-9a-f]*\) .*/\1/p' "$tree/.commit")
at=$(sed -n 's/^commit [0-9a-f]* //p' "$tree/.commit")
cat >"$tree/debian/changelog" <<EOF
scanbench ($version+git$(date -u -d "@$at" +%Y%m%d.%H%M%S).$commit) unstable; urgency=medium

  * Built from commit $commit.

 -- scanbench contributors <scanbench@localhost>  $(date -u -R -d "@$at")
EOF
cd "$tree"
dpkg-buildpackage -b -nc -us -uc
