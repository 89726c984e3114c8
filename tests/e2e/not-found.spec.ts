import { invoiceNotFoundMessage } from "#app/features/invoices/public-invoice.ts";
import { expect, test } from "./support/fixtures.ts";

/* Addresses at which there is nothing. */

test("an unknown path answers 404 with a link home, and is logged", async ({
  page,
  guard,
  installation,
}) => {
  guard.expectConsole(/status of 404/);
  const path = `/nothing-is-here-${process.pid}`;
  const response = await page.goto(`${path}?a=secret`);
  expect(response!.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
  await expect(page).toHaveTitle(/^Page not found/);
  const [line] = await installation.site.waitFor(new RegExp(`^.*"path":"${path}".*$`, "m"));
  expect(JSON.parse(line)).toMatchObject({ level: 40, path, msg: "unknown path" });
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Book a Discovery Session" })).toBeVisible();
});

test("a link that was never sent says so, and leads home or back", async ({
  page,
  guard,
  signInAsOwner,
}) => {
  guard.expectConsole(/status of 404/);
  for (const [path, heading, text] of [
    [
      "/quotes/nobody-was-ever-sent-this",
      "Quote Not Found",
      "The quote you are looking for does not exist.",
    ],
    ["/quotes", "Error", "Quote slug is missing."],
    ["/invoices/nobody-was-ever-sent-this", "Invoice Not Found", invoiceNotFoundMessage],
  ] as const) {
    const response = await page.goto(path);
    expect(response!.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.getByRole("main")).toContainText(text);
    await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  }
  await signInAsOwner();
  for (const [path, text, link, to] of [
    ["/admin/unknown", "There is nothing here.", "Back to the dashboard", "/admin"],
    ["/admin/quotes/1", "Quote not found.", "Back to Quotes", "/admin/quotes"],
    ["/admin/money/invoices/1", "Invoice not found.", "Back to Money", "/admin/money"],
  ] as const) {
    const response = await page.goto(path);
    expect(response!.status()).toBe(404);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole("link", { name: link })).toHaveAttribute("href", to);
  }
});
