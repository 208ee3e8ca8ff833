// The views: each takes the calls that are meant and returns what is drawn below its heading.

const time = ["When", (row) => moment(row.at), "fixed"];
const session = ["Session", (row) => shortId(row.session.id), "fixed"];
const what = ["What was tried", (row) => el("code", {}, `${row.name} ${row.tried}`), "wide"];

const MORE_SESSIONS = 10;
let sessionsShown = MORE_SESSIONS;

function legend() {
  const items = Object.entries(OUTCOMES).map(([outcome, words]) => el("li", {}, icon(outcome), words));
  const flag = svg("svg", { width: 18, height: 18, "aria-hidden": "true" }, svg("path", { d: "M5 17V1l8 4l-8 4", class: "flag" }));
  const waiting = svg("svg", { width: 18, height: 18, "aria-hidden": "true" }, svg("rect", { x: 0, y: 4, width: 18, height: 10, class: "wait" }));
  const compaction = svg("svg", { width: 18, height: 18, "aria-hidden": "true" }, svg("path", { d: "M9 1V17", class: "compaction" }));
  const ran = svg("svg", { width: 22, height: 22, "aria-hidden": "true" }, svg("circle", { cx: 11, cy: 11, r: 9, class: "overruled" }));
  return el("ul", { class: "legend", "aria-label": "Signs" }, items,
    el("li", {}, icon("deny", "hollow"), "likely a false alarm"), el("li", {}, ran, "denied but ran"),
    el("li", {}, flag, "you asked"), el("li", {}, waiting, "waited for you"), el("li", {}, compaction, "context compacted"));
}

function viewSessions(meant) {
  const known = new Map(grouped(meant, (call) => call.session));
  const isEmpty = (it) => !known.has(it) && (isNarrow() || !(it.prompts.length + it.waits.length));
  const all = report.sessions.filter((it) => isOfSession(it.id) && !isEmpty(it)).reverse();
  const shown = all.slice(0, sessionsShown);
  const cards = shown.map((it) => {
    const own = known.get(it) ?? [];
    const denied = own.filter((call) => call.outcome === "deny").length;
    const words = [moment(it.first), span(it.last - it.first), count(own.filter((call) => call.is_call).length, "call"),
      denied ? `${denied} denied` : "nothing denied", it.has_transcript ? "" : "no transcript: only what hooks said"];
    const place = el("div", { class: "drawing" });
    place.draw = () => place.replaceChildren(timeline(it, own, place.clientWidth));
    return el("section", { class: "session", "aria-label": `Session ${shortId(it.id)}` },
      el("h3", {}, `Session ${shortId(it.id)}`), el("p", { class: "quiet" }, words.filter(Boolean).join(" · ")), place);
  });
  if (!cards.length) return [nothing("No session fits the filters.")];
  const more = el("button", { type: "button" }, `Show ${Math.min(MORE_SESSIONS, all.length - shown.length)} more`);
  more.addEventListener("click", () => { sessionsShown += MORE_SESSIONS; render(); });
  return [legend(), ...cards, all.length > shown.length ? more : null];
}

const isOutcome = (...outcomes) => (one) => !one.shadow && outcomes.includes(one.outcome);
const isDenial = isOutcome("deny", "halt", "block");
const isWarning = (one) => isOutcome("warn")(one) || (isOutcome("context")(one) && one.rule !== "");

function viewRules(meant) {
  const said = meant.flatMap((call) => saidOf(call).map((one) => ({ ...one, call })));
  const judged = said.filter((one) => isDenial(one) || isWarning(one) || isOutcome("ask")(one));
  if (!judged.length) return [nothing("No denials, questions or warnings yet.")];
  const rows = grouped(judged, (one) => `${one.hook}\n${one.rule}`).map(([, all]) => ({
    hook: all[0].hook, rule: all[0].rule || "not said", all, denied: all.filter(isDenial).length,
    asked: all.filter(isOutcome("ask")).length, warned: all.filter(isWarning).length,
    last: all.reduce((left, right) => (right.call.at > left.call.at ? right : left)),
    alarms: new Set(all.filter(isDenial).map((one) => one.call).filter((call) => call.false_alarm)).size,
  }));
  const most = rows[0].all.length;
  return [table("Denials, questions and warnings by rule, the most frequent first", [
    ["Hook", (row) => row.hook, "fixed"],
    // A rule is known by the words that a person gave it; its place in the file is beside them.
    ["Rule", (row) => el("div", {}, row.last.reason || row.rule, row.last.reason ? el("p", { class: "quiet" }, row.rule) : null), "wide"],
    ["Denied", (row) => number(row.denied), "num"],
    ["Asked", (row) => number(row.asked), "num"],
    ["Warned", (row) => number(row.warned), "num"],
    ["", (row) => bar([[row.denied, "deny"], [row.asked, "ask"], [row.warned, "warn"]], most)],
    ["False alarms?", (row) => number(row.alarms), "num"],
    ["Last call", (row) => el("code", {}, row.last.call.tried), "wide"],
  ], rows)];
}

