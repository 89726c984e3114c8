import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { anEntry } from "#tests/support/diary.ts";
import { instantOf } from "#app/values/wall-clock.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { expectShownAccessible } from "./support/axe.ts";
import { expect, hydrated, phone, testOnOwnSite, wideScreen } from "./support/fixtures.ts";

/* A term of lessons, from New Appointment to the parent's phone. */

const soon = addDays(melbourneDay(new Date()), 14);
const dentist = addDays(soon, 7);

async function withDentist(db: Db): Promise<void> {
  const startsAt = instantOf(dentist, 16 * 60 + 30)!;
  await anEntry(db, {
    kind: "block",
    title: "Dentist",
    startsAt,
    clientName: null,
    clientEmail: null,
  });
}

const test = testOnOwnSite("no rows", withDentist);

test("a term is set up in one form, reaches the parent in one email, moves, loses a day and ends", async ({
  page,
  guard,
  installation: { mail },
  signInAsOwner,
}) => {
  await signInAsOwner();
  await page.goto("/admin/diary/new");
  await hydrated(page);
  await page.getByLabel("Client", { exact: true }).fill("Nora Parent");
  await page.getByLabel("Email").fill("nora@parent.example");
  await page.getByLabel("Student").fill("Theo");
  await page.getByLabel("Service").selectOption("");
  await page.getByRole("textbox", { name: "What it is" }).fill("Piano lesson");
  await page.getByLabel("Minutes", { exact: true }).fill("45");
  await page.getByLabel("Day", { exact: true }).fill(soon);
  await page.getByLabel("Time", { exact: true }).fill("16:00");
  await page.getByLabel("Repeats").selectOption("Every week");
  await page.getByLabel("Times").fill("4");
  await page.getByRole("button", { name: "Add Appointment" }).last().click();
  await expect(page.getByText("1 of 4 dates has something in the way.")).toBeVisible();
  await expect(page.getByText("4:30 pm: Dentist")).toBeVisible();
  await expect(
    page.getByRole("checkbox", { checked: true }).and(page.locator("[name=starts]")),
  ).toHaveCount(3);
  await expectShownAccessible(page, "the dates of a series");
  await page.getByRole("button", { name: "Add Those Ticked" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Theo");
  await expect(page.getByRole("heading", { name: "1 of 3 in its series" })).toBeVisible();
  const emailSaying = async (subject: string) => {
    const isIt = (email: { subject?: string }) => email.subject?.startsWith(subject);
    const all = await mail.waitUntil((came) => (came.some(isIt) ? null : `No "${subject}".`));
    return all.find(isIt)!;
  };
  const told = await emailSaying("You're booked: Piano lesson on 3 dates from ");
  const [link] = /https?:\S+\/appointments\/[\w-]+/.exec(told.text!)!;
  await page.setViewportSize(phone);
  await page.goto(new URL(link).pathname);
  const others = page.getByRole("region", { name: "Your other sessions" });
  await expect(others.getByRole("link")).toHaveCount(3);
  await expect(others.getByRole("link", { name: "Ask me to end them" })).toBeVisible();
  await page.goBack();
  await page.setViewportSize(wideScreen);
  await hydrated(page);
  await page
    .locator("summary")
    .filter({ hasText: /^Move$/ })
    .click();
  await page.getByLabel("Time", { exact: true }).fill("17:00");
  await page.getByLabel("And the 2 that follow in its series, by as much").check();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await emailSaying("New time: Piano lesson on 3 dates from ");
  await expect(page.getByRole("region", { name: "1 of 3 in its series" })).toContainText("Jan");
  await page
    .locator("summary")
    .filter({ hasText: /^Edit$/ })
    .click();
  await page.getByLabel("Minutes", { exact: true }).fill("50");
  await page
    .getByLabel("What it is, its length, price and place: also in the 2 that follow")
    .check();
  await expectShownAccessible(page, "an edit of a series");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await emailSaying("Changed: Piano lesson on 3 dates from ");
  const here = page.url();
  guard.expectConsole(/status of 409/);
  await page.goto("/admin/hours");
  await hydrated(page);
  const away = page.getByRole("region", { name: "Time away" });
  await away.getByText("Add time away").click();
  await away.getByLabel("Away from").fill(addDays(soon, 14));
  await away.getByLabel("Last day").fill(addDays(soon, 14));
  await away.getByRole("button", { name: "Save time away" }).click();
  await expect(away.getByRole("checkbox", { name: /Piano lesson, Theo$/ })).toBeChecked();
  await away.getByLabel("A word to those you cancel").fill("I have lost my voice.");
  await expectShownAccessible(page, "a day to call off");
  await away.getByRole("button", { name: "Add it and cancel those ticked" }).click();
  await expect(away.getByText("an email in ten minutes, unless you undo it")).toBeVisible();
  await away.getByRole("button", { name: "Undo, cancel nothing" }).click();
  await expect(away.getByText("Undone: nothing is cancelled.")).toBeVisible();
  await page.goto(here);
  await hydrated(page);
  await page.getByText("End the Series").click();
  await expectShownAccessible(page, "the end of a series");
  await page.getByRole("button", { name: "Cancel These 3" }).click();
  await expect(page.getByText("Cancelled. Their times are free again.").first()).toBeVisible();
  await emailSaying("Cancelled: Piano lesson on 3 dates from ");
});
