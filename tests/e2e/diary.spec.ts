import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay, startOfDay } from "#app/values/calendar.ts";
import { instantFrom } from "#app/values/wall-clock.ts";
import { aLesson, anEntry, anOpenWeek, minutesLater } from "#tests/support/diary.ts";
import { expectShownAccessible } from "./support/axe.ts";
import {
  expect,
  hydrated,
  phone,
  testOnOwnSite,
  wideScreen,
  openHydrated,
} from "./support/fixtures.ts";
import { holdRequests } from "./support/guard.ts";
import { toastWith } from "./support/toasts.ts";

/* The owner's diary: what waits, the days, an entry and its changes, and a term of lessons. */

const at = (day: string, hour: number) => instantFrom(day, hour * 60)!;

/** When a term of lessons begins, whose second one is in the way of the dentist. */
const soon = addDays(melbourneDay(new Date()), 14);

/** A Wednesday of a week with a lesson, half an hour and a clash. */
const wednesday = "2030-06-19";

async function fillDiary(db: Db): Promise<void> {
  await anOpenWeek(db);
  await aLesson(db);
  const today = melbourneDay(new Date());
  const allDay = { startsAt: startOfDay(today), endsAt: startOfDay(addDays(today, 1)) };
  const retreat = { kind: "block", title: "Practice retreat", clientName: null } as const;
  await db.insert(diaryEntries).values({
    ...retreat,
    ...allDay,
    state: "booked",
    busyFrom: allDay.startsAt,
    busyUntil: allDay.endsAt,
  });
  const named = (clientName: string, day: string, hour: number) =>
    anEntry(db, {
      clientName,
      clientEmail: `${clientName.split(" ")[0]!.toLowerCase()}@client.example`,
      startsAt: at(day, hour),
      token: `token-of-${clientName.split(" ")[0]!.toLowerCase()}`,
    });
  await anEntry(db, {
    kind: "block",
    title: "Dentist",
    startsAt: at(addDays(soon, 7), 16.5),
    clientName: null,
    clientEmail: null,
  });
  await named("Priya Raman", wednesday, 10);
  await anEntry(db, {
    clientName: "Mei Tan",
    startsAt: at(wednesday, 12),
    endsAt: at(wednesday, 12.5),
  });
  await named("Tomas Wren", "2030-06-20", 10);
  await named("Harriet Osei", "2030-06-21", 10);
  await anEntry(db, {
    kind: "event",
    clientName: "Clara Over",
    firm: false,
    startsAt: minutesLater(at("2030-06-21", 10), 30),
  });
  for (const [clientName, day] of [
    ["Rosa Asks", "2030-06-24"],
    ["Ines Asks", "2030-06-25"],
    ["Oscar Asks", "2030-06-26"],
  ] as const) {
    const { id } = await named(clientName, day, 10);
    await db.update(diaryEntries).set({ state: "requested" }).where(eq(diaryEntries.id, id));
  }
  await anEntry(db, {
    clientName: "Cheap Pills",
    clientEmail: "pills@bot.example",
    state: "requested",
    firm: false,
    spamReason: "trap",
    createdAt: new Date(),
    startsAt: at("2030-06-27", 10),
  });
}

const test = testOnOwnSite("no rows", fillDiary);

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

const main = (page: Page) => page.getByRole("main");
const requests = (page: Page) => page.getByRole("region", { name: /^Requests to answer/ });

test("what waits comes first, then the days from today on, and a request is confirmed where it stands", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openHydrated(page, "/admin/diary");
  await expect(requests(page).getByRole("link", { name: "Oscar Asks" })).toBeVisible();
  await expect(page.getByRole("region", { name: "1 clash ahead" })).toContainText("Clara Over");
  await expect(main(page).getByRole("link", { name: /Practice retreat/ })).toBeVisible();
  await expect(main(page).getByRole("heading", { name: /^Today/ })).toHaveCount(1);
  await page.setViewportSize(wideScreen);
  await expect(main(page).getByRole("heading", { name: /^Today/ })).toHaveCount(0);
  await main(page).locator("summary").click();
  await expect(page.getByRole("button", { name: "It's real Cheap Pills" })).toBeVisible();
  const who = "Ines Asks";
  await page.getByRole("button", { name: `Confirm ${who}` }).click();
  await expect(requests(page).getByText(who)).toHaveCount(0);
  await expect(toastWith(page, "Confirmed. Your client gets an email.")).toBeVisible();
});

