#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An exported CUDA file as C++ for the stand-in for a device, with small arrays in its self test.

Usage: on_cpu.py FILE >OUT   1 where there is assembly that it does not know."""
import re
import sys

MEMORY = r'\s*:\s*"memory"\);'
REPLACED = (
    (r'asm volatile\("ld[.\w]+ %0, \[%1\];"\s*:\s*"=\w"\((\w+)\)\s*:\s*"l"\((\w+)\)' + MEMORY, r"\1 = *\2;"),
    (r'asm volatile\("ld[.\w]+ \{%0, %1\}, \[%2\];"\s*:\s*"=l"\((\w+)\.x\),\s*"=l"\(\w+\.y\)\s*:\s*"l"\((\w+)\)' + MEMORY, r"\1 = *\2;"),
    (r'asm volatile\("st[.\w]+ \[%0\], %1;"\s*::\s*"l"\((\w+)\),\s*"\w"\((.*)\)' + MEMORY, r"*\1 = \2;"),
    (r'asm volatile\("st[.\w]+ \[%0\], \{%1, %2\};"\s*::\s*"l"\((\w+)\),\s*"l"\((\w+)\),\s*"l"\((\w+)\)' + MEMORY, r"\1->x = \2; \1->y = \3;"),
    (r'asm volatile\("atom[.\w]*exch[.\w]+ %0, \[%1\], %2;"\s*:\s*"=\w"\((\w+)\)\s*:\s*"l"\((\w+)\),\s*"\w"\((\w+)\)' + MEMORY,
     r"\1 = fake_exchange(\2, \3);"),
    (r'asm volatile\("atom[.\w]*cas[.\w]+ %0, \[%1\], %2, %3;"\s*:\s*"=\w"\((\w+)\)\s*:\s*"l"\((\w+)\),\s*"\w"\((\w+)\),\s*"\w"\((\w+)\)' + MEMORY,
     r"\1 = *\2 == \3 ? fake_exchange(\2, \4) : *\2;"),
    (r'asm volatile\("fence[.\w]*;"\s*:::\s*"memory"\)', "(void)0"),
    (r'(\w+)<<<([^;]*?),\s*0,\s*stream>>>\(([^;]*)\);', r"fake_launch(\2, [=] { \1(\3); });"),
    (r"1 << 24", "1 << 15"),
    (r"\(1 << 20\) - 1, 65537", "8191"),
    (r"REPEATS = 10", "REPEATS = 1"),
)
text = open(sys.argv[1], encoding="utf-8").read()
text = re.sub(r'asm volatile\(.*?"memory"\);', lambda found: re.sub(r'"\s+"', "", found[0]), text, flags=re.S)
for pattern, by in REPLACED:
    text = re.sub(pattern, by, text)
if "asm volatile" in text:
    sys.exit("unknown: " + text[text.index("asm volatile"):][:100])
print(text)
