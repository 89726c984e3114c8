import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { openBrowser } from "./browser.ts";
import { bookingSteps, crawlAdmin, type Shown, visitorPages } from "./look-pages.ts";
import { sampleOwner } from "./sample-business.ts";

/*
 * `npm run look [-- --only PATTERN]`: pictures of every page, email and state of the demo at three widths,
 * light and dark, and one page with all of them, in build/look.
 */

const folder = resolve("build/look");
const widths = [390, 820, 1440];
const themes = ["light", "dark"] as const;
/** Of a picture, in pixels: the longest pages end here. */
const tallest = 7000;

const pattern = new RegExp(process.argv[process.argv.indexOf("--only") + 1] ?? "");
const only = process.argv.includes("--only") ? pattern : /./;

/** A demo of its own, with samples of today. */
async function startDemo(): Promise<{ url: string; printed: string; demo: ChildProcess }> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: resolve("data/look") };
  const demo = spawn(process.execPath, ["scripts/demo.ts", "--fresh"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  await new Promise<void>((ready, failed) => {
    demo.once("exit", () => failed(new Error("The demo has ended.")));
    demo.stdout.on("data", (text: Buffer) => {
      printed += text.toString();
      if (printed.includes("Ctrl+C stops")) ready();
    });
  });
  return { url: `http://localhost:${port}`, printed, demo };
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Every kind of email, as its test causes them. */
function emailPages(): Shown[] {
  const kept = `${folder}/emails`;
  const test = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    "embedded",
    "tests/emails.test.ts",
  ];
  const { status } = spawnSync(process.execPath, test, {
    env: { ...process.env, EMAILS_DIR: kept },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("The test of the emails has failed.");
  return readdirSync(kept)
    .filter((file) => file.endsWith(".html"))
    .map((file) => ({ name: `email: ${file.slice(0, -5)}`, path: `file://${kept}/${file}` }));
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").first().fill(sampleOwner.email);
  await page.getByLabel("Password").first().fill(sampleOwner.password);
  await page.getByRole("button", { name: "Sign in" }).first().click();
  await page.waitForURL(/\/admin/);
}

const fileOf = ({ name }: Shown, width: number, theme: string) =>
  `${name.replaceAll("/", "_").replace(/[^\w]+/g, "-")}-${width}-${theme}.jpeg`;

/** Lazy pictures are fetched first, so that none is missing further down. */
async function picture(page: Page, url: string, shown: Shown, file: string): Promise<void> {
  await page.goto(shown.path.startsWith("file:") ? shown.path : url + shown.path);
  await page.evaluate(() => {
    for (const image of document.images) image.loading = "eager";
  });
  await page.waitForLoadState("networkidle");
  await page.evaluate(() =>
    Promise.race([
      Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))),
      // One that never comes would hold all that follow.
      new Promise((done) => setTimeout(done, 10_000)),
    ]),
  );
  await shown.act?.(page);
  const { width } = page.viewportSize()!;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({
    path: `${folder}/${file}`,
    type: "jpeg",
    quality: 72,
    ...(shown.act
      ? {}
      : { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, tallest) } }),
  });
}

async function pictures(url: string, all: readonly Shown[], state: object): Promise<string[]> {
  const browser = await openBrowser();
  const missed: string[] = [];
  for (const width of widths)
    for (const theme of themes) {
      const viewport = { width, height: width === 390 ? 844 : 900 };
      const settings = {
        viewport,
        colorScheme: theme,
        reducedMotion: "reduce",
        locale: "en-AU",
        timezoneId: "Australia/Melbourne",
      } as const;
      const visitor = await (await browser.newContext(settings)).newPage();
      const owner = await (
        await browser.newContext({ ...settings, storageState: state as never })
      ).newPage();
      // An email names its pictures by the address that its test gave the site.
      await visitor.route("**/email/mark.png", (route) =>
        route.fulfill({ path: "public/email/mark.png" }),
      );
      for (const shown of all) {
        const file = fileOf(shown, width, theme);
        await picture(shown.asOwner ? owner : visitor, url, shown, file).catch((error: Error) =>
          missed.push(`${file}: ${error.message.split("\n")[0]}`),
        );
      }
      console.log(`${width} px, ${theme}: ${all.length} pictures`);
    }
  await browser.close();
  return missed;
}

function contactSheet(all: readonly Shown[]): string {
  const row = (shown: Shown) => {
    const cells = themes.flatMap((theme) =>
      widths.map((width) => {
        const file = fileOf(shown, width, theme);
        return `<a href="${file}"><img src="${file}" loading="lazy" alt="${width} px, ${theme}"></a>`;
      }),
    );
    return `<h2>${shown.name}</h2><div>${cells.join("")}</div>`;
  };
  return `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Every page</title>
<style>body{font:15px sans-serif;margin:24px;background:#777;color:#fff}
div{display:grid;grid-template-columns:1fr 2fr 3fr 1fr 2fr 3fr;gap:8px;align-items:start}
a{max-height:70vh;overflow:hidden}img{width:100%;display:block}</style>
<h1>${all.length} pages, emails and states at ${widths.join(", ")} px, light and dark</h1>
${all.map(row).join("\n")}</html>
`;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { url, printed, demo } = await startDemo();
try {
  const browser = await openBrowser();
  const page = await browser.newPage();
  await signIn(page, url);
  const admin = await crawlAdmin(page, url);
  const booking = await bookingSteps(page, url);
  const state = await page.context().storageState();
  await browser.close();
  const visitors = [...visitorPages(printed, admin.publicPaths), ...booking];
  const all = [...visitors, ...emailPages(), ...admin.pages].filter(({ name }) => only.test(name));
  const missed = await pictures(url, all, state);
  writeFileSync(`${folder}/index.html`, contactSheet(all));
  for (const line of missed) console.error(`Missed ${line}`);
  console.log(`${all.length} pages, emails and states: ${folder}/index.html`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  demo.kill("SIGTERM");
}
