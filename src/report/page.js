'use strict';
const tables = [...document.querySelectorAll('table.rows')].map(table =>
  ({body: table.tBodies[0], heads: [...table.tHead.rows[0].cells]}));
const value = (row, column) => {
  const cell = row.cells[column], number = cell.dataset.value;
  return number === undefined ? cell.textContent : number === '' ? NaN : Number(number);
};
const compare = (a, b) => typeof a === 'string' ? a.localeCompare(b) : a - b;
for (const {body, heads} of tables)
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const sign = head.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
      const rows = [...body.rows].map(row => [value(row, column), row]);
      rows.sort(([a], [b]) => Number.isNaN(a) || Number.isNaN(b)
        ? Number.isNaN(a) - Number.isNaN(b) : sign * compare(a, b));
      body.append(...rows.map(([, row]) => row));
    });
  });
document.getElementById('search').addEventListener('input', event => {
  const words = event.target.value.toLowerCase().split(/\s+/);
  for (const {body} of tables)
    for (const row of body.rows)
      row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
});
