import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { addDays, longDay, melbourneDay } from "#app/values/calendar.ts";
import type { MailServer } from "#tests/fakes/smtp.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { postForm, send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";

/* From an acceptance on the built site to the email with the invoice, and what the owner can undo. */

let store: TestStore;
let mail: MailServer;
let site: Site;
let owner: { Cookie: string };
const inDays = (days: number) => ({ event_date: addDays(melbourneDay(new Date()), days) });
const event = inDays(56);
const byPhone = "5d1b0c7e-0000-4000-8000-000000000001";

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store, mail } = shared);
  await store.withConnection(async (query) => {
    await insertQuote(query, { slug: "garden-party", more: event });
    await insertQuote(query, { slug: "by-phone", id: byPhone, more: inDays(57) });
    await query(`insert into business_details (legal_name, abn, payid, payid_kind, payid_name, invoicing)
      values ('Imogen Hale', '51824753556', 'pay@breath-and-key.example', 'email', 'Imogen Hale', true)`);
    await query("insert into gst_registrations (starts) values ('2020-07-01')");
  });
  owner = { Cookie: shared.owner };
});

async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
  return text.replace(/\s+/g, " ");
}

test("an acceptance sends the client one email with invoice, confirmation and calendar entry", async () => {
  await postForm(site.url, "/quotes/garden-party", {
    clientName: "Ada Client",
    clientEmail: "ada@client.example",
    wantsExtraHour: "on",
    acceptQuote: "on",
    version: "1",
  });
  const about = (one: MailServer["emails"][number]) => /booking|accepted/i.test(one.subject ?? "");
  const both = await mail.waitUntil((emails) =>
    emails.filter(about).length === 2 ? null : "The client's or the owner's email is missing.",
  );
  const sent = both.filter(about);
  const toClient = sent.filter(({ envelopeTo }) => envelopeTo.includes("ada@client.example"));
  const toOwner = sent.filter(({ envelopeTo }) => envelopeTo.includes("owner@example.com"));
  expect([toClient.length, toOwner.length]).toEqual([1, 1]);
  expect(toOwner[0]!.attachments).toEqual([]);
  const { attachments } = toClient[0]!;
  const named = attachments.filter(({ filename }) => filename);
  expect(named.map(({ filename }) => filename).toSorted()).toEqual([
    "INV-0001.pdf",
    "booking-confirmation.pdf",
    "invite.ics",
  ]);
  // Beside the file, the part that calendars take in by themselves has no name.
  expect(attachments.filter(({ mimeType }) => mimeType === "text/calendar")).toHaveLength(1);
  const invoice = named.find(({ filename }) => filename === "INV-0001.pdf");
  const content = new Uint8Array(invoice!.content as ArrayBuffer);
  const pdf = await textOf(content.slice());
  const [quote] = await store.query<{ accepted_at: Date }>(
    "select accepted_at from invoices where slug = 'garden-party'",
  );
  for (const words of [
    "Tax invoice INV-0001",
    `Deposit (50%) for Party, ${longDay(event.event_date)} A$775.00`,
    "Total includes GST A$70.45",
    `Due ${longDay(addDays(melbourneDay(quote!.accepted_at), 7))}`,
    "Reference INV0001",
  ])
    expect(pdf).toContain(words);
  const link = /\/invoices\/[\w-]{22}/.exec(toClient[0]!.text!)![0];
  expect((await send(site.url, link)).status).toBe(200);
  const documents = await store.query<{ number: string; gst_cents: string }>(
    "select number, gst_cents::text from sales_invoices order by number",
  );
  expect(documents).toEqual([
    { number: "INV-0001", gst_cents: "7045" },
    { number: "INV-0002", gst_cents: "7046" },
  ]);
});

test("an acceptance with money on it is reversed once the refund is recorded", async () => {
  const path = `/admin/quotes/${byPhone}`;
  const page = async () => visibleText((await send(site.url, path, { headers: owner })).text);
  await postForm(site.url, path, { decision: "accepted", version: "1" }, owner);
  const [deposit] = await store.query<{ id: string; number: string }>(
    "select id, number from sales_invoices where quote_id = $1 order by number",
    [byPhone],
  );
  const pay = (cents: number) =>
    store.query(
      `insert into payments (sales_invoice_id, paid_on, amount_cents, method, actor)
       values ($1, current_date, $2, 'payid', 'owner@example.com')`,
      [deposit!.id, cents],
    );
  const reverse = () => postForm(site.url, path, { intent: "reverse" }, owner);
  const refusal =
    "A$200.00 has been paid for this quote, so it can't be reversed. If it's off, cancel the booking: " +
    "that settles what you keep and what goes back.";

  await pay(20000);
  expect(await page()).toContain(`Reverse this decision? ${refusal}`);
  const refused = await reverse();
  expect([refused.status, visibleText(refused.text)]).toEqual([
    409,
    expect.stringContaining(`Not done: ${refusal}`),
  ]);
  await pay(-20000);
  expect(await page()).toContain(`${deposit!.number} and INV-`);
  expect((await reverse()).status).toBeLessThan(400);
  expect(
    await store.query(
      "select count(*)::int as count from sales_invoices where quote_id = $1 and voided_at is null",
      [byPhone],
    ),
  ).toEqual([{ count: 0 }]);
});
