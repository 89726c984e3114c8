import type { Page } from "@playwright/test";
import { expect, ownerTest as test, phone, openHydrated } from "./support/fixtures.ts";

/* The business details, and when they were registered for GST. */

test.beforeEach(async ({ signInAsOwner, guard }) => {
  await signInAsOwner();
  guard.expectConsole(/422|409|Not saved/);
});

const settings = "/admin/money/settings";

async function open(page: Page): Promise<void> {
  await openHydrated(page, settings);
}

const details = (page: Page) =>
  page
    .getByRole("main")
    .locator("form")
    .filter({ has: page.getByLabel("Legal name") });
const save = (page: Page) => details(page).getByRole("button", { name: "Save" }).click();

/** What is complete is folded. */
async function unfold(page: Page): Promise<void> {
  const folded = details(page).locator("details:not([open]) > summary");
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Makes the details complete, whatever a test before has left. */
async function fillIn(page: Page): Promise<void> {
  const form = details(page);
  await unfold(page);
  await form.getByLabel("Legal name").fill("Imogen Hale");
  await form.getByLabel("ABN", { exact: true }).fill("51824753556");
  await form.getByLabel("Kind of PayID").selectOption("Phone number");
  await form.getByLabel("PayID", { exact: true }).fill("+61 491 570 006");
  await form.getByLabel("PayID name").fill("Imogen Hale");
  await form.getByLabel("BSB").fill("063000");
  await form.getByLabel("Account number").fill("1234 5678");
  await form.getByLabel("Invoice number prefix").fill("INV-");
  await form.getByLabel("Send invoices").check();
}

/** Leaves no registration behind. */
async function removeRegistrations(page: Page): Promise<void> {
  const remove = page.getByRole("main").getByRole("button", { name: "Remove", exact: true });
  for (let left = await remove.count(); left > 0; left--) {
    await remove.first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(
      page.getByRole("status").getByText("GST registration removed.").first(),
    ).toBeVisible();
    await expect(remove).toHaveCount(left - 1);
  }
}

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("the owner finds her details in the manner of banks, and reads what the next number will be", async ({
    page,
  }) => {
    await open(page);
    await fillIn(page);
    await save(page);
    await expect(page.getByRole("main").getByText("Business details saved.")).toBeVisible();
    await open(page);
    const form = details(page);
    await expect(form.getByLabel("ABN", { exact: true })).toHaveValue("51 824 753 556");
    await expect(form.getByLabel("PayID", { exact: true })).toHaveValue("0491 570 006");
    await expect(form.getByLabel("BSB")).toHaveValue("063-000");
    await expect(form.getByLabel("Account number")).toHaveValue("12345678");
    await expect(form.getByLabel("Send invoices")).toBeChecked();
    await unfold(page);
    await form.getByLabel("Invoice number prefix").fill("bk-");
    await expect(page.getByText(/^Next: BK-\d{4}\./)).toBeVisible();
  });

  test("a GST registration is added, ended and removed, and overlaps are refused", async ({
    page,
  }) => {
    await open(page);
    await fillIn(page);
    await save(page);
    await removeRegistrations(page);
    const gst = page.getByRole("region", { name: "GST registration" });
    const add = async (from: string) => {
      await gst.locator("summary").last().click();
      await gst.getByLabel("Registered from").last().fill(from);
      await gst.getByRole("button", { name: "Add registration" }).click();
    };
    await add("2026-07-01");
    await expect(
      gst.getByRole("heading", { name: "From Wednesday, 1 July 2026 onwards" }),
    ).toBeVisible();
    await add("2026-08-01");
    await expect(gst.getByLabel("Registered from").last()).toHaveAccessibleDescription(
      "You're already registered from Wednesday, 1 July 2026 onwards. Periods can't overlap.",
    );
    await gst.getByText("Change dates").click();
    await gst.getByLabel("Last day").first().fill("2026-09-30");
    await gst.getByRole("button", { name: "Save dates" }).click();
    await expect(
      gst.getByRole("heading", { name: "until Wednesday, 30 September 2026" }),
    ).toBeVisible();
    await removeRegistrations(page);
  });
});
