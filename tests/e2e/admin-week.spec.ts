import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addDays, longDay, melbourneDay } from "#app/values/calendar.ts";
import { expect, hydrated, phone, wideScreen } from "./support/fixtures.ts";
import type { Installation } from "./support/installation.ts";
import { Hand } from "./support/hand.ts";
import { toastWith } from "./support/toasts.ts";
import { fortyTransfers, lastMonth, namesIn, textTo, weekTest as test } from "./support/week.ts";

/*
 * The owner's week, job by job, from the dashboard of a Monday morning. What each takes stands in
 * docs/week.md, which has to say the same.
 */

type Job = {
  name: string;
  run: (hand: Hand, week: Installation) => Promise<void>;
  start: string;
  screen: typeof phone;
};

const jobs: Job[] = [];

function job(name: string, run: Job["run"], start = "/admin", screen = wideScreen): void {
  jobs.push({ name, run, start, screen });
}

const main = (page: Page) => page.getByRole("main");
const link = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name }).first();
const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole("button", { name }).first();
const entry = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name });
const task = (page: Page, who: string) =>
  main(page).getByRole("listitem").filter({ hasText: who }).first();
const status = (page: Page, text: string | RegExp) => main(page).getByText(text).first();

job("See on Monday morning what is new, by name", async ({ page }) => {
  for (const who of ["Priya Raman", "Ines Garland", "Mei Tan", "Rosalind Achterberg"])
    await expect(task(page, who)).toBeVisible();
});

job("Answer an enquiry", async (hand, { mail }) => {
  const { page } = hand;
  await hand.click(task(page, "Priya Raman").getByRole("button", { name: /^Reply/ }));
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
  await hand.type("With pleasure: Tuesday 12 January at four?");
  await hand.click(page.getByRole("button", { name: "Send Email" }));
  expect(await textTo(mail, "priya@visitor.example", "With pleasure")).toMatch(
    /Hi Priya,\s+With pleasure: Tuesday 12 January at four\?\s+Warmly,\s+Imogen/,
  );
});

job("Make a quote from an enquiry", async (hand) => {
  const { page } = hand;
  await hand.click(link(page, "Ines Garland"));
  await hand.click(link(page, "Create quote"));
  await hand.fill(page.getByLabel("Event title"), "Wedding lunch");
  await hand.click(button(page, "Save Draft"));
  await expect(status(page, "Draft")).toBeVisible();
  await expect(status(page, "12:00–4:00 pm")).toBeVisible();
});

job("Send it", async (hand, { mail }) => {
  const { page } = hand;
  const drafts = main(page).getByRole("region", { name: /^Drafts/ });
  await hand.click(drafts.getByRole("link", { name: "Ines Garland", exact: true }));
  await hand.click(button(page, "Send Quote"));
  await expect(status(page, "Your email is on its way to ines@visitor.example.")).toBeVisible();
  expect(await textTo(mail, "ines@visitor.example", "Wedding lunch")).not.toContain("{{");
});

job(
  "Accept it on the client's phone",
  async (hand) => {
    const { page } = hand;
    await hand.click(page.getByRole("checkbox", { name: /^I accept this quote/ }));
    await hand.click(page.getByRole("button", { name: "Accept Quote" }));
    await expect(page.getByText("Thank You for Your Acceptance!")).toBeVisible();
  },
  "/quotes/slug-of-rosalind",
  phone,
);

job("See that it is accepted, and for when", async ({ page }) => {
  const accepted = main(page).getByRole("region", { name: /^Accepted/ });
  await expect(accepted.getByRole("listitem").filter({ hasText: "Rosalind" })).toContainText(
    "20 Jun 2030",
  );
});

job("Remind a client of a quote", async (hand, { mail }) => {
  const { page } = hand;
  await hand.click(link(page, "Tomas Wren"));
  await hand.click(link(page, "Send a Reminder"));
  await hand.click(button(page, "Send Again"));
  await expect(status(page, /on its way to tomas/)).toBeVisible();
  await textTo(mail, "tomas@client.example", "Wedding supper");
});

job("Change a quote that is out and send it anew", async (hand) => {
  const { page } = hand;
  await hand.click(link(page, "Tomas Wren"));
  await hand.click(main(page).getByRole("link", { name: "Edit", exact: true }));
  await hand.fill(page.getByLabel("Live piano"), "1100");
  await hand.click(button(page, /^Save/));
  await expect(status(page, "A$1,100.00")).toBeVisible();
  await hand.click(link(page, "Send the New Version"));
  await hand.click(button(page, "Send Again"));
  await expect(status(page, /on its way to tomas/)).toBeVisible();
});

