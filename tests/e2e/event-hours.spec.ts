import type { Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { addDays, longDay, melbourneDay } from "#app/values/calendar.ts";
import {
  expect,
  hydrateByMoving,
  hydrated,
  phone,
  signOut,
  test,
  wideScreen,
} from "./support/fixtures.ts";
import { expectStatus } from "./support/admin-list.ts";
import { e2eOwner, type Installation } from "./support/installation.ts";
import { accept } from "./support/quote-page.ts";

/* A wedding lunch from the enquiry to the record of its acceptance, with its own hours everywhere. */

const field = (page: Page, label: string) => page.getByRole("main").getByLabel(label);
const fact = (page: Page, term: string) =>
  page.getByRole("main").locator("dl > div").filter({ hasText: term }).locator("dd").first();

async function emailTo({ mail }: Installation, address: string, subject: string) {
  const found = () =>
    mail.emails.findLast(
      (email) => email.envelopeTo.includes(address) && email.subject === subject,
    );
  await mail.waitUntil(() => (found() ? null : `No email "${subject}" came to ${address}.`));
  return found()!;
}

/** Fills in the editor, saves and sends; answers with the email that the client gets. */
async function sendQuote(
  page: Page,
  installation: Installation,
  { title, email }: { title: string; email: string },
) {
  await field(page, "Event title").fill(title);
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expectStatus(page, "Draft");
  await page.getByRole("button", { name: "Send Quote" }).first().click();
  await expectStatus(page, "Pending");
  return emailTo(installation, email, `Your quote for ${title}`);
}

const linkIn = (text: string) => /http\S+\/quotes\/[\w-]{22}/.exec(text)![0];

test("a lunch is asked for on a phone, quoted, extended, accepted and recorded with its hours", async ({
  page,
  installation,
  signInAsOwner,
}) => {
  test.slow();
  const mark = `lunch${process.pid}`;
  const email = `ros-${mark}@client.example`;
  const day = addDays(melbourneDay(new Date()), 200);
  await page.setViewportSize(phone);
  await page.goto("/live-piano-services#enquire");
  await hydrateByMoving(page);
  for (const [label, value] of Object.entries({
    "First name": "Ros",
    "Last name": mark,
    Email: email,
    Date: day,
    Starts: "12:00",
    Ends: "16:00",
    Venue: "The Orangery, Kew",
    Guests: "70",
    "Your event": "A wedding lunch in the garden",
  }))
    await field(page, label).fill(value);
  await page.getByRole("button", { name: "Send Inquiry" }).click();
  await expect(page.getByRole("main").getByText("Inquiry sent successfully!")).toBeVisible();
  const notice = await emailTo(installation, e2eOwner.email, `Live piano enquiry from Ros ${mark}`);
  for (const said of [longDay(day), "12:00–4:00 pm", "The Orangery, Kew", "Guests: 70"])
    expect(notice.text).toContain(said);

  await signInAsOwner();
  await page.setViewportSize(wideScreen);
  await page.goto(`/admin/inbox?q=${mark}`);
  await hydrated(page);
  await page.getByRole("main").getByRole("link").filter({ hasText: mark }).click();
  await page
    .getByRole("article", { name: mark })
    .getByRole("link", { name: "Create quote" })
    .click();
  await expect(field(page, "Event date")).toHaveValue(day);
  await expect(field(page, "Starts")).toHaveValue("12:00");
  await expect(field(page, "Ends")).toHaveValue("16:00");
  await expect(field(page, "Place")).toHaveValue("The Orangery, Kew");
  await expect(field(page, "Guests")).toHaveValue("70");
  const title = `Wedding lunch ${mark}`;
  const { text } = await sendQuote(page, installation, { title, email });
  const desktop = page.url();

  await signOut(page);
  await page.setViewportSize(phone);
  await page.goto(linkIn(text!));
  await hydrateByMoving(page);
  await expect(fact(page, "Time")).toHaveText("12:00–4:00 pm");
  await expect(fact(page, "Guests")).toHaveText("70");
  await page.getByRole("checkbox", { name: "Extra performance hour until 5:00 pm" }).check();
  await expect(fact(page, "Time")).toHaveText("12:00–5:00 pm");
  await accept(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Thank You for Your Acceptance!",
  );
  await page.goto(linkIn(text!));
  await expect(fact(page, "Time")).toHaveText("12:00–5:00 pm");

  for (const [address, subject] of [
    [email, `Your booking confirmation: ${title}`],
    [e2eOwner.email, `Quote accepted by Ros ${mark}`],
  ] as const) {
    const { text: said } = await emailTo(installation, address, subject);
    expect(said).toContain("Time: 12:00–5:00 pm");
    expect(said).not.toMatch(/4:00 pm\n|10:00 pm|9:00 pm/);
  }
  const pdf = await page.request.get(`${linkIn(text!)}/quote.pdf`);
  const { text: printed } = await extractText(
    await getDocumentProxy(new Uint8Array(await pdf.body())),
    { mergePages: true },
  );
  expect(printed.replace(/\s+/g, " ")).toContain("Time 12:00–5:00 pm");

  await signInAsOwner();
  await page.setViewportSize(wideScreen);
  await page.goto(desktop);
  await expectStatus(page, "Accepted");
  await expect(page.locator("details pre").last()).toContainText('["Time","12:00–5:00 pm"]');
});

test("the emails about a quote are no wider than a phone, whatever their words", async ({
  page,
  browser,
  installation,
  signInAsOwner,
}) => {
  test.slow();
  const email = `${"a".repeat(60)}@${"long-".repeat(11)}domain.example`;
  const title = "Donaudampfschifffahrtsgesellschaft".repeat(5);
  await page.setViewportSize(wideScreen);
  await signInAsOwner();
  await page.goto("/admin/quotes/new");
  await hydrated(page);
  await field(page, "Client name").fill("Wolfeschlegelsteinhausenbergerdorff".repeat(2));
  await field(page, "Client email").fill(email);
  await field(page, "Place").fill("Llanfairpwllgwyngyll".repeat(9));
  await field(page, "Notes for the client").fill(`https://example.com/${"path".repeat(100)}`);
  const quote = await sendQuote(page, installation, { title, email });
  await signOut(page);
  await page.goto(linkIn(quote.text!));
  await hydrateByMoving(page);
  await accept(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Thank You for Your Acceptance!",
  );
  const about = () =>
    installation.mail.emails.filter(({ text }) => text?.includes("Donaudampfschifffahrt"));
  await installation.mail.waitUntil(() => (about().length === 3 ? null : "Not all emails came."));

  const reader = await browser.newPage({ viewport: phone });
  for (const { subject, html } of about()) {
    await reader.setContent(html!);
    const width = await reader.evaluate(() => document.documentElement.scrollWidth);
    expect(width, subject).toBe(phone.width);
  }
  await reader.close();
});
