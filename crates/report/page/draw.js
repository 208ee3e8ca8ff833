// Elements, words and signs.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  // Words of others are text here, never HTML.
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const el = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
const svg = (name, attributes, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

const number = (value) => value.toLocaleString("en-US");
const count = (value, noun, nouns = `${noun}s`) => `${number(value)} ${value === 1 ? noun : nouns}`;
const clock = (at) => new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = (at) => new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
const moment = (at) => (at ? `${day(at)}, ${clock(at)}` : "at an unknown time");
const shortId = (id) => id.slice(0, 8) || "no session";

function span(ms) {
  const seconds = Math.round(ms / 1000);
  if (ms < 1000) return `${ms} ms`;
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86400)} days`;
}

/** One unit: 1.3 ms, 250 ms, 4 s. */
function micros(us) {
  if (us < 100000) return `${us ? (Math.floor(us / 100) / 10).toFixed(1) : 0} ms`;
  return us < 1000000 ? `${Math.floor(us / 1000)} ms` : span(us / 1000);
}

/** A sign for an outcome: told apart by its shape, and by its colour. */
function sign(outcome, x, y, r = 6, extra = "") {
  const paths = {
    deny: `M${x} ${y - r - 1}L${x + r + 1} ${y}L${x} ${y + r + 1}L${x - r - 1} ${y}Z`,
    ask: `M${x} ${y - r}L${x + r} ${y + r}L${x - r} ${y + r}Z`,
    warn: `M${x} ${y + r}L${x + r} ${y - r}L${x - r} ${y - r}Z`,
    error: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`,
    answer: `M${x - r + 1} ${y - r + 1}H${x + r - 1}V${y + r - 1}H${x - r + 1}Z`,
    context: `M${x - r + 2} ${y}a${r - 2} ${r - 2} 0 1 0 ${2 * r - 4} 0a${r - 2} ${r - 2} 0 1 0 ${4 - 2 * r} 0Z`,
    silent: `M${x} ${y - r + 2}V${y + r - 2}`,
  };
  return svg("path", { d: paths[outcome], class: `${outcome} ${extra}`.trim() });
}

const icon = (outcome, extra) =>
  svg("svg", { width: 18, height: 18, "aria-hidden": "true" }, sign(outcome, 9, 9, 6, extra));

const outcomeCell = (outcome) => el("span", { class: "outcome" }, icon(outcome), OUTCOMES[outcome]);

const nothing = (words) => el("p", { class: "none" }, words);

/** Rows below each other, so many at a time. A column is `[head, cell, class]`. */
function table(caption, columns, rows, size = 50) {
  let page = 0;
  // The roles are said since narrow pages show rows as blocks, which browsers take for no table.
  const body = el("tbody", { role: "rowgroup" });
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const where = el("span", { class: "quiet", role: "status" });
  const back = el("button", { type: "button" }, "Previous");
  const on = el("button", { type: "button" }, "Next");
  const show = (to) => {
    page = Math.min(last, Math.max(0, to));
    const shown = rows.slice(page * size, page * size + size);
    body.replaceChildren(...shown.map((row) =>
      el("tr", { role: "row" }, columns.map(([head, cell, kind]) =>
        el("td", { role: "cell", class: kind, "data-head": head }, cell(row))))));
    where.textContent = `Page ${page + 1} of ${last + 1}`;
    back.disabled = page === 0;
    on.disabled = page === last;
  };
  back.addEventListener("click", () => show(page - 1));
  on.addEventListener("click", () => show(page + 1));
  show(0);
  const heads = columns.map(([head, , kind]) => el("th", { role: "columnheader", scope: "col", class: kind }, head));
  const top = el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, heads));
  const whole = el("table", { role: "table" }, el("caption", {}, caption), top, body);
  const region = { class: "scroll", role: "region", "aria-label": caption, tabindex: 0 };
  const pager = last > 0 ? el("div", { class: "pager" }, back, on, where) : null;
  return el("div", {}, el("div", region, whole), pager);
}

/** A bar of so much of the most. */
function bar(parts, most, width = 160) {
  let x = 0;
  const drawn = parts.map(([value, kind]) => {
    const wide = most ? Math.max(value ? 2 : 0, (value / most) * width) : 0;
    const rect = svg("rect", { x, y: 3, width: wide, height: 12, class: kind });
    x += wide;
    return rect;
  });
  return svg("svg", { width, height: 18, "aria-hidden": "true" }, drawn);
}
