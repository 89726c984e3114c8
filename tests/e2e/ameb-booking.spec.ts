import type { Page } from "@playwright/test";
import { longDay, melbourneDay, shortDay } from "#app/values/calendar.ts";
import { parseCalendar, type ParsedEvent } from "#tests/support/icalendar.ts";
import { examDate, rowOf, sendEnquiry } from "./support/admin-page.ts";
import { expect, hydrated, phone, test } from "./support/fixtures.ts";

const inShort = (day: string) => shortDay(day, melbourneDay(new Date()));
const history = (page: Page) => page.getByRole("region", { name: "History" });

/** The event of this name in the private calendar, by a link made for it. */
async function calendarEvent(page: Page, name: string): Promise<ParsedEvent | undefined> {
  await page.goto("/admin/calendar");
  await page.getByRole("button", { name: /^Create (your|a new) link$/ }).click();
  const link = await page.getByLabel("Copy it now; it won't be shown again.").inputValue();
  const feed = await page.request.get(link);
  return parseCalendar(await feed.text()).find(({ SUMMARY }) => SUMMARY?.includes(name));
}

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

async function openBooking(page: Page, name: string): Promise<void> {
  await page.goto("/admin/ameb-bookings");
  await hydrated(page);
  await rowOf(page, name).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

test("on a phone a date to be advised is entered, and is in the list and the calendar", async ({
  page,
}) => {
  // Two exams at one time would be asked about.
  const time = "2.15 pm";
  await page.setViewportSize(phone);
  const family = await sendEnquiry(page, { examDate: "to be advised", examTime: "" });
  await openBooking(page, family.name);
  await expect(page.getByText("to be advised")).toHaveCount(2);
  await page.getByRole("link", { name: "Enter the date" }).click();
  await page.getByLabel("Exam Date").fill(examDate);
  await page.getByLabel("Exam Time").fill(time);
  await page.getByLabel("Status").selectOption("Booked");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/ameb-bookings\/[\w-]+$/);
  await expect(page.getByTitle(longDay(examDate)).first()).toBeVisible();
  await expect(history(page)).toContainText(`Exam Date: ${longDay(examDate)}`);
  await page.goto("/admin/ameb-bookings");
  await expect(rowOf(page, family.name)).toContainText(`${inShort(examDate)}, ${time}`);
  await expect(rowOf(page, family.name).getByRole("combobox")).toHaveValue("booked");
  expect(await calendarEvent(page, family.name)).toMatchObject({
    DTSTART: `${examDate.replaceAll("-", "")}T141500`,
    SUMMARY: `AMEB Grade 5 violin, ${family.name}`,
    STATUS: "CONFIRMED",
    SEQUENCE: "2",
  });
});

test("a stale tab is told who changed the booking, and keeps what was typed", async ({
  page,
  context,
  guard,
}) => {
  guard.expectConsole(/status of 409|Not saved: you changed/);
  const family = await sendEnquiry(page);
  await openBooking(page, family.name);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Works").fill("Vivaldi");
  await page.getByLabel("Venue").fill("South Bank");
  const other = await context.newPage();
  await other.goto(`${page.url().split("?")[0]}?edit`);
  await hydrated(other);
  await other.getByLabel("Works").fill("Bartók");
  await other.getByLabel("Teacher").fill("A. Berg");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("link", { name: "Edit" })).toBeVisible();

  await page.getByRole("button", { name: "Save" }).click();
  const refusal = /Not saved: you changed this booking in the meantime \(today/;
  await expect(page.getByRole("main").getByText(refusal)).toBeVisible();
  await expect(page.getByText("Changed meanwhile to: Bartók")).toBeVisible();
  await expect(page.getByLabel("Works")).toHaveValue("Vivaldi");
  await expect(page.getByLabel("Venue")).toHaveValue("South Bank");
  await expect(page.getByLabel("Teacher")).toHaveValue("A. Berg");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
  await expect(page.getByText("South Bank").first()).toBeVisible();
  await expect(page.getByText("A. Berg").first()).toBeVisible();
});

test("a booking deleted on its page can be restored there", async ({ page }) => {
  const family = await sendEnquiry(page);
  await openBooking(page, family.name);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Confirm Delete" }).click();
  await expect(page.getByText("This booking is deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
  await expect(history(page)).toContainText("Deleted");
  await expect(history(page)).toContainText("Restored");
});
