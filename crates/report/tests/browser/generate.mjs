// Makes a project in which much has happened: `node generate.mjs FOLDER [SESSIONS] [CALLS]`.
// What it prints are the variables with which `tacklebox report` finds it. The same numbers make
// the same project.

import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";

const [named, sessions = "20", calls = "10000"] = process.argv.slice(2);
const folder = resolve(named);
let seed = 1;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const pick = (items) => items[Math.floor(random() * items.length)];

mkdirSync(join(folder, "project/.tacklebox"), { recursive: true });
mkdirSync(join(folder, "home"), { recursive: true });
const project = realpathSync(join(folder, "project"));
const env = { PATH: process.env.PATH, HOME: join(folder, "home"), CLAUDE_PROJECT_DIR: project, TZ: "UTC" };

// The program itself makes the folder of state: its name has a hash in it.
writeFileSync(join(project, ".tacklebox/tacklebox.yaml"), "account: all\n");
const event = { hook_event_name: "UserPromptSubmit", session_id: "first", prompt: "x", cwd: project };
execFileSync(process.env.TACKLEBOX ?? "tacklebox", ["run", "governance-hook"], { env, input: JSON.stringify(event) });
const states = join(env.HOME, ".local/state/tacklebox/projects");
const { readdirSync } = await import("node:fs");
const state = join(states, readdirSync(states)[0]);
const transcripts = join(env.HOME, ".claude/projects", project.replace(/[^A-Za-z0-9]/g, "-"));
mkdirSync(transcripts, { recursive: true });

const HOOKS = ["governance-hook", "intent-gate-hook", "file-context-hook", "post-edit-hook", "agent-trace-hook"];
const TOOLS = [["Bash", "command"], ["Read", "file_path"], ["Edit", "file_path"], ["WebFetch", "url"]];
const account = [];
const journal = [];
const start = Date.parse("2026-11-13T08:00:00Z");

for (let s = 0; s < Number(sessions); s += 1) {
  const id = `${(s + 17).toString(16).padStart(8, "0")}-0000-4000-8000-000000000001`;
  let now = start + s * 7 * 3600000;
  const lines = [];
  const entry = (type, message, more = {}) => lines.push({
    type, message, timestamp: new Date(now).toISOString(), sessionId: id, cwd: project, ...more });
  for (let c = 0; c < Number(calls) / Number(sessions); c += 1) {
    now += 500 + Math.floor(random() ** 4 * 60000);
    if (c % 40 === 0) entry("user", { role: "user", content: `Please mend part ${c / 40} of the parser` });
    if (c % 170 === 169) entry("system", undefined, { subtype: "compact_boundary", compactMetadata: { trigger: "auto" } });
    const [tool, field] = pick(TOOLS);
    const file = `src/part${Math.floor(random() * 30)}.rs`;
    const tried = { Bash: `cargo test ${file}`, WebFetch: `https://example.org/${c}` }[tool] ?? join(project, file);
    const use = `toolu_${s}_${c}`;
    entry("assistant", { role: "assistant", model: "m", content: [{ type: "tool_use", id: use, name: tool, input: { [field]: tried } }] });
    const at = new Date(now).toISOString();
    now += Math.floor(random() * 4000);
    const luck = random();
    const verdict = luck < 0.03 ? "deny" : luck < 0.05 ? "ask" : luck < 0.09 ? "warn" : luck < 0.3 ? "context" : "none";
    entry("user", { role: "user", content: [{ type: "tool_result", tool_use_id: use, is_error: verdict === "deny", content: "x" }] });
    if (verdict === "none") continue;
    const hook = pick(HOOKS);
    const us = Math.floor(200 + random() ** 6 * 80000);
    account.push({ ts: at, session_id: id, event: "PreToolUse", tool_name: tool, tool_use_id: use, tried, verdict, us: us + 90,
      hooks: [{ hook, phase: "guard", us, outcome: verdict, rule: `commands[${Math.floor(random() * 6)}]`,
        reason: verdict === "context" ? undefined : "the team has agreed on another way", chars: verdict === "context" ? Math.floor(random() * 900) + 20 : undefined,
        fate: "won" }] });
    if (verdict === "deny" && random() < 0.02) {
      account.push({ ts: at, session_id: id, event: "PostToolUse", tool_name: tool, tool_use_id: use, tried, verdict: "none", us: 80, denied_but_ran: true, hooks: [] });
    }
    if (verdict === "ask") {
      const common = { v: 1, session_id: id, source: "PreToolUse", prompt_type: "permission", tool_use_id: use, state: "waiting" };
      const line = (type, time) => journal.push({ ...common, seq: journal.length + 1, ts: new Date(time).toISOString(), type, reason: `may it run ${tried}?` });
      line("agent:prompt", now);
      now += Math.floor(random() * 120000);
      line("agent:prompt_resolved", now);
    }
  }
  writeFileSync(join(transcripts, `${id}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
account.sort((a, b) => (a.ts < b.ts ? -1 : 1));
const text = (lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
writeFileSync(join(state, "calls.jsonl"), text(account), { mode: 0o600 });
writeFileSync(join(state, "agent-events.jsonl"), text(journal), { mode: 0o600 });
const failure = { ts: new Date(start).toISOString(), hook: "post-edit-hook", event: "PostToolUse", error: ".tacklebox/post-edit.yaml:3: unknown key" };
writeFileSync(join(state, "hook-errors.jsonl"), text([failure]), { mode: 0o600 });
process.stdout.write(`HOME=${env.HOME} CLAUDE_PROJECT_DIR=${project} TZ=UTC\n`);
