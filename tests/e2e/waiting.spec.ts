import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { mondayOf } from "#app/features/services/free-week.ts";
import { expect, phone, signOut, ownerTest as test } from "./support/fixtures.ts";

/* Somebody finds a week without a time, and asks to be told of one. */

test.describe("with JavaScript off, on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: phone });

  test("who waits in a full week is on the owner's list, by a form that keeps what was typed", async ({
    page,
    guard,
    signInAsOwner,
  }) => {
    guard.expectConsole(/status of (404|422)/);
    const monday = addDays(mondayOf(melbourneDay(new Date())), 14);
    const address = "wanda@visitor.example";
    await signInAsOwner();
    await page.goto("/admin/hours");
    const away = page.getByRole("region", { name: "Time away" });
    await away.getByText("Add time away", { exact: true }).click();
    await away.getByLabel("Away from").fill(monday);
    await away.getByLabel("Last day").fill(addDays(monday, 6));
    await away.getByRole("button", { name: "Save time away" }).click();
    await expect(away.getByText("Time away added.")).toBeVisible();
    await signOut(page);

    await page.goto(`/book/voice-piano/60-minutes?week=${monday}`);
    await expect(page.getByText("Nothing is free in this week.")).toBeVisible();
    await page.getByText("Tell me when one frees up").click();
    await page.getByLabel("Email").fill(address);
    await page.getByLabel("Monday", { exact: true }).uncheck();
    await page.getByLabel("Time of day").selectOption("Before noon");
    await page.getByLabel("Until").fill("");
    // Nobody fills in a form within a second.
    await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(1_400);
    const press = () => page.getByRole("button", { name: "Tell me", exact: true }).click();
    await page.locator("#waiting").evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await press();
    await expect(page.getByLabel("Until")).toHaveAccessibleDescription(/^Choose a day from/);
    await expect(page.getByLabel("Email")).toHaveValue(address);
    await expect(page.getByLabel("Monday", { exact: true })).not.toBeChecked();
    await page.getByLabel("Until").fill(addDays(monday, 6));
    await page.getByLabel("Email").press("Enter");
    await expect(page.getByText("You're on my list")).toBeVisible();

    await signInAsOwner();
    await page.goto("/admin/hours");
    const waiting = page.getByRole("region", { name: "Waiting for a time" });
    await expect(waiting.getByRole("listitem").filter({ hasText: address })).toContainText(
      "Voice and piano, 60 minutes: Tue Wed Thu Fri Sat Sun, before noon, until",
    );
    await page.goto("/waiting/end?who=somebody");
    await expect(page.getByRole("heading", { name: "This link is incomplete" })).toBeVisible();
  });
});