function viewAuthors() {
  if (!report.authors.length) {
    return [nothing("No ledger yet: agent-trace-hook keeps one.")];
  }
  const isNobody = (name) => name.startsWith("human or");
  const names = grouped(report.authors.flatMap((file) => file.contributors), ([name]) => name)
    .map(([name, all]) => [name, sum(all, ([, lines]) => lines)]).sort((a, b) => b[1] - a[1]);
  const kind = (name) => (isNobody(name) ? "nobody"
    : `share${names.filter(([it]) => !isNobody(it)).findIndex(([it]) => it === name) % 4}`);
  const lines = (file) => sum(file.contributors, ([, own]) => own);
  const files = report.authors.slice().sort((a, b) => lines(b) - lines(a));
  const share = (file) => file.contributors.map(([name, own]) => `${name} ${Math.round((100 * own) / lines(file))} %`);
  const swatch = (name) => svg("svg", { width: 14, height: 14, "aria-hidden": "true" }, svg("rect", { width: 14, height: 14, class: kind(name) }));
  return [
    el("ul", { class: "legend", "aria-label": "Contributors" }, names.map(([name, own]) => el("li", {}, swatch(name), `${name}: ${count(own, "line")}`))),
    table("Lines of the files in the ledger, as they are now, regardless of the filters", [
      ["File", (file) => el("code", {}, file.path), "wide"],
      ["Lines", (file) => number(lines(file)), "num"],
      ["", (file) => bar(file.contributors.map(([name, own]) => [own, kind(name)]), lines(file))],
      ["Share", (file) => share(file).join(", "), "wide"],
    ], files)];
}

/** From the fastest to the 99th percentile, with the middle half and the median, on one scale. */
function spread(times, most, width = 180) {
  const place = (us) => 2 + (Math.log10(Math.max(1, us)) / Math.log10(Math.max(10, most))) * (width - 4);
  const [low, first, median, third, high] = [0, 25, 50, 75, 99].map((percent) => place(quantile(times, percent)));
  return svg("svg", { width, height: 18, "aria-hidden": "true" },
    svg("path", { d: `M${low} 9H${high}`, class: "spread" }),
    svg("rect", { x: first, y: 4, width: Math.max(1, third - first), height: 10, class: "box" }),
    svg("path", { d: `M${median} 2V16`, class: "spread" }));
}

function viewCosts(meant) {
  const said = meant.flatMap(saidOf);
  if (!said.length) return [nothing("Nothing logged yet.")];
  const rows = grouped(said, (one) => `${one.hook}\n${one.event}`).map(([, all]) => ({
    hook: all[0].hook, event: all[0].event, all, chars: sum(all, (one) => one.told),
    times: all.map((one) => one.us).sort((a, b) => a - b),
  }));
  const most = Math.max(...rows.map((row) => quantile(row.times, 99)));
  const chars = Math.max(...rows.map((row) => row.chars));
  return [table("Time and context by hook and event; the spread is from the fastest call to the 99th percentile, logarithmic, with the middle half and the median", [
    ["Hook", (row) => row.hook, "fixed"],
    ["Event", (row) => row.event, "fixed"],
    ["Calls", (row) => number(row.all.length), "num"],
    ["Median", (row) => micros(quantile(row.times, 50)), "num"],
    ["99 %", (row) => micros(quantile(row.times, 99)), "num"],
    ["Spread", (row) => spread(row.times, most)],
    ["Characters", (row) => number(row.chars), "num"],
    ["", (row) => bar([[row.chars, "accent"]], chars, 100)],
  ], rows)];
}

function viewAlarms(meant) {
  const rows = meant.filter((call) => call.false_alarm);
  const words = "The same call was let through when it was tried again, or a person lifted the rule.";
  if (!rows.length) return [nothing("No denial looks like a false alarm.")];
  const by = (call) => call.said.filter(isDenial).map((one) => `${one.hook} ${one.rule}`).join(", ");
  return [el("p", { class: "quiet" }, words), table("Denials that look like false alarms", [
    time, session, what, ["Denied by", by], ["Why", (row) => row.false_alarm, "wide"],
  ], rows.slice().reverse())];
}

function viewWrong(meant) {
  const rows = meant.filter((call) => call.overruled).reverse();
  const failures = report.errors.filter((it) => isTime(it.at) && (!wanted.session || it.session === wanted.session) &&
    (!wanted.hook || it.hook === wanted.hook) && it.error.toLowerCase().includes(wanted.text)).reverse();
  const ran = rows.length
    ? table("Calls that ran although they were denied: something in the host overrules hooks", [time, session, what], rows)
    : nothing("No denied call has run.");
  const failed = failures.length
    ? table("Errors of hooks; `tacklebox errors` shows how to fix them", [time, ["Hook", (it) => it.hook, "fixed"], ["Error", (it) => it.error, "wide"]], failures)
    : nothing("No hook has failed.");
  return [ran, failed];
}

function viewWaiting() {
  const rows = report.sessions.filter((it) => isOfSession(it.id)).flatMap((it) =>
    it.waits.filter((wait) => isTime(wait.from) && wait.words.toLowerCase().includes(wanted.text))
      .map((wait) => ({ ...wait, session: it, at: wait.from })));
  if (!rows.length) {
    return [nothing("No prompts yet: prompt-detect-hook records them.")];
  }
  const long = (row) => (row.until ? row.until - row.from : 0);
  rows.sort((a, b) => long(b) - long(a));
  return [table("What waited for you, the longest first", [
    time, session, ["Kind", (row) => row.kind, "fixed"], ["What", (row) => row.words, "wide"],
    ["How long", (row) => (row.until ? span(long(row)) : "unknown"), "num"],
    ["", (row) => bar([[long(row), "wait"]], long(rows[0]))],
  ], rows)];
}

function viewCalls(meant) {
  if (!meant.length) return [nothing("No call fits the filters.")];
  const says = (call) => saidOf(call).map((one) =>
    el("p", {}, `${one.hook}: ${one.outcome}${one.rule && ` by ${one.rule}`}${one.reason && `: ${one.reason}`}`));
  return [table(`${count(meant.length, "call or event", "calls and events")}, the last first`, [
    time, session, ["Outcome", (row) => outcomeCell(row.outcome), "fixed"], what,
    ["Hooks", (row) => el("div", {}, says(row)), "wide"],
    ["Hooks' time", (row) => (row.said.length ? micros(row.us) : ""), "num"],
  ], meant.slice().reverse())];
}
