// A session as lanes of time.

const LANE = 34;
const TOP = 8;
const BIN = 14;
const MAX_TOLD = 8;

/** The lanes of a session, each with what is drawn in it, binned so that nothing overlaps. */
function lanesOf(session, shown, place) {
  const you = session.prompts.filter(([at]) => isTime(at)).map(([at, words]) => ({ kind: "prompt", at, words }));
  const waits = session.waits.filter((wait) => isTime(wait.from)).map((wait) => ({ ...wait, kind: "wait", what: wait.kind, at: wait.from }));
  const compactions = session.compactions.filter(isTime).map((at) => ({ kind: "compaction", at }));
  const agents = [...new Set(["", ...shown.map((call) => call.agent)])];
  const lane = (name, items) => {
    const bins = grouped(items, (item) => Math.round(place(item.at) / BIN));
    return { name, bins: bins.map(([at, of]) => ({ x: at * BIN, items: of })).sort((a, b) => a.x - b.x) };
  };
  const own = agents.map((agent) =>
    lane(agent ? `Subagent ${shortId(agent)}` : "Agent", shown.filter((call) => call.agent === agent)));
  return [lane("You", [...you, ...waits, ...compactions]), ...own];
}

const strongest = (items) =>
  items.reduce((best, item) =>
    (STRENGTH.indexOf(item.outcome) > STRENGTH.indexOf(best.outcome) ? item : best));

function drawBin(bin, y, place, session) {
  const first = bin.items[0];
  if (!first.kind) {
    const call = strongest(bin.items);
    const parts = [sign(call.outcome, bin.x, y, 6, call.false_alarm ? "hollow" : "")];
    if (bin.items.some((item) => item.overruled)) {
      parts.push(svg("circle", { cx: bin.x, cy: y, r: 10, class: "overruled" }));
    }
    return parts;
  }
  return bin.items.map((item) => {
    if (item.kind === "compaction") {
      return svg("path", { d: `M${bin.x} ${y - 12}V${y + 12}`, class: "compaction" });
    }
    if (item.kind === "wait") {
      const end = place(item.until ?? session.last);
      const from = place(item.from);
      return svg("rect", { x: from, y: y - 5, width: Math.max(3, end - from), height: 10, class: "wait" });
    }
    return svg("path", { d: `M${bin.x} ${y + 8}V${y - 8}l8 4l-8 4`, class: "flag" });
  });
}

/** What is told of a prompt, a waiting time, a compaction or a call. */
function told(item) {
  const words = {
    prompt: () => `You: ${item.words}`,
    compaction: () => "The context was compacted",
    wait: () => `Waited for you (${item.what}) ${item.until ? span(item.until - item.from) : "until an unknown time"}: ${item.words}`,
  };
  if (item.kind) return [`${clock(item.at)} ${words[item.kind]()}`, []];
  const more = [item.failed ? "failed" : null, item.overruled ? "denied before, and has run" : null, item.false_alarm].filter(Boolean);
  const said = item.said.map((one) => [
    `${one.hook} ${one.outcome}${one.rule && ` by ${one.rule}`}${one.reason && `: ${one.reason}`}`,
    `(${[one.event, one.shadow ? "shadow" : one.fate, micros(one.us), one.told ? count(one.told, "character") : ""].filter(Boolean).join(", ")})`,
  ].join(" "));
  return [`${clock(item.at)} ${item.name} ${item.tried}${more.length ? ` [${more.join("; ")}]` : ""}`, said];
}

const tip = document.getElementById("tip");

function showTip(bin, mark) {
  const some = bin.items.slice().sort((a, b) => STRENGTH.indexOf(b.outcome) - STRENGTH.indexOf(a.outcome));
  const lines = some.slice(0, MAX_TOLD).flatMap((item) => {
    const [line, said] = told(item);
    return [el("p", {}, line), said.length ? el("ul", {}, said.map((words) => el("li", {}, words))) : null];
  });
  const left = some.length - MAX_TOLD;
  tip.replaceChildren(...lines.filter(Boolean), ...(left > 0 ? [el("p", { class: "quiet" }, `and ${left} more: see Calls`)] : []));
  tip.hidden = false;
  const box = mark.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const below = box.bottom + 8 + height < innerHeight || box.top < height + 8;
  tip.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
  tip.style.top = `${below ? box.bottom + 8 : box.top - height - 8}px`;
}

