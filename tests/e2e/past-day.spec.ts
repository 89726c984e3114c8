import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { expect, hydrated, test, withAndWithoutScripts } from "./support/fixtures.ts";

withAndWithoutScripts((scripts) => {
  test("a new appointment on a day that has passed has no times to offer and tells nobody", async ({
    page,
    signInAsOwner,
  }) => {
    await signInAsOwner();
    const today = melbourneDay(new Date());
    const told = page.getByLabel(/^Send the client the invitation/);
    const times = page.getByText("Next free times");
    await page.goto(`/admin/diary/new?day=${addDays(today, -1)}`);
    if (scripts) await hydrated(page);
    await expect(page.getByText("This day has passed: your client isn't told.")).toBeVisible();
    await expect(told).toBeHidden();
    await expect(times).toHaveCount(0);
    if (!scripts) return;
    await page.getByLabel("Day", { exact: true }).fill(addDays(today, 3));
    await expect(told).toBeVisible();
    await expect(told).toBeChecked();
    await expect(times).toBeVisible();
  });
});
