import { expect, test } from "vitest";
import { addDays, longDay, melbourneDay } from "#app/values/calendar.ts";
import type { MailServer } from "#tests/fakes/smtp.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { postForm, send } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";
import { readPdf } from "#tests/support/pdf.ts";

/* From an acceptance on the built site to the email with the invoice. */

let store: TestStore;
let mail: MailServer;
let site: Site;
const event = { event_date: addDays(melbourneDay(new Date()), 56) };

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store, mail } = shared);
  await store.withConnection(async (query) => {
    await insertQuote(query, { slug: "garden-party", more: event });
    await query(`insert into business_details (legal_name, abn, payid, payid_kind, payid_name, invoicing)
      values ('Imogen Hale', '51824753556', 'pay@breath-and-key.example', 'email', 'Imogen Hale', true)`);
    await query("insert into gst_registrations (starts) values ('2020-07-01')");
  });
});

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
  const { text: pdf } = await readPdf(content);
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
