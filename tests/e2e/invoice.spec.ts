import type { Page } from "@playwright/test";
import { shownStates } from "#tests/support/invoice-states.ts";
import { atRest, expect, hydrateByMoving, phone, testOn } from "./support/fixtures.ts";
import { holdRequests, scriptsOnly } from "./support/guard.ts";
import { openStatesSite } from "./support/states-site.ts";

/* A client's invoice: what is owed, how to pay it, and the way there from an accepted quote. */

const test = testOn(openStatesSite);

const copyButton = (page: Page, label: string) =>
  page.getByRole("button", { name: `Copy ${label}`, exact: true });
const copiedButton = (page: Page, label: string) =>
  page.getByRole("button", { name: `Copied ${label}`, exact: true });
const valueOf = (page: Page, label: string) =>
  page.getByRole("main").locator("dl > div").filter({ hasText: label }).locator("dd").first();

const toCopy = [
  ["Amount", "A$775.00", "775.00"],
  ["Reference", "INV2001", "INV2001"],
  ["PayID (email)", "pay@breath-and-key.example", "pay@breath-and-key.example"],
  ["BSB", "063-000", "063000"],
  ["Account number", "12345678", "12345678"],
  ["Account name", "Imogen Hale", "Imogen Hale"],
] as const;

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("it says first what is owed and by when, then how to pay", async ({ page }) => {
    const response = await page.goto("/invoices/open");
    expect(response!.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      /^A\$775\.00 due by \S+,(\s\S+){3}$/,
    );
    for (const [label, shown] of toCopy) await expect(valueOf(page, label)).toHaveText(shown);
    await expect(valueOf(page, "PayID name")).toHaveText("Imogen Hale");
    await expect(page.getByRole("button", { name: /^Copy / })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Balance INV-2002" })).toHaveAttribute(
      "href",
      "/invoices/balance",
    );
    await page.getByRole("link", { name: "Your quote" }).click();
    await expect(page).toHaveURL("/quotes/quote-with-invoices");
    await page.getByRole("link", { name: "Pay the deposit" }).click();
    await expect(page).toHaveURL("/invoices/open");
  });
});

test.describe("the Copy buttons", () => {
  test.use({ viewport: phone, permissions: ["clipboard-read", "clipboard-write"] });

  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test("copy what a banking app takes, with the keyboard alone, and say so, however the browser can", async ({
    page,
    guard,
  }) => {
    await page.goto("/invoices/open");
    await atRest(page);
    expect(guard.requests.filter(({ kind }) => kind === "script")).toEqual([]);
    await hydrateByMoving(page);
    await copyButton(page, "Amount").focus();
    for (const [index, [label, , copied]] of toCopy.entries()) {
      if (index > 0) await page.keyboard.press("Tab");
      await expect(copyButton(page, label)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(copiedButton(page, label)).toBeFocused();
      await expect(page.getByRole("status")).toHaveText(`${label} copied`);
      expect(await clipboard(page)).toBe(copied);
    }
    await expect(page.getByRole("button", { name: /^Copied / })).toHaveCount(1);

    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await copyButton(page, "BSB").click();
    await expect(copiedButton(page, "BSB")).toBeVisible();
    expect(await page.evaluate(() => getSelection()!.toString())).toBe("063-000");
    await page.evaluate(() => void (document.execCommand = () => false));
    await copyButton(page, "Account number").click();
    await expect(page.getByRole("button", { name: "Selected Account number" })).toBeVisible();
    await expect(page.getByRole("status")).toHaveText(
      "Account number selected, ready for you to copy",
    );
    expect(await page.evaluate(() => getSelection()!.toString())).toBe("12345678");
  });

  test("count when pressed before hydration", async ({ page }) => {
    const scripts = await holdRequests(page, scriptsOnly);
    await page.goto("/invoices/open");
    await copyButton(page, "BSB").click();
    await scripts.release();
    await expect(copiedButton(page, "BSB")).toBeVisible();
    expect(await clipboard(page)).toBe("063000");
  });
});

test("it prints on one page in every state, without buttons", async ({ page }) => {
  for (const state of shownStates) {
    await page.goto(`/invoices/${state}`);
    const margin = { top: "1.2cm", right: "1.2cm", bottom: "1.2cm", left: "1.2cm" };
    const sheets = (await page.pdf({ format: "A4", margin }))
      .toString("latin1")
      .match(/\/Type\s*\/Page\b/g);
    expect([state, sheets?.length]).toEqual([state, 1]);
  }
  await page.emulateMedia({ media: "print" });
  await page.goto("/invoices/open");
  await expect(
    page.locator("button, .button, header, footer").filter({ visible: true }),
  ).toHaveCount(0);
  await expect(page.getByText(/\/invoices\/open$/)).toBeVisible();
});
