import type { Page } from "@playwright/test";
import { expect, hydrateByMoving, phone, test, withAndWithoutScripts } from "./support/fixtures.ts";
import { holdRequests, postsOnly } from "./support/guard.ts";
import { e2eOwner, type PreparedQuote } from "./support/installation.ts";
import type { MailServer } from "../fakes/smtp.ts";
import {
  accept,
  acceptButton,
  dueDay,
  expectSums,
  expectedSums,
  tickAddOns,
} from "./support/quote-page.ts";
import { toastWith } from "./support/toasts.ts";

/* Accepting a quote, once, and what everybody sees of it afterwards. */

const everything = expectedSums[3]!;

async function expectConfirmation(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/live-piano-services\/quote-confirmation\?quote=[\w-]+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Thank You for Your Acceptance!",
  );
  await expect(page.getByRole("link", { name: "Return to Home" })).toHaveAttribute("href", "/");
}

/** Waits for the client's receipt and the owner's notice; answers with both, and fails when there are more. */
async function emailsAbout(mail: MailServer, { clientEmail }: PreparedQuote) {
  const about = () =>
    mail.emails.filter(
      ({ envelopeTo, replyTo }) =>
        envelopeTo.includes(clientEmail) || replyTo?.[0]?.address === clientEmail,
    );
  await mail.waitUntil(() =>
    about().length >= 2 ? null : `${about().length} of 2 emails about the quote arrived.`,
  );
  expect(about()).toHaveLength(2);
  const receipt = about().find(({ envelopeTo }) => envelopeTo[0] === clientEmail);
  const notice = about().find(({ envelopeTo }) => envelopeTo[0] === e2eOwner.email);
  return { receipt: receipt!, notice: notice! };
}

test.use({ viewport: phone });

withAndWithoutScripts((scripts) => {
  test("accepting shows a confirmation, emails client and owner, and updates the page and the admin", async ({
    page,
    quote,
    installation,
    signInAsOwner,
  }) => {
    await page.goto(quote.link);
    if (scripts) await hydrateByMoving(page);
    await tickAddOns(page, everything.chosen);
    await accept(page);
    await expectConfirmation(page);
    if (scripts) await expect(toastWith(page, "Quote accepted successfully!")).toBeVisible();

    const { receipt, notice } = await emailsAbout(installation.mail, quote);
    expect(receipt.subject).toBe("Your booking confirmation: Garden reception");
    expect(receipt.replyTo?.[0]?.address).toBe(e2eOwner.email);
    expect(notice.subject).toBe(`Quote accepted by ${quote.clientName}`);
    for (const { text, html } of [receipt, notice]) {
      for (const fact of [
        everything.total,
        everything.half,
        "A$1,200.00",
        "A$700.00",
        "A$350.00",
        dueDay,
        "6:00–10:00 pm",
        "Thursday, 20 June 2030",
      ]) {
        expect(text).toContain(fact);
        expect(html?.replaceAll("\u00a0", " ")).toContain(fact);
      }
    }
    expect(receipt.text).toContain(installation.site.url + quote.link);
    expect(notice.text).toContain(`${installation.site.url}/admin/quotes/${quote.id}`);

    await page.goto(quote.link);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: "Accepted. Thank you." })).toBeVisible();
    await expect(
      main.getByText(/^This quote was accepted on \w+,(\s\w+){3} at \d+:\d\d\s[ap]m\sAE[DS]T\.$/),
    ).toBeVisible();
    await expect(
      main.getByRole("listitem").filter({ hasText: "Pre-event 2-hour rehearsal" }),
    ).toContainText("A$700.00");
    await expect(
      main.getByRole("listitem").filter({ hasText: "Extra performance hour until 10:00 pm" }),
    ).toContainText("A$350.00");
    await expectSums(page, everything);
    await expect(acceptButton(page)).toHaveCount(0);
    const event = page.getByRole("link", { name: "Add it to your calendar" });
    const file = await page.request.get((await event.getAttribute("href"))!);
    expect(await file.text()).toContain("SUMMARY:Garden reception");

    await signInAsOwner();
    await page.goto(`/admin/quotes/${quote.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      `Garden reception for ${quote.clientName}`,
    );
    await expect(page.getByText(`Quote Details #${quote.id.slice(0, 8)}`)).toBeVisible();
    await expect(page.getByText("Accepted", { exact: true })).toBeVisible();
    await expect(page.getByText("Total amount").locator("..")).toContainText(everything.total);
    const history = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "History" }) })
      .getByRole("listitem");
    await expect(history.filter({ hasText: /^Accepted by/ })).toContainText(
      `Accepted by ${quote.clientName}`,
    );
    await expect(history.filter({ hasText: `Email to ${quote.clientEmail}` })).toContainText(
      "Sent, ",
    );
    await expect(history.filter({ hasText: `Email to ${e2eOwner.email}` })).toContainText("Sent, ");
    await page.goto("/admin/quotes");
    await expect(
      page.getByRole("row").filter({ hasText: new RegExp(`${quote.clientName}(?!\\d)`) }),
    ).toContainText(everything.total);
  });
});

test("while an acceptance is being sent, a toast says so and the button is busy", async ({
  page,
  quote,
}) => {
  await page.goto(quote.link);
  await hydrateByMoving(page);
  const post = await holdRequests(page, postsOnly);
  await accept(page);
  await expect(toastWith(page, "Submitting your acceptance...")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  await post.release();
  await expectConfirmation(page);
  await expect(toastWith(page, "Quote accepted successfully!")).toBeVisible();
  await expect(toastWith(page, "Submitting your acceptance...")).toBeHidden();
});
