'use strict';
const table = document.getElementById('results');
const body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells];
const value = (row, column) => {
  const cell = row.cells[column];
  const text = cell.dataset.value ?? cell.textContent;
  return heads[column].classList.contains('number') ? (text === '' ? NaN : Number(text)) : text;
};
const compare = (a, b) => typeof a === 'string' ? a.localeCompare(b) : a - b;
heads.forEach((head, column) => head.querySelector('button').addEventListener('click', () => {
  const sign = head.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
  heads.forEach(other => other.removeAttribute('aria-sort'));
  head.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
  const rows = [...body.rows].map(row => [value(row, column), row]);
  rows.sort(([a], [b]) => Number.isNaN(a) || Number.isNaN(b)
    ? Number.isNaN(a) - Number.isNaN(b) : sign * compare(a, b));
  body.append(...rows.map(([, row]) => row));
}));
document.getElementById('search').addEventListener('input', event => {
  const words = event.target.value.toLowerCase().split(/\s+/);
  for (const row of body.rows)
    row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
});