job("Accept for a client who has phoned", async (hand) => {
  const { page } = hand;
  await hand.click(link(page, "Harriet Osei"));
  await hand.click(button(page, "Accept Quote"));
  const question = page.getByRole("dialog");
  await expect(question).toContainText("harriet@client.example");
  await hand.click(question.getByRole("button", { name: "Yes, accept it" }));
  await expect(status(page, "Quote status updated to accepted")).toBeVisible();
});

job("Write and send a show quote from nothing", async (hand) => {
  const { page } = hand;
  await hand.click(entry(page, "Quotes"));
  await hand.click(link(page, "New quote"));
  await hand.click(link(page, "Hourly or show quote"));
  await hand.fill(page.getByLabel("Kind of quote"), "Spring Musical Quote");
  await hand.fill(page.getByLabel("Client name"), "Northside Players");
  await hand.fill(page.getByLabel("Client email"), "producer@northside.example");
  await hand.fill(page.getByLabel("Event title"), "Spring Musical");
  await hand.fill(page.getByLabel("Event date"), "2030-09-07");
  await hand.click(button(page, "Save Draft"));
  await hand.click(button(page, "Send Quote"));
  await expect(status(page, /on its way to producer/)).toBeVisible();
});

let examDay = "";

job("See which exams come, and who has no date yet", async (hand) => {
  const { page } = hand;
  await hand.click(entry(page, "AMEB Bookings"));
  await hand.click(link(page, "Exam season"));
  const waiting = main(page).getByRole("region", { name: /^Waiting for a date/ });
  await expect(waiting.getByRole("listitem").filter({ hasText: "Mei Tan" })).toContainText("day");
  await expect(link(page, "Oliver Stanic")).toBeVisible();
});

job("Enter the date of an exam and book it", async (hand) => {
  const { page } = hand;
  examDay = addDays(melbourneDay(new Date()), 40);
  await hand.click(link(page, "Mei Tan"));
  await hand.click(link(page, "Enter the date"));
  await hand.fill(page.getByLabel("Exam Date"), examDay);
  await hand.choose(page.getByLabel("Status"), "Booked");
  await hand.click(button(page, /^Save/));
  await expect(status(page, "In 40 days")).toBeVisible();
});

job("Tell the family by a template", async (hand, { mail }) => {
  const { page } = hand;
  await hand.click(entry(page, "AMEB Bookings"));
  await hand.click(
    page
      .getByRole("row")
      .filter({ hasText: "Mei Tan" })
      .getByRole("button", { name: /^Reply/ }),
  );
  await hand.choose(page.getByLabel("Template"), "Exam day");
  await hand.click(page.getByRole("button", { name: "Send Email" }));
  const told = `Dear Mei Tan,\n\nAMEB Grade 5 violin on ${longDay(examDay)} is in my diary.`;
  await textTo(mail, "mei@family.example", told);
});

job("Find a client by name and see what they have", async (hand) => {
  const { page } = hand;
  await hand.find("dana");
  await expect(main(page).getByRole("heading", { name: "Dana Whitlock" })).toBeVisible();
  await expect(status(page, /A sixtieth birthday/)).toBeVisible();
});

job("Find a client by phone number", async (hand) => {
  await hand.find("0412 345 678");
  await expect(main(hand.page).getByRole("heading", { name: "Dana Whitlock" })).toBeVisible();
});

job("Book a month of forty transfers", async (hand) => {
  const { page } = hand;
  await hand.click(entry(page, "Money"));
  await hand.click(link(page, "Bank statement"));
  await hand.attach(page.getByLabel("CSV file"), {
    name: "statement.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(fortyTransfers),
  });
  await hand.click(button(page, "Check the Payments"));
  await hand.click(button(page, "Book 40 certain"));
  // Forty receipts are written within the request.
  await expect(status(page, "40 lines booked.")).toBeVisible();
});

job("Hand the accountant last month's accepted quotes", async (hand) => {
  const { page } = hand;
  await hand.click(entry(page, "Quotes"));
  await hand.fill(page.getByLabel("Accepted in"), lastMonth);
  await expect(status(page, "2 quotes")).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    hand.click(link(page, "Export CSV")),
  ]);
  expect(await namesIn(file)).toEqual(["Arno Beck", "Lena Fox"]);
});

