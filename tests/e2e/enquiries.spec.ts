import type { Page } from "@playwright/test";
import { amebServices } from "#app/features/ameb/model.ts";
import { rehearsalLengths } from "#app/server/database/enums.ts";
import { addDays, longDay, melbourneDay } from "#app/values/calendar.ts";
import { wideScreen, expect, phone, test, openAndMove } from "./support/fixtures.ts";
import { e2eOwner } from "./support/installation.ts";
import { toastWith } from "./support/toasts.ts";

/* The other enquiries and the newsletter: from the field to the row, the email and the admin. */

let marks = 0;
/** A word that no other test writes. */
const newMark = () => `m${process.pid}x${++marks}`;

const main = (page: Page) => page.getByRole("main");
const field = (page: Page, label: string) => main(page).getByLabel(label);
const button = (page: Page, name: string) => main(page).getByRole("button", { name });

const entryOf = (page: Page, mark: string) =>
  page.getByRole("list", { name: "Messages" }).getByRole("link", { name: mark });

const event = (mark: string) => ({
  "First name": "Ros",
  "Last name": `Achterberg ${mark}`,
  Email: `ros-${mark}@client.example`,
  "Your event": `A garden party in May, forty guests (${mark})`,
});

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

test.use({ viewport: phone });

test("mistakes in an AMEB enquiry are told, short notice too, what was chosen stays, and it is confirmed", async ({
  page,
}) => {
  await openAndMove(page, "/ameb-accompanying#ameb-booking-form");
  await field(page, "Contact Email").fill("mei@family");
  await button(page, "Send Inquiry").click();
  const told = (message: string) =>
    main(page).locator("form p").getByText(message, { exact: true });
  const serviceMessage = told("Please select at least one service.");
  await expect(serviceMessage).toBeVisible();
  await field(page, amebServices[1]).check();
  await button(page, "Send Inquiry").click();
  await expect(serviceMessage).toBeHidden();
  for (const said of [
    "Student/Parent Name is required.",
    "Please enter a valid email address.",
    "Exam Date is required.",
    "Exam Time is required.",
    "Exam Board & Grade is required.",
  ])
    await expect(told(said)).toBeVisible();
  await expect(field(page, amebServices[1])).toBeChecked();
  await field(page, "I don't have a date yet").check();
  await button(page, "Send Inquiry").click();
  await expect(told("Exam Date is required.")).toBeHidden();
  await field(page, "I don't have a date yet").uncheck();
  const exam = addDays(melbourneDay(new Date()), 10);
  await fill(page, {
    "Student/Parent Name": "Mei Tan",
    "Contact Email": `mei-${newMark()}@family.example`,
    "Exam Date": exam,
    "Exam Time": "10:40 am",
    "Exam Board & Grade": "AMEB Grade 5 violin",
  });
  await expect(
    main(page).getByText(
      `That's less than two weeks away: booking and music were due by ${longDay(addDays(exam, -14))}.`,
    ),
  ).toBeVisible();
  await field(page, amebServices[2]).check();
  await field(page, `${rehearsalLengths[1]} min`).check();
  await button(page, "Send Inquiry").click();
  const confirmed = main(page).getByRole("heading", { name: "Booking Confirmed!" });
  await expect(confirmed).toBeInViewport({ ratio: 1 });
  await expect(confirmed).toBeFocused();
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("an AMEB enquiry is confirmed, emailed to both sides, and listed in the bookings", async ({
    page,
    installation,
    signInAsOwner,
  }) => {
    const mark = newMark();
    const email = `mei-${mark}@family.example`;
    const exam = addDays(melbourneDay(new Date()), 40);
    await page.goto("/ameb-accompanying#ameb-booking-form");
    await fill(page, {
      "Student/Parent Name": `Mei Tan ${mark}`,
      "Contact Email": email,
      "Exam Date": exam,
      "Exam Time": "10:40 am",
      "Exam Board & Grade": "AMEB Grade 5 violin",
    });
    await field(page, amebServices[2]).check();
    await field(page, `${rehearsalLengths[1]} min`).check();
    await button(page, "Send Inquiry").click();
    const confirmed = main(page).getByRole("heading", { name: "Booking Confirmed!" });
    await expect(confirmed).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveURL(/#ameb-answer$/);
    // It promises no acknowledgement: a fourth enquiry within the hour gets none.
    await expect(
      main(page).getByText(
        "Enquiry sent. It isn't a booking yet: I'll confirm by email within two working days.",
        { exact: true },
      ),
    ).toBeVisible();

    const { emails, waitUntil } = installation.mail;
    const toFamily = () => emails.find(({ envelopeTo }) => envelopeTo[0] === email);
    const toOwner = () =>
      emails.find(({ subject }) => subject === `AMEB enquiry from Mei Tan ${mark}`);
    await waitUntil(() => (toFamily() && toOwner() ? null : "Not both emails arrived."));
    const [family, hers] = [toFamily()!, toOwner()!];
    for (const { text } of [family, hers]) expect(text).toContain(longDay(exam));
    expect(family.text).toContain(longDay(addDays(exam, -14)));
    expect(family.text).not.toContain("Mei Tan");
    expect(hers).toMatchObject({ envelopeTo: [e2eOwner.email], replyTo: [{ address: email }] });
    expect(hers.text).toContain("30 min");

    // By key: the page may still be loading, and a click misses a button that moves.
    await button(page, "Book Another Inquiry").press("Enter");
    await expect(field(page, "Student/Parent Name")).toHaveValue("");
    await expect(field(page, "Student/Parent Name")).toBeFocused();
    await expect(field(page, "Student/Parent Name")).toBeInViewport();
    await signInAsOwner();
    await page.setViewportSize(wideScreen);
    await page.goto("/admin/ameb-bookings");
    await expect(page.getByText(`Mei Tan ${mark}`).first()).toBeVisible();
  });

  test("a visitor subscribes in the footer, gets an email, and unsubscribes by its link", async ({
    page,
    installation,
  }) => {
    const email = `reader-${newMark()}@reader.example`;
    const sign = async () => {
      await page.goto("/coaching");
      const form = page.getByRole("form", { name: "Newsletter" });
      await form.getByLabel("Email for the newsletter").fill(email);
      await form.getByText("Add your name").click();
      await form.getByLabel("First name").fill("Rea");
      await form.getByRole("button", { name: "Subscribe" }).click();
    };
    await sign();
    await expect(page.getByText("You're subscribed!").first()).toBeVisible();
    await expect(
      page.getByText("Check your inbox for a welcome message soon.").first(),
    ).toBeVisible();
    await sign();
    await expect(page.getByText("You're already subscribed!").first()).toBeVisible();
    await expect(page.getByText("No need to sign up again.").first()).toBeVisible();

    const emails = await installation.mail.waitUntil((all) =>
      all.some(({ envelopeTo }) => envelopeTo[0] === email) ? null : "No welcome came.",
    );
    const welcome = emails.filter(({ envelopeTo }) => envelopeTo[0] === email);
    expect(welcome).toHaveLength(1);
    const leave = /https?:\/\/\S+\/newsletter\/unsubscribe\?who=[\w.-]+/.exec(
      welcome[0]!.text!,
    )![0];
    await page.goto(leave);
    await main(page).getByRole("button", { name: "Unsubscribe" }).click();
    await expect(main(page).getByRole("heading", { name: "You're unsubscribed" })).toBeVisible();
  });
});

test("an event enquiry is in the inbox with all that was asked, sent once by a double click", async ({
  page,
  signInAsOwner,
}) => {
  const mark = newMark();
  await openAndMove(page, "/live-piano-services#enquire");
  const day = addDays(melbourneDay(new Date()), 200);
  await fill(page, event(mark));
  await fill(page, { Date: day, Starts: "12:00", Ends: "16:00", Venue: "The Orangery, Kew" });
  await field(page, "Piano").selectOption("Grand piano");
  await button(page, "Send Inquiry").dblclick();
  await expect(toastWith(page, "Inquiry sent successfully!")).toBeVisible();
  await expect(field(page, "Your event")).toHaveValue("");
  await fill(page, event(mark));
  // Typing the same once more is meant: it is a form of its own.
  await button(page, "Send Inquiry").click();
  await expect(field(page, "Your event")).toHaveValue("");
  await signInAsOwner();
  await page.setViewportSize(wideScreen);
  await page.goto("/admin/inbox");
  await expect(entryOf(page, mark)).toHaveCount(2);
  await entryOf(page, mark).last().click();
  const enquiry = page.getByRole("article", { name: mark });
  await expect(enquiry).toContainText(`A garden party in May, forty guests (${mark})`);
  await expect(enquiry).toContainText("PianoGrand piano");
  await expect(enquiry).not.toContainText(/Phone|Suburb|Event Description/);
  await enquiry.getByRole("button", { name: "Mark as answered" }).click();
  await expect(entryOf(page, mark)).toHaveCount(1);
});