const hideTip = () => { tip.hidden = true; };

/** The arrow keys: along a lane, to the next one, to its ends. */
function step(event, lanes, at) {
  const [row, column] = at;
  const nearest = (lane) => {
    const distance = (bin) => Math.abs(bin.x - lanes[row][column].x);
    return lane.reduce((best, bin, index) => (distance(bin) < distance(lane[best]) ? index : best), 0);
  };
  const to = {
    ArrowLeft: [row, Math.max(0, column - 1)],
    ArrowRight: [row, Math.min(lanes[row].length - 1, column + 1)],
    Home: [row, 0],
    End: [row, lanes[row].length - 1],
  }[event.key];
  if (to) return to;
  const next = { ArrowUp: row - 1, ArrowDown: row + 1 }[event.key];
  return lanes[next] ? [next, nearest(lanes[next])] : null;
}

function axis(session, place, width, y) {
  const steps = Math.max(2, Math.min(8, Math.floor(width / 130)));
  const length = session.last - session.first;
  const words = (at) => {
    if (length > 86400000) return day(at);
    // Each is told apart from the one before it.
    return length / steps < 60000 ? clock(at) : clock(at).slice(0, 5);
  };
  return Array.from({ length: steps + 1 }, (_, index) => {
    const at = session.first + (length * index) / steps;
    const anchor = index === 0 ? "start" : index === steps ? "end" : "middle";
    return svg("text", { x: place(at), y, "text-anchor": anchor }, words(at));
  });
}

/** The lanes, in so many pixels. */
function timeline(session, shown, width) {
  const long = Math.max(1, session.last - session.first);
  const place = (at) => 12 + ((at - session.first) / long) * (width - 24);
  const lanes = lanesOf(session, shown, place).filter((lane) => lane.bins.length);
  const height = TOP + lanes.length * LANE + 20;
  const marks = [];
  const drawn = lanes.map((lane, row) => {
    const y = TOP + row * LANE + 22;
    marks.push([]);
    const bins = lane.bins.map((bin, column) => {
      const [line, said] = told(bin.items.length === 1 || bin.items[0].kind ? bin.items[0] : strongest(bin.items));
      const more = bin.items.length > 1 ? `, and ${bin.items.length - 1} more` : "";
      const mark = svg("g", { class: "mark", role: "img", tabindex: row + column === 0 ? 0 : -1, "aria-label": [line, ...said].join("; ") + more },
        svg("rect", { x: bin.x - BIN / 2, y: y - 11, width: BIN, height: 22, rx: 3, class: "hit" }),
        drawBin(bin, y, place, session));
      mark.addEventListener("mouseenter", () => showTip(bin, mark));
      mark.addEventListener("mouseleave", hideTip);
      mark.addEventListener("focus", () => showTip(bin, mark));
      mark.addEventListener("blur", hideTip);
      mark.addEventListener("click", () => mark.focus());
      mark.addEventListener("keydown", (event) => {
        const to = step(event, lanes.map((it) => it.bins), [row, column]);
        if (event.key === "Escape") hideTip();
        if (!to) return;
        event.preventDefault();
        mark.setAttribute("tabindex", -1);
        const next = marks[to[0]][to[1]];
        next.setAttribute("tabindex", 0);
        next.focus();
      });
      marks[row].push(mark);
      return mark;
    });
    return svg("g", { role: "group", "aria-label": lane.name },
      svg("text", { x: 0, y: y - 12, "aria-hidden": "true" }, lane.name),
      svg("path", { d: `M0 ${y}H${width}`, class: "rule" }), bins);
  });
  const label = `Session ${shortId(session.id)} as lanes of time; the arrow keys go along them`;
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label },
    drawn, svg("g", { "aria-hidden": "true" }, axis(session, place, width, height - 4)));
}