job("Change a price", async (hand, { site }) => {
  const { page } = hand;
  await hand.search("prices");
  await expect(
    page.getByRole("dialog").getByRole("link", { name: "Edit Prices and packages" }).first(),
  ).toBeVisible();
  await hand.press("Enter");
  const hour = page.getByRole("group", { name: "Session 3" }).getByLabel("Price");
  await hand.fill(hour, "98");
  await hand.click(page.getByRole("button", { name: "Publish", exact: true }));
  await expect(toastWith(page, "Published. Visitors see it now.")).toBeVisible();
  const services = await page.request.get(`${site.url}/voice-piano-services`);
  expect(await services.text()).toContain("A$98");
});

job("See who comes today", async ({ page }) => {
  const diary = main(page).getByRole("region", { name: /^In your diary today/ });
  await expect(diary.getByRole("listitem").filter({ hasText: "Lena Fox" })).toBeVisible();
});

job("Book a lesson for a client who has phoned", async (hand, { mail }) => {
  const { page } = hand;
  await hand.find("uma", /Uma Lind/);
  await hand.click(link(page, "New appointment"));
  await hand.click(button(page, /, 9:00 am$/));
  await hand.click(page.getByRole("button", { name: "Add Appointment" }).last());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Uma Lind");
  await expect(main(page).getByText(/, 9:00–10:00 am$/)).toBeVisible();
  await textTo(mail, "uma@client.example", "9:00–10:00 am");
});

job("Move it to another time", async (hand, { mail }) => {
  const { page } = hand;
  await hand.search("uma");
  await hand.click(
    page.getByRole("dialog").getByRole("link", { name: /Uma Lind.*9:00 am, Voice/ }),
  );
  await hand.click(
    main(page)
      .locator("summary")
      .filter({ hasText: /^Move$/ }),
  );
  await hand.click(button(page, /, 10:15 am$/));
  await hand.click(page.getByRole("button", { name: "Move", exact: true }));
  await expect(main(page).getByText(/, 10:15–11:15 am$/)).toBeVisible();
  await textTo(mail, "uma@client.example", "10:15–11:15 am");
});

job("Set up a term of lessons", async (hand, { mail }) => {
  const { page } = hand;
  await hand.find("uma", /Uma Lind/);
  await hand.click(link(page, "New appointment"));
  await hand.fill(page.getByLabel("Day", { exact: true }), "2031-02-03");
  await hand.fill(page.getByLabel("Time", { exact: true }), "16:00");
  await hand.choose(page.getByLabel("Repeats"), "Every week");
  await hand.fill(page.getByLabel(/^Times/), "10");
  await hand.click(page.getByRole("button", { name: "Add Appointment" }).last());
  await expect(page.getByText("All 10 dates are free:")).toBeVisible();
  await hand.click(page.getByRole("button", { name: "Add Those Ticked" }));
  await expect(page.getByRole("heading", { name: "1 of 10 in its series" })).toBeVisible();
  await textTo(mail, "uma@client.example", "Mon 7 Apr, 4:00–5:00 pm");
});

job("Invoice a term in advance", async (hand, { mail }) => {
  await hand.find("uma", /Uma Lind/);
  await hand.click(link(hand.page, /3 Feb 2031/));
  await hand.click(button(hand.page, "Invoice These 10 Now"));
  await hand.click(button(hand.page, "Invoice them"));
  await textTo(mail, "uma@client.example", "10 x 60 min");
});

job("Sell a package that was paid in cash", async (hand) => {
  await hand.find("uma", /Uma Lind/);
  await hand.click(hand.page.getByText("Sell a package"));
  await hand.choose(hand.page.getByLabel("Paid"), "Cash");
  await hand.click(button(hand.page, "Sell It"));
  await expect(status(hand.page, "3 of 4 left")).toBeVisible();
});

job("Play for an exam and send its invoice", async (hand, { mail }) => {
  await hand.click(link(hand.page, "Exam day"));
  await hand.click(hand.page.getByText("Done…"));
  await hand.click(button(hand.page, "Done: send the invoice"));
  await expect(status(hand.page, /^Done at /)).toBeVisible();
  await textTo(mail, "field@family.example", "INV-");
});

test("every job of the owner's week takes what docs/week.md says", async ({
  page,
  installation,
  signInAsOwner,
}) => {
  test.setTimeout(600_000);
  const documented = readFileSync("docs/week.md", "utf8");
  expect(jobs).toHaveLength(25);
  await signInAsOwner();
  for (const { name, run, start, screen } of jobs)
    await test.step(name, async () => {
      await page.setViewportSize(screen);
      await page.goto(start);
      if (start === "/admin") await hydrated(page);
      const hand = new Hand(page);
      await run(hand, installation);
      const { clicks, fields, keys } = hand.effort;
      expect.soft(documented).toContain(`| ${name} | ${clicks} · ${fields} · ${keys} |`);
    });
});