test("a week is seven days with hours drawn to scale, and an appointment's link is copied at one press", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize(wideScreen);
  await openHydrated(page, `/admin/diary?day=${wednesday}`);
  await expect(main(page).getByRole("heading", { level: 2, name: /^\w{3} \d/ })).toHaveText([
    /^Mon 17 Jun/,
    /^Tue/,
    /^Wed/,
    /^Thu/,
    /^Fri/,
    /^Sat/,
    /^Sun 23 Jun/,
  ]);
  const box = async (name: RegExp) => (await main(page).getByRole("link", { name }).boundingBox())!;
  const [hour, half] = [await box(/^Priya Raman 10:00–11:00 am/), await box(/^Mei Tan 12:00/)];
  expect(half.y - hour.y).toBeCloseTo(2 * (half.height * 2 + 2), -1);
  expect(hour.height / half.height).toBeCloseTo(2, 0);
  const [under, over] = [await box(/^Harriet Osei/), await box(/^Clara Over/)];
  expect(over.x).toBeGreaterThanOrEqual(under.x + under.width);

  await main(page)
    .getByRole("link", { name: /Priya Raman/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Priya Raman");
  await expect(main(page).getByText("Wednesday, 19 June 2030, 10:00–11:00 am")).toBeVisible();
  const link = await page.getByLabel("Your client's link").inputValue();
  expect(link).toMatch(/\/appointments\/token-of-pri/);
  await page.getByRole("button", { name: "Copy your client's link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Link copied" })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
});

test("days lead on by links, arrow keys and a date, Ctrl K to an entry", async ({ page }) => {
  await page.setViewportSize(phone);
  await openHydrated(page, `/admin/diary?day=${wednesday}`);
  await page.getByRole("link", { name: "A week on" }).click();
  await expect(page).toHaveURL("/admin/diary?day=2030-06-26");
  const days = await holdRequests(page, ({ url }) => url.includes("day="));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("link", { name: "A week on" })).toHaveAttribute("href", /07-10/);
  await page.keyboard.press("ArrowRight");
  await days.release();
  await expect(page).toHaveURL("/admin/diary?day=2030-07-10");
  await page.getByLabel("Day", { exact: true }).fill("2030-06-21");
  await page.getByRole("button", { name: "Go" }).click();
  await expect(main(page).getByRole("link", { name: /Harriet Osei.*Clash/ })).toBeVisible();
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox").fill("tomas");
  await dialog.getByRole("link", { name: /Tomas Wren.*Thu 20 Jun 2030/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tomas Wren");
});

test("the diary prints a day a page from either view, and Today has a button", async ({ page }) => {
  for (const view of ["", "&view=agenda"]) {
    await openHydrated(page, `/admin/diary?day=${wednesday}${view}`);
    const days = await main(page).locator("section[aria-labelledby^=day-]").count();
    expect(days).toBeGreaterThan(2);
    const file = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(days);
    await page.emulateMedia({ media: "print" });
    await expect(main(page).getByRole("heading")).toHaveCount(days);
    await expect(main(page).getByRole("link", { name: "Rosa Asks" })).toHaveCount(1);
    await page.emulateMedia({ media: null });
  }
  await openHydrated(page, "/admin");
  const printed = page.evaluate(() => new Promise((done) => (window.print = () => done(true))));
  await main(page).getByRole("button", { name: "Print" }).click();
  expect(await printed).toBe(true);
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("a suggested time fills in the day and the time, and a block gets other hours", async ({
    page,
  }) => {
    await page.goto(`/admin/diary/new?day=${addDays(melbourneDay(new Date()), 3)}`);
    await main(page)
      .getByRole("button", { name: /, 9:00 am$/ })
      .first()
      .click();
    await expect(page.getByLabel("Time", { exact: true })).toHaveValue("09:00");

    const newDay = "2030-07-02";
    await page.goto(`/admin/diary/new?kind=block&day=${newDay}`);
    await page.getByRole("textbox", { name: "What it is" }).fill("Tuner");
    await page.getByLabel("From").fill("16:00");
    await page.getByLabel("Until").fill("17:00");
    await page.getByRole("button", { name: "Block This Time" }).last().click();
    await expect(page).toHaveURL(`/admin/diary?day=${newDay}`);
    await main(page).getByRole("link", { name: "Tuner" }).first().click();
    await main(page)
      .locator("summary")
      .filter({ hasText: /^Edit$/ })
      .click();
    await page.getByLabel("From", { exact: true }).fill("20:15");
    await page.getByLabel("Until", { exact: true }).fill("22:00");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(main(page).getByText(/, 8:15–10:00 pm/)).toBeVisible();
  });
});

test("a term is set up in one form, reaches the parent in one email, moves, loses a day and ends", async ({
  page,
  guard,
  installation: { mail },
}) => {
  await openHydrated(page, "/admin/diary/new");
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
  const series = page.getByRole("region", { name: "1 of 3 in its series" });
  await expect(series.getByRole("link", { name: /, 5:00 pm$/ })).toHaveCount(3);
  await page
    .locator("summary")
    .filter({ hasText: /^Edit$/ })
    .click();
  await page.getByLabel("Minutes", { exact: true }).fill("50");
  await page
    .getByLabel("What it is, its length, price, place and invoice: also in the 2 that follow")
    .check();
  await expectShownAccessible(page, "an edit of a series");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await emailSaying("Changed: Piano lesson on 3 dates from ");
  const here = page.url();
  guard.expectConsole(/status of 409/);
  await openHydrated(page, "/admin/hours");
  const away = page.getByRole("region", { name: "Time away" });
  await away.getByText("Add time away").click();
  await away.getByLabel("Away from").fill(addDays(soon, 14));
  await away.getByLabel("Last day").fill(addDays(soon, 14));
  await away.getByRole("button", { name: "Save time away" }).click();
  const choice = away.getByRole("combobox", { name: /Piano lesson, Theo$/ });
  await expect(choice).toHaveValue(/ \d+$/);
  const move = /^Move it to /;
  await expect(choice.getByRole("option")).toHaveText(["Cancel it", move, move, move, "Leave it"]);
  await away.getByLabel("A word to each of them").fill("I have lost my voice.");
  await expectShownAccessible(page, "a day to call off");
  await away.getByRole("button", { name: "Add it and email them" }).click();
  await expect(away.getByText("an email in ten minutes, unless you undo it")).toBeVisible();
  await away.getByRole("button", { name: "Undo, change nothing" }).click();
  await expect(away.getByText("Undone: nothing is changed.")).toBeVisible();
  await openHydrated(page, here);
  await page.getByText("End the Series").click();
  await expectShownAccessible(page, "the end of a series");
  await page.getByRole("button", { name: "Cancel These 3" }).click();
  await expect(page.getByText("Cancelled. Their times are free again.").first()).toBeVisible();
  await emailSaying("Cancelled: Piano lesson on 3 dates from ");
});
