import type { Page } from "@playwright/test";
import { addDays, longDay, melbourneDay } from "#app/values/calendar.ts";
import { expectShownAccessible } from "./support/axe.ts";
import { expect, ownerTest as test, phone, openHydrated } from "./support/fixtures.ts";

/* What the owner says of her hours and services. */

test.beforeEach(async ({ signInAsOwner, guard }) => {
  await signInAsOwner();
  guard.expectConsole(/422|409|Not (saved|added)/);
});

const main = (page: Page) => page.getByRole("main");
const press = (page: Page, name: string) =>
  main(page).getByRole("button", { name, exact: true }).click();
/** The answer above the form; a toast says the same. */
const said = (page: Page, text: string) =>
  expect(main(page).getByRole("status").filter({ hasText: text }).first()).toBeVisible();
const time = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("the owner opens Sunday with a break, and gives a service hours of its own, copied to every weekday", async ({
    page,
  }) => {
    await openHydrated(page, "/admin/hours");
    await expect(main(page).getByRole("img", { name: /Sun closed$/ })).toBeVisible();
    await press(page, "Add times on Sunday");
    await time(page, "Sunday: from").fill("10:00");
    await time(page, "Sunday: until").fill("12:00");
    await expect(main(page).getByRole("img", { name: /Sun 10 am–12 pm$/ })).toBeVisible();
    await press(page, "Add times on Sunday");
    await time(page, "Sunday, 2: from").fill("11:00");
    await time(page, "Sunday, 2: until").fill("15:00");
    await press(page, "Save hours");
    await expect(time(page, "Sunday, 2: from")).toHaveAccessibleDescription(
      "This overlaps 10 am–12 pm.",
    );
    await time(page, "Sunday, 2: from").fill("13:00");
    await press(page, "Save hours");
    await said(page, "Hours saved.");
    await openHydrated(page, "/admin/hours");
    const upcoming = main(page).getByRole("region", { name: "The next seven days" });
    await expect(upcoming).toContainText(/10 am–12 pm\s*1–3 pm/);
    await expect(upcoming).not.toContainText("Usual week");

    await main(page).getByRole("link", { name: "Add other hours" }).click();
    await main(page)
      .getByLabel("For", { exact: true })
      .selectOption({ label: "Presence and communication, 90 minutes" });
    await time(page, "Monday: from").fill("08:30");
    await press(page, "Copy Monday to the other weekdays");
    await expect(time(page, "Friday: from")).toHaveValue("08:30");
    await expect(main(page).getByText("Mon–Fri 8:30 am–5 pm · Sat, Sun closed")).toBeVisible();
    await press(page, "Save hours");
    await expect(
      main(page).getByRole("link", { name: "Presence and communication, 90 minutes" }),
    ).toHaveAttribute("aria-current", "page");
    await page.goto("/admin/activity");
    await expect(main(page).getByRole("listitem").first()).toContainText(
      "added the hours of Presence and communication, 90 minutes",
    );
  });

  test("the owner closes a day, and it is as usual again", async ({ page }) => {
    const day = addDays(melbourneDay(new Date()), 22);
    await openHydrated(page, "/admin/hours");
    const days = main(page).getByRole("region", { name: "Single days" });
    await days.getByText("Change a day", { exact: true }).click();
    await days.getByLabel("Day", { exact: true }).fill(day);
    await days.getByLabel("Note for you").fill("Concert");
    await press(page, "Save day");
    await said(page, "Day saved.");
    const item = days.getByRole("listitem").filter({ hasText: "Concert" });
    await expect(item).toContainText("closed");
    await item.getByRole("link", { name: `Change ${longDay(day)}` }).click();
    // The form of a further day has the same buttons.
    await expect(days.getByRole("heading", { name: longDay(day) })).toBeVisible();
    await press(page, "Add times on that day");
    await time(page, "that day: from").fill("09:00");
    await time(page, "that day: until").fill("11:30");
    await press(page, "Save day");
    await expect(item).toContainText("9–11:30 am");
    await item.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(item).toHaveCount(0);
  });

  test("the owner orders her services with the keyboard, adds one, changes its price and turns it off", async ({
    page,
  }) => {
    const name = "Duet for two";
    await openHydrated(page, "/admin/services");
    await main(page).getByText("Change the order of AMEB rehearsal").press("Enter");
    // By a pointer that is not a finger.
    await expectShownAccessible(page, "the order of services", { isCovered: true });
    const names = () =>
      main(page)
        .getByRole("region", { name: "AMEB rehearsal" })
        .getByRole("link")
        .allTextContents();
    const [first, second] = await names();
    await main(page)
      .getByRole("button", { name: `Move ${first} down` })
      .focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first]);
    await main(page).getByRole("link", { name: "New Service" }).click();
    await expect(main(page).getByLabel("Minutes", { exact: true })).toHaveValue("60");
    await main(page).getByLabel("Minutes", { exact: true }).fill("3");
    await main(page).getByLabel("Name").fill(name);
    await press(page, "Add service");
    await expect(main(page).getByLabel("Minutes", { exact: true })).toHaveAccessibleDescription(
      "Enter a whole number of minutes from 5 to 480.",
    );
    await expect(main(page).getByLabel("Name")).toHaveValue(name);
    await main(page).getByLabel("Minutes", { exact: true }).fill("45");
    await press(page, "Add service");
    const item = main(page).getByRole("listitem").filter({ hasText: name });
    await expect(item).toContainText("A$75");
    await expect(item).not.toContainText("its own price");
    await item.getByRole("link", { name }).click();
    await main(page).getByLabel("Price in A$").fill("80");
    await press(page, "Save");
    await said(page, "Service saved.");
    await openHydrated(page, "/admin/services");
    await expect(item).toContainText("A$80 its own price");
    await item.getByRole("link", { name }).click();
    await main(page)
      .getByRole("checkbox", { name: /^Can be booked/ })
      .uncheck();
    await press(page, "Save");
    await said(page, "Service saved.");
    await openHydrated(page, "/admin/services");
    await expect(item).toContainText("Off");
  });
});
