import type { Page } from "@playwright/test";
import { expectStatus } from "./support/admin-list.ts";
import {
  expect,
  hydrateByMoving,
  phone,
  signOut,
  test,
  wideScreen,
  openHydrated,
} from "./support/fixtures.ts";
import { accept, expectThanks } from "./support/quote-page.ts";

/* No email is wider than a phone, whatever its words. */

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

const field = (page: Page, label: string) => page.getByRole("main").getByLabel(label);

test("no email is wider than a phone, whatever its words", async ({
  page,
  browser,
  installation: { mail },
}) => {
  await page.setViewportSize(phone);
  const recipientEmail = `long-${Date.now()}@client.example`;
  const answer = await page.request.post("/functions/send-admin-email", {
    data: { recipientEmail, subject: "Long", body: `Dear Ada, ${"x".repeat(400)}` },
  });
  expect(answer.status()).toBe(200);
  await page.goto(`/admin/sent-mail?q=${recipientEmail}`);
  const path = await page.getByRole("link", { name: "Long" }).getAttribute("href");
  await page.goto(`${path}/as-sent`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);

  const title = "Donaudampfschifffahrtsgesellschaft".repeat(5);
  const about = () => mail.emails.filter(({ text }) => text?.includes("Donaudampfschifffahrt"));
  await page.setViewportSize(wideScreen);
  await openHydrated(page, "/admin/quotes/new");
  await field(page, "Client name").fill("Wolfeschlegelsteinhausenbergerdorff".repeat(2));
  await field(page, "Client email").fill(`${"a".repeat(60)}@${"long-".repeat(11)}domain.example`);
  await field(page, "Event title").fill(title);
  await field(page, "Place").fill("Llanfairpwllgwyngyll".repeat(9));
  await field(page, "Notes for the client").fill(`https://example.com/${"path".repeat(100)}`);
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expectStatus(page, "Draft");
  await page.getByRole("button", { name: "Send Quote" }).first().click();
  await expectStatus(page, "Pending");
  await mail.waitUntil(() => (about().length === 1 ? null : "The quote did not come."));

  await signOut(page);
  await page.goto(/http\S+\/quotes\/[\w-]{22}/.exec(about()[0]!.text!)![0]);
  await hydrateByMoving(page);
  await accept(page);
  await expectThanks(page);
  await mail.waitUntil(() => (about().length === 3 ? null : "Not all emails came."));
  const reader = await browser.newPage({ viewport: phone });
  for (const { subject, html } of about()) {
    await reader.setContent(html!);
    const width = await reader.evaluate(() => document.documentElement.scrollWidth);
    expect(width, subject).toBe(phone.width);
  }
  await reader.close();
});
