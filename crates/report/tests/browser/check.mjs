// Goes through a report in headless Chromium: `node check.mjs REPORT.html [PICTURES]`.
// Needs playwright-core, found from the working folder, and Chromium; where one is missing it
// says so and ends with status 77. Anything wrong is status 1.

import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [report, pictures] = process.argv.slice(2);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

if (!existsSync(chromium)) skip(`no ${chromium}; CHROMIUM names another`);
let playwright;
try {
  playwright = createRequire(join(process.cwd(), "x.js"))("playwright-core");
} catch {
  skip("no playwright-core here: npm install playwright-core");
}

const wrong = [];
const hold = (is, words) => { if (!is) wrong.push(words); };

const profile = mkdtempSync(join(tmpdir(), "report-"));
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await playwright.chromium.launchPersistentContext(profile, { executablePath: chromium, args, headless: true });
const url = `file://${resolve(report)}`;

async function open(width, scheme = "light") {
  const page = await browser.newPage();
  page.on("console", (message) => { if (message.type() === "error") wrong.push(`console: ${message.text()}`); });
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("request", (request) => { if (!request.url().startsWith("file:")) wrong.push(`request: ${request.url()}`); });
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme });
  const began = Date.now();
  await page.goto(url);
  const took = Date.now() - began;
  console.log(`${width} pixels, ${scheme}: loaded in ${took} ms`);
  return page;
}

const settled = (page) => page.waitForTimeout(300);
const callsOf = (page) => page.evaluate(() => document.querySelector("#calls + div caption, #calls + div .none").textContent);

async function looks() {
  for (const scheme of ["light", "dark"]) {
    for (const width of [400, 1200, 2000]) {
      const page = await open(width, scheme);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      hold(wide <= width, `${width} pixels: the page is ${wide} wide`);
      if (pictures) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `${width}-${scheme}.png`), fullPage: true });
      }
      await page.close();
    }
  }
}

async function views(page) {
  const links = await page.locator("#views a").all();
  hold(links.length === 8, `${links.length} views`);
  for (const link of links) {
    await link.click();
    const id = (await link.getAttribute("href")).slice(1);
    hold(await page.locator(`#${id}`).isVisible(), `${id} is not seen`);
  }
  hold((await page.locator("table").count()) === (await page.locator("table caption").count()), "a table has no caption");
}

async function filters(page) {
  const all = await callsOf(page);
  for (const name of ["hook", "session", "outcome", "tool"]) {
    const select = page.locator(`select[name=${name}]`);
    const values = await select.locator("option").evaluateAll((all) => all.map((it) => it.value));
    for (const value of values.slice(0, 6)) {
      await select.selectOption(value);
      await settled(page);
      const now = await callsOf(page);
      // All calls may be of the only session.
      const isAll = value === "" || (name === "session" && values.length === 2);
      hold(isAll ? now === all : now !== all, `${name} ${value}: ${now}`);
    }
    await page.locator("button[type=reset]").click();
    await settled(page);
    hold((await callsOf(page)) === all, `${name} is not cleared`);
  }
  const search = page.locator("input[name=text]");
  for (const [text, none] of [["no such thing anywhere", true], ["BASH", false], ["<b>", true], ["$(", true]]) {
    await search.fill(text);
    await settled(page);
    const found = await callsOf(page);
    hold(none ? found.startsWith("No call") : found !== all && !found.startsWith("No call"), `search ${text}: ${found}`);
  }
  await search.fill("");
  for (const name of ["from", "to"]) {
    const far = { from: "2999-01-01T00:00", to: "1999-01-01T00:00" }[name];
    await page.locator(`input[name=${name}]`).fill(far);
    await settled(page);
    hold((await callsOf(page)).startsWith("No call"), `${name} leaves calls`);
    await page.locator(`input[name=${name}]`).fill("");
  }
  await settled(page);
  hold((await callsOf(page)) === all, "the times are not cleared");
}

async function keyboard(page) {
  await page.goto(url);
  await page.keyboard.press("Tab");
  hold((await page.evaluate(() => document.activeElement.className)) === "skip", "no skip link first");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const label = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  const first = await label();
  hold((await page.evaluate(() => document.activeElement.getAttribute("class"))) === "mark", `behind the skip link is ${first}`);
  hold(await page.locator("#tip").isVisible(), "focus shows no tip");
  const seen = new Set([first]);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight", "End", "Home", "ArrowUp"]) {
    await page.keyboard.press(key);
    seen.add(await label());
  }
  hold(seen.size >= 4, `the arrow keys reach ${[...seen].join(" | ")}`);
  await page.keyboard.press("Escape");
  hold(!(await page.locator("#tip").isVisible()), "Escape leaves the tip");
  const outline = await page.evaluate(() => {
    document.querySelector("#views a").focus({ focusVisible: true });
    return getComputedStyle(document.activeElement).outlineStyle;
  });
  hold(outline !== "none", "focus is not seen");
}

async function more(page) {
  const names = await page.evaluate(() =>
    [...document.querySelectorAll("input, select, button, a, [tabindex='0']")].filter((it) =>
      !(it.labels?.length || it.textContent.trim() || it.getAttribute("aria-label"))).map((it) => it.outerHTML.slice(0, 80)));
  hold(!names.length, `without a name: ${names.join(" ")}`);
  const mark = page.locator(".mark").first();
  await mark.hover();
  hold(await page.locator("#tip").isVisible(), "hovering shows no tip");
  const next = page.locator("#calls + div button:text('Next')");
  if (await next.count()) {
    await next.click();
    hold((await page.locator("#calls + div [role=status]").textContent()).startsWith("Page 2"), "Next leads nowhere");
  }
  const show = page.locator("#sessions + div > button");
  while (await show.count()) await show.click();
}

async function speed(page) {
  const took = await page.evaluate(() => { const began = performance.now(); render(); return performance.now() - began; });
  console.log(`drawn anew in ${Math.round(took)} ms`);
}

const page = await open(1200);
const isEmpty = !(await page.locator("#tools").count());
if (isEmpty) {
  hold((await page.locator("main ol code").count()) >= 3, "an empty page does not say what to do");
} else {
  for (const part of [views, filters, keyboard, more, speed]) await part(page);
}
await looks();
await browser.close();
for (const words of wrong) console.log(`wrong: ${words}`);
console.log(wrong.length ? `${wrong.length} wrong` : "nothing wrong");
process.exit(wrong.length ? 1 : 0);
