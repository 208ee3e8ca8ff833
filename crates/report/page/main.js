// Puts the page together, and together again when a filter changes.

const VIEWS = [
  ["sessions", "Sessions", viewSessions],
  ["rules", "Denials and warnings", viewRules],
  ["alarms", "False alarms", viewAlarms],
  ["wrong", "What went wrong", viewWrong],
  ["waiting", "What waited for you", viewWaiting],
  ["costs", "Time and context", viewCosts],
  ["authors", "Who wrote what", viewAuthors],
  ["calls", "Calls", viewCalls],
];

const find = (id) => document.getElementById(id);
const form = find("filters");
const sections = new Map();

const CHARS_PER_TOKEN = 4;

const times = (value) => (value === 1 ? "once" : `${number(value)} times`);

/** What a person wants to know first, in words and in a row of figures. */
function summary(meant) {
  const ran = meant.filter((call) => call.is_call);
  const spoken = meant.filter((call) => call.said.length);
  const denied = meant.filter((call) => call.outcome === "deny");
  const alarms = meant.filter((call) => call.false_alarm);
  const overruled = meant.filter((call) => call.overruled);
  const waits = report.sessions.filter((it) => isOfSession(it.id)).flatMap((it) => it.waits).filter((wait) => isTime(wait.from));
  const errors = report.errors.filter((it) => isTime(it.at) && isOfSession(it.session));
  const chars = sum(spoken, (call) => sum(call.said, (one) => one.told));
  const sessions = new Set(meant.map((call) => call.session)).size;
  const asked = sum(waits, (wait) => (wait.until ? wait.until - wait.from : 0));
  const wrong = [
    overruled.length ? `${count(overruled.length, "denied call")} ran anyway.` : "",
    errors.length ? `Hooks failed ${times(errors.length)}.` : "",
  ].filter(Boolean).join(" ") || "Nothing went wrong.";
  const rule = grouped(alarms.flatMap((call) => call.said.filter(isDenial)), (one) => `${one.rule || "a rule"} of ${one.hook}`)[0];
  const annoying = alarms.length ? `${count(alarms.length, "denial looks", "denials look")} like ${alarms.length === 1 ? "a false alarm" : "false alarms"}, most by ${rule?.[0] ?? "one hook"}.` : "No denial looks like a false alarm.";
  const words = `In ${count(sessions, "session")} agents called tools ${times(ran.length)}. Hooks spoke on ${count(spoken.length, "call or event", "calls and events")} and denied ${number(denied.length)}.`;
  const figures = [
    ["Tool calls", number(ran.length)], ["Denied", number(denied.length)],
    ["Likely false alarms", number(alarms.length)], ["Denied but ran", number(overruled.length), overruled.length],
    ["Errors of hooks", number(errors.length), errors.length], ["Waited for you", span(asked)],
    ["Hooks' time", micros(sum(meant, (call) => call.us))], ["Tokens, about", number(Math.floor(chars / CHARS_PER_TOKEN))],
  ];
  return [
    el("p", { class: "words" }, `${words} ${wrong} ${annoying}`),
    el("dl", {}, figures.map(([name, value, isBad]) => el("div", { class: isBad ? "bad" : null }, el("dt", {}, name), el("dd", {}, value)))),
  ];
}

function draw() {
  for (const place of document.querySelectorAll(".drawing")) place.draw();
}

function render() {
  hideTip();
  const meant = calls.filter(isMeant).sort((left, right) => left.at - right.at);
  find("summary").replaceChildren(...summary(meant));
  for (const [id, , view] of VIEWS) {
    sections.get(id).replaceChildren(...view(meant).filter(Boolean));
  }
  draw();
}

function options(select, words, values) {
  const all = el("option", { value: "" }, words);
  select.replaceChildren(all, ...values.map(([value, shown]) => el("option", { value }, shown)));
}

function listen() {
  const named = (of) => [...new Set(of)].filter(Boolean).sort().map((name) => [name, name]);
  const fields = form.elements;
  options(fields.hook, "every hook", named(calls.flatMap((call) => call.said.map((one) => one.hook))));
  options(fields.outcome, "every outcome", Object.entries(OUTCOMES));
  options(fields.tool, "every tool", named(calls.map((call) => call.name)));
  const sessionName = (it) => [it.id, `${shortId(it.id)} · ${moment(it.first)}`];
  options(fields.session, "every session", report.sessions.filter((it) => it.id).reverse().map(sessionName));
  let later = 0;
  const read = () => {
    for (const name of ["hook", "session", "outcome", "tool"]) wanted[name] = fields[name].value;
    wanted.text = fields.text.value.trim().toLowerCase();
    wanted.from = fields.from.value ? new Date(fields.from.value).getTime() : null;
    wanted.to = fields.to.value ? new Date(fields.to.value).getTime() : null;
    sessionsShown = MORE_SESSIONS;
    render();
  };
  form.addEventListener("input", () => { clearTimeout(later); later = setTimeout(read, 120); });
  form.addEventListener("reset", () => setTimeout(read));
  form.addEventListener("submit", (event) => { event.preventDefault(); read(); });
  addEventListener("scroll", hideTip, { passive: true });
  let width = innerWidth;
  addEventListener("resize", () => {
    if (width !== innerWidth) requestAnimationFrame(draw);
    width = innerWidth;
  });
}

/** What to do where nothing has happened yet. */
function first() {
  find("tools").remove();
  const steps = [
    ["tacklebox list", "shows which hooks there are"],
    ["tacklebox install --all", "puts them into the settings of this project; or name one"],
    ["tacklebox doctor", "says whether each protects"],
    ["tacklebox report", "after a session with your agent, makes this page anew"],
  ];
  find("content").append(el("h2", {}, "Nothing has happened here yet"),
    el("p", {}, "No hook has said anything, and there is no transcript of a session. What to do first:"),
    el("ol", {}, steps.map(([command, words]) => el("li", {}, el("code", {}, command), ` ${words}`))));
}

function begin() {
  const since = report.since ? `since ${moment(report.since)}` : "all that is kept";
  find("about").textContent = `${report.project || "No project"} · ${since} · made ${moment(report.made)}`;
  const silent = report.has_silent_calls
    ? "Calls on which no hook spoke are in the account since `account: all` was set."
    : "The time of calls on which no hook spoke is not in the account.";
  find("limits").textContent = `${silent} Secrets were taken out as in the account. A token is taken for ${CHARS_PER_TOKEN} characters, which is a guess. Times are of this browser's time zone.`;
  if (!report.sessions.length && !report.authors.length && !report.errors.length) {
    first();
    return;
  }
  for (const [id, title] of VIEWS) {
    const place = el("div", {});
    sections.set(id, place);
    find("content").append(el("section", { "aria-labelledby": id }, el("h2", { id, tabindex: -1 }, title), place));
    find("views").append(el("li", {}, el("a", { href: `#${id}` }, title)));
  }
  listen();
  render();
}

begin();
