import type { Db } from "#app/server/database/db.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { anInvoice, theBusiness } from "#tests/support/factories.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, hydrated, testOnOwnSite } from "./support/fixtures.ts";

/* What a family owes, line by line, on the page, on paper and by email. */

const email = "nora@parent.example";
const today = melbourneDay(new Date());

async function withAccount(db: Db): Promise<void> {
  await theBusiness(db);
  const nora = { buyerName: "Nora Parent", buyerEmail: email, title: "Piano lesson" };
  const lesson = { ...nora, total: 75_00, gst: null, lines: [{ text: "Lesson", amount: 75_00 }] };
  for (const [number, days] of [
    ["INV-0001", 40],
    ["INV-0002", 10],
  ] as const) {
    const issuedOn = addDays(today, -days);
    await anInvoice(db, { ...lesson, number, issuedOn, dueOn: addDays(today, 20) });
  }
}

const test = testOnOwnSite("no rows", withAccount);

test("the owner reads a client's account, takes it as a PDF and emails it", async ({
  page,
  installation: { mail },
  signInAsOwner,
}) => {
  await signInAsOwner();
  await page.goto(`/admin/clients/${email}`);
  await hydrated(page);
  await page.getByRole("link", { name: "Statement of account" }).click();
  const balance = page.getByRole("row", { name: /^Balance/ });
  await expect(balance).toContainText("A$150.00");
  await expectAccessible(page, [{ name: "a statement" }]);
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "PDF" }).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe(`statement-${today}.pdf`);
  await page.getByLabel("From").fill(addDays(today, -20));
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("row", { name: /Brought forward/ })).toContainText("A$75.00");
  await page.getByRole("button", { name: "Email It" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Email it" }).click();
  await expect(page.getByText("The statement is on its way.").first()).toBeVisible();
  await mail.waitUntil((came) =>
    came.some(({ subject, attachments }) => {
      const isIt = subject?.startsWith("Statement of account to ");
      return isIt && attachments?.length === 2;
    })
      ? null
      : "No statement came.",
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a client without invoices has a statement that says nothing, and isn't sent", async ({
    page,
    guard,
    signInAsOwner,
  }) => {
    guard.expectConsole(/422/);
    await signInAsOwner();
    await page.goto("/admin/clients/nobody@parent.example/statement");
    await page.getByRole("button", { name: "Email It" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Email it" }).click();
    await expect(page.getByText("Not sent: there's nothing on it.")).toBeVisible();
  });
});
