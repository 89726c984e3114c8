import type { Page } from "@playwright/test";
import { emailTo } from "#tests/support/emails.ts";
import { expectStatus } from "./support/admin-list.ts";
import { expect, signOut, test, openHydrated, openAndMove } from "./support/fixtures.ts";
import { enquiry, e2eOwner } from "./support/installation.ts";
import { accept, acceptButton, acceptTick, expectThanks } from "./support/quote-page.ts";
import { toastWith } from "./support/toasts.ts";

/* A quote from the owner's draft to the client, and back; admin-week.spec.ts makes one, sends it and accepts it. */

const field = (page: Page, label: string) => page.getByLabel(label);
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const history = (page: Page) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "History" }) })
    .getByRole("listitem");

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a quote's editor keeps what was typed beside its preview, and saves a draft", async ({
    page,
    signInAsOwner,
  }) => {
    await signInAsOwner();
    await page.goto(`/admin/quotes/new?from=${enquiry.id}`);
    await field(page, "Event title").fill("Garden supper");
    await field(page, "Live piano").fill("A$1,300");
    await page.getByRole("button", { name: "Update the preview" }).click();
    await expect(preview(page).getByRole("heading", { name: "Garden supper" })).toBeVisible();
    await expect(preview(page).locator("dd").filter({ hasText: "A$650.00" })).toHaveCount(2);
    await page.getByRole("button", { name: "Save Draft" }).click();
    await expectStatus(page, "Draft");
    await expect(field(page, "Subject")).toHaveValue("Your quote for Garden supper");
  });
});

test("a quote that changed while open is not accepted; the new version is shown", async ({
  page,
  context,
  quote,
  guard,
  signInAsOwner,
}) => {
  guard.expectConsole(/status of 409/);
  await openAndMove(page, quote.link);
  await acceptTick(page).check();
  await signInAsOwner();
  const office = await context.newPage();
  await openHydrated(office, `/admin/quotes/${quote.id}/edit`);
  await field(office, "Live piano").fill("1250.50");
  await office.getByRole("button", { name: "Save as a New Version" }).click();
  await expect(history(office).filter({ hasText: "version 2" })).toBeVisible();
  await page.bringToFront();

  await acceptButton(page).click();
  await expect(
    page
      .getByRole("main")
      .getByText(
        "This quote has changed since you opened it, so nothing was recorded. Here's the current version.",
      ),
  ).toBeVisible();
  await expect(acceptTick(page)).toHaveAccessibleName(
    "I accept this quote for A$1,250.50 and the payment terms above.",
  );
  await expect(acceptTick(page)).not.toBeChecked();
  await expect(page.getByText("Failed to submit quote acceptance.")).toHaveCount(0);
  await expect(acceptButton(page)).toBeDisabled();
  await accept(page);
  await expectThanks(page);
});

test("an hourly quote prints on one page, and is declined with a reason", async ({
  page,
  installation: { mail },
  signInAsOwner,
}) => {
  const email = "southside@visitor.example";
  await signInAsOwner();
  await openHydrated(page, "/admin/quotes/new?kind=hourly");
  await field(page, "Kind of quote").fill("Spring Musical Quote");
  await field(page, "Client name").fill("Southside Players");
  await field(page, "Client email").fill(email);
  await expect(preview(page)).toContainText("Southside Players");
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expectStatus(page, "Draft");
  await page.getByRole("button", { name: "Send Quote" }).first().click();
  await expectStatus(page, "Pending");
  const link = /http\S+\/quotes\/[\w-]{22}/.exec(
    (await emailTo(mail, email, /^Your quote for your event$/)).text!,
  )![0];

  await signOut(page);
  await openAndMove(page, link);
  await expect(page.locator("dl").last().locator("dd")).toHaveText([
    "A$400.00",
    "A$200.00",
    "A$200.00",
  ]);
  await page.getByText("Decline this quote").click();
  const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(sheets).toHaveLength(1);
  await field(page, "Reason").fill("The hall burned down.");
  await page.getByRole("button", { name: "Decline Quote" }).click();
  await expect(page.getByRole("heading", { name: "You declined this quote" })).toBeVisible();
  await expect(toastWith(page, "You've declined this quote.")).toBeVisible();
  expect(
    (await emailTo(mail, e2eOwner.email, /^Quote declined by Southside Players$/)).text,
  ).toContain("The hall burned down.");
});
