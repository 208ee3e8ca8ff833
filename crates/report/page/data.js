// What happened, and which part of it is asked for.

const report = JSON.parse(document.getElementById("data").textContent);

const OUTCOMES = {
  deny: "denied", ask: "asked", warn: "warned", error: "failed", answer: "answered",
  context: "context", silent: "silent",
};
const STRENGTH = Object.keys(OUTCOMES).reverse();

const calls = report.sessions.flatMap((session) => session.calls);

for (const session of report.sessions) {
  for (const call of session.calls) {
    call.session = session;
    call.said ??= [];
    call.agent ??= "";
    const said = call.said.flatMap((one) => [one.hook, one.rule, one.reason, one.event]);
    call.text = [call.name, call.tried, call.agent, call.false_alarm, ...said].join("\n").toLowerCase();
  }
}

const wanted = { text: "", hook: "", session: "", outcome: "", tool: "", from: null, to: null };

const isNarrow = () => Object.values(wanted).some(Boolean);

const isTime = (at) => (!wanted.from || at >= wanted.from) && (!wanted.to || at <= wanted.to);

const isOfSession = (id) => !wanted.session || wanted.session === id;

function isMeant(call) {
  return isOfSession(call.session.id) && isTime(call.at) &&
    (!wanted.tool || wanted.tool === call.name) &&
    (!wanted.hook || call.said.some((one) => one.hook === wanted.hook)) &&
    (!wanted.outcome || wanted.outcome === call.outcome) &&
    (!wanted.text || call.text.includes(wanted.text));
}

/** What the wanted hook said, or all of them. */
const saidOf = (call) => call.said.filter((one) => !wanted.hook || one.hook === wanted.hook);

const sum = (items, of) => items.reduce((total, item) => total + of(item), 0);

/** The items by what `key` says of them, the largest group first. */
function grouped(items, key) {
  const groups = new Map();
  for (const item of items) {
    const name = key(item);
    groups.get(name)?.push(item) ?? groups.set(name, [item]);
  }
  return [...groups].sort((left, right) => right[1].length - left[1].length);
}

/** What so many of a hundred do not exceed, by nearest rank. */
function quantile(sorted, percent) {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
