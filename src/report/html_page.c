/* SPDX-License-Identifier: MIT */
/* The fixed text of the HTML report: style and script. */
#include "report/html_page.h"

const char html_page_style[] =
    "body{font:15px/1.45 system-ui,sans-serif;color:#222;background:#fff;margin:2em auto;max-width:90em;"
    "padding:0 1.5em}\n"
    "h1{font-size:1.6em;margin:0}h2{font-size:1.2em;margin:2em 0 .5em}\n"
    "p.origin{color:#666;margin:.2em 0 0}\n"
    "table{border-collapse:collapse}\n"
    "th,td{padding:.15em .6em;text-align:left;border-bottom:1px solid #e4e4e4;white-space:nowrap}\n"
    "td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}\n"
    "#results th{position:sticky;top:0;background:#f4f4f4}\n"
    "#results th button{all:unset;cursor:pointer;font-weight:600}\n"
    "#results th button:focus-visible{outline:2px solid #0072b2}\n"
    "th[aria-sort=ascending] button::after{content:' \\25B2'}\n"
    "th[aria-sort=descending] button::after{content:' \\25BC'}\n"
    "tr.unstable td{color:#888}\n"
    "td.holds{color:#00734d}td.fails{color:#b03a00}td.open{color:#7a6a00}\n"
    "figure{margin:1em 0;overflow-x:auto}figure svg{max-width:100%;height:auto}\n"
    "dl{display:grid;grid-template-columns:max-content auto;gap:.1em 1.5em}dt{color:#666}dd{margin:0}\n"
    "input{font:inherit;padding:.2em .5em;width:22em}\n"
    "div.scroll{overflow:auto;max-height:80vh}\n"
    "@media print{input{display:none}div.scroll{max-height:none}}\n";

/* A click on a head sorts by it, ascending first, numbers as numbers and what is missing last; the words of
 * the search must all be in a row. */
const char html_page_script[] =
    "'use strict';\n"
    "const table = document.getElementById('results');\n"
    "const body = table.tBodies[0];\n"
    "const heads = [...table.tHead.rows[0].cells];\n"
    "const value = (row, column) => {\n"
    "  const cell = row.cells[column];\n"
    "  const text = cell.dataset.value ?? cell.textContent;\n"
    "  return heads[column].classList.contains('number') ? (text === '' ? NaN : Number(text)) : text;\n"
    "};\n"
    "const compare = (a, b) => typeof a === 'string' ? a.localeCompare(b) : a - b;\n"
    "heads.forEach((head, column) => head.querySelector('button').addEventListener('click', () => {\n"
    "  const sign = head.getAttribute('aria-sort') === 'ascending' ? -1 : 1;\n"
    "  heads.forEach(other => other.removeAttribute('aria-sort'));\n"
    "  head.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');\n"
    "  const rows = [...body.rows].map(row => [value(row, column), row]);\n"
    "  rows.sort(([a], [b]) => Number.isNaN(a) || Number.isNaN(b)\n"
    "    ? Number.isNaN(a) - Number.isNaN(b) : sign * compare(a, b));\n"
    "  body.append(...rows.map(([, row]) => row));\n"
    "}));\n"
    "document.getElementById('search').addEventListener('input', event => {\n"
    "  const words = event.target.value.toLowerCase().split(/\\s+/);\n"
    "  for (const row of body.rows)\n"
    "    row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));\n"
    "});\n";
