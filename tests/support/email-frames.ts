import { readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";

/* Emails as an email app shows them, in a browser that asks nobody for anything. */

const mark = new URL("../../public/email/mark.png", import.meta.url).pathname;
const axe = readFileSync(
  new URL("../../node_modules/axe-core/axe.min.js", import.meta.url),
  "utf8",
);

type Frame = { width: number; colorScheme: "light" | "dark" };

/** `contrast`, which takes longer than the rest: whether it can be read. */
type ShownEmail = { name: string; html: string; contrast: boolean };

/** What of these emails is wider than its frame or too faint to read there, by name. */
export async function faultsWithin(
  browser: Browser,
  { width, colorScheme }: Frame,
  emails: readonly ShownEmail[],
): Promise<string[]> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.route("**", (route) =>
    route.request().url().endsWith("/email/mark.png")
      ? route.fulfill({ path: mark })
      : route.abort(),
  );
  const faults: string[] = [];
  for (const { name, html, contrast } of emails) {
    await page.setContent(html);
    const found = await page.evaluate(findWide);
    if (contrast) {
      await page.evaluate(axe);
      found.push(...(await page.evaluate(findFaint)));
    }
    faults.push(...found.map((fault) => `${name}, ${width} px, ${colorScheme}: ${fault}`));
  }
  await context.close();
  return faults;
}

/* Both run in the page. */

function findWide(): string[] {
  const { clientWidth } = document.documentElement;
  const isWide = (element: Element) => {
    const { left, right } = element.getBoundingClientRect();
    const overflows = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    return left < -0.5 || right > clientWidth + 0.5 || overflows;
  };
  return [...document.body.querySelectorAll("*")]
    .filter((element) => element.getClientRects().length > 0 && isWide(element))
    .map((element) => `too wide: ${element.localName} ${element.textContent.slice(0, 40)}`);
}

type Axe = { run: (options: object) => Promise<{ violations: { nodes: { html: string }[] }[] }> };

async function findFaint(): Promise<string[]> {
  const { axe: checker } = globalThis as unknown as { axe: Axe };
  const { violations } = await checker.run({ runOnly: ["color-contrast"] });
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => `too faint: ${html}`));
}
