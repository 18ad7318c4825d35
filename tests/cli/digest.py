# SPDX-License-Identifier: MIT
"""Give a made-up result its digest, as if scanbench had written it: from standard input to standard output."""
import hashlib
import re
import sys

blank = "0" * 64
text = re.sub(r'("schema_version": ?2,)', rf'\1 "digest": "{blank}",', sys.stdin.read(), count=1)
sys.stdout.write(text.replace(blank, hashlib.sha256(text.encode()).hexdigest(), 1))
