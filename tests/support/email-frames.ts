import { readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";

/* Emails as an email app shows them, in a browser that asks nobody for anything. */

const mark = new URL("../../public/email/mark.png", import.meta.url).pathname;
const axe = readFileSync(
  new URL("../../node_modules/axe-core/axe.min.js", import.meta.url),
  "utf8",
);

/** `contrast`, which takes longer than the rest: whether it can be read, in light and dark. */
type ShownEmail = { name: string; html: string; contrast: boolean };

/** What of these emails is wider than a phone or a reading pane, or too faint to read there, by name. */
export async function faultsWithin(
  browser: Browser,
  emails: readonly ShownEmail[],
): Promise<string[]> {
  const page = await browser.newPage();
  await page.route("**", (route) =>
    route.request().url().endsWith("/email/mark.png")
      ? route.fulfill({ path: mark })
      : route.abort(),
  );
  // What is set as content keeps the page's globals.
  await page.evaluate(axe);
  const faults: string[] = [];
  for (const { name, html, contrast } of emails) {
    await page.setContent(html);
    const look = async (width: number, colorScheme: "light" | "dark", faint: boolean) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(findWide);
      if (faint) found.push(...(await page.evaluate(findFaint)));
      faults.push(...found.map((fault) => `${name}, ${width} px, ${colorScheme}: ${fault}`));
    };
    await look(640, "light", false);
    await look(390, "light", contrast);
    if (contrast) await look(390, "dark", true);
  }
  await page.close();
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
