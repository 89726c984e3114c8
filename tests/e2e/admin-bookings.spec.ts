import type { Page } from "@playwright/test";
import { longDay, melbourneDay, shortDay } from "#app/values/calendar.ts";
import { dialog, examDate, rowOf, sendEnquiry, undated } from "./support/admin-page.ts";
import { expect, hydrated, test, openHydrated } from "./support/fixtures.ts";
import { toastWith } from "./support/toasts.ts";
import type { ReceivedEmail } from "#tests/fakes/smtp.ts";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

/** Opens the list with a new booking in it. */
async function openNewBooking(page: Page, given: Record<string, unknown> = {}) {
  const family = await sendEnquiry(page, given);
  await openHydrated(page, "/admin/ameb-bookings");
  return { family, row: rowOf(page, family.name) };
}

const deletionQuestion = (name: string) =>
  `Are you sure you want to delete the AMEB booking of ${name}? You can bring it back for 30 days.`;

test("a booking's row saves a status at once, is deleted after confirmation, and restored by Undo", async ({
  page,
}) => {
  const { family, row } = await openNewBooking(page);
  const shown = shortDay(examDate, melbourneDay(new Date()));
  await expect(row).toContainText(`${shown}, 10:40 am`);
  await expect(row.getByTitle(longDay(examDate))).toBeVisible();
  await expect(row).toContainText("AMEB Grade 5 violin, teacher J. Ferraro");
  await expect(row).toContainText("Both Exam Day & Rehearsal");
  await expect(row.getByRole("link", { name: family.email })).toHaveAttribute(
    "href",
    `mailto:${family.email}`,
  );
  await row.getByRole("combobox").selectOption("Contacted");
  await expect(toastWith(page, "Status updated successfully!")).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(row.getByRole("combobox")).toHaveValue("contacted");

  await row.getByRole("button", { name: "Delete" }).click();
  await expect(toastWith(page, deletionQuestion(family.name))).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(row.getByRole("button", { name: "Delete" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Confirm Delete" })).toBeFocused();
  await expect(row).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(toastWith(page, "Booking deleted successfully!")).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByRole("combobox")).toHaveValue("contacted");
});

test("a reply is previewed and sent with its fields filled in", async ({ page, installation }) => {
  const { family, row } = await openNewBooking(page);
  // The keyboard's way to the newest, and to answering it.
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  const composer = dialog(page, "Compose Email");
  await expect(composer.getByLabel("Recipient")).toHaveValue(family.email);
  await composer.getByLabel("Message").fill("");
  await composer.getByRole("button", { name: "Send Email" }).click();
  await expect(composer.getByText("Email body cannot be empty.")).toBeVisible();
  await composer.getByLabel("Message").fill("Dear {{student_parent_name}}, ");
  await composer.getByLabel("Message").press("End");
  await composer.getByText("Insert a field").click();
  await composer.getByRole("button", { name: "Exam date", exact: true }).click();
  await expect(composer.getByLabel("Message")).toHaveValue(
    "Dear {{student_parent_name}}, {{Exam date}}",
  );
  await expect(composer.getByRole("region", { name: "Preview" })).toContainText(
    `Dear ${family.name}, ${longDay(examDate)}`,
  );
  await composer.getByRole("button", { name: "Send Email" }).click();
  await expect(toastWith(page, "Email sent successfully!")).toBeVisible();
  await expect(composer).toHaveCount(0);

  const reply = (all: readonly ReceivedEmail[]) =>
    all.find(
      ({ subject, envelopeTo }) =>
        subject === "Regarding your AMEB booking" && envelopeTo.includes(family.email),
    );
  const emails = await installation.mail.waitUntil((all) =>
    reply(all) ? null : "The reply has not arrived.",
  );
  expect(reply(emails)!.text).toContain(`Dear ${family.name}, ${longDay(examDate)}`);

  await row.getByRole("link", { name: family.name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(family.name);
  await expect(
    page
      .getByRole("region", { name: "History" })
      .getByRole("link", { name: "Regarding your AMEB booking" }),
  ).toBeVisible();
});

test("a status that may not be saved is reset and says so, whatever becomes of another", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/net::ERR_FAILED|We couldn't tell whether that went through\./);
  const other = await sendEnquiry(page, undated);
  const { row } = await openNewBooking(page);
  await page.route("**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await row.getByRole("combobox").selectOption("Cancelled");
  const shown = toastWith(page, "We couldn't tell whether that went through.");
  await expect(shown).toBeVisible();
  await expect(row.getByRole("alert")).toBeFocused();
  await expect(row.getByRole("combobox")).toHaveValue("pending");
  await page.unroute("**");
  await rowOf(page, other.name).getByRole("combobox").selectOption("Booked");
  await expect(toastWith(page, "Status updated successfully!")).toBeVisible();
  await expect(shown).toBeVisible();
  await row.getByRole("combobox").selectOption("Cancelled");
  await expect(toastWith(page, "Status updated successfully!")).toHaveCount(2);
  await expect(shown).toHaveCount(0);
});

test("the error of a form sent before scripts ran is gone once another form succeeds", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/status of 409/);
  const { row } = await openNewBooking(page, undated);
  const id = await row.locator("input[name=id]").first().inputValue();
  await page.evaluate((booking) => {
    const form = document.createElement("form");
    form.method = "post";
    const fields = { id: booking, from: "contacted", status: "cancelled" };
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement("input");
      Object.assign(field, { name, value });
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  }, id);
  const refusal = page.getByText(
    "Failed to update status. Another tab has since set it to Pending.",
  );
  await expect(refusal).toBeVisible();
  await hydrated(page);
  await row.getByRole("combobox").selectOption("Booked");
  await expect(toastWith(page, "Status updated successfully!")).toBeVisible();
  await expect(refusal).toHaveCount(0);
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("a booking is deleted after confirmation, and restored by Undo", async ({ page }) => {
    const family = await sendEnquiry(page);
    const row = rowOf(page, family.name);
    await page.goto("/admin/ameb-bookings");
    await row.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText(deletionQuestion(family.name))).toBeVisible();
    await expect(row).toBeVisible();
    await page.getByRole("button", { name: "Confirm Delete" }).click();
    await expect(page.getByText("Booking deleted successfully!")).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row).toBeVisible();
  });
});
