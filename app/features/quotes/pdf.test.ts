import { expect, test } from "vitest";
import { type Quote, toPublicQuote } from "./model.ts";
import { quotePdf } from "./pdf.server.ts";
import { readPdf } from "#tests/support/pdf.ts";

const now = new Date("2026-03-10T02:00:00Z");
const quote: Quote = {
  id: "0123",
  clientName: "Łucja Nguyễn & Ольга",
  clientEmail: "lucja@client.example",
  invoiceType: "Live Piano Services Quote",
  eventTitle: "Garden party",
  eventDate: "2026-06-20",
  eventLocation: "Kew",
  preparedBy: "Imogen Hale",
  totalAmount: "1200.00",
  createdAt: now,
  receivedAt: now,
  acceptedAt: null,
  rejectedAt: null,
  slug: "a-slug",
  details: {},
  draft: false,
  version: 1,
  validUntil: "2026-04-01",
  notes: "The piano is tuned that morning.",
  closedAs: null,
  keptAmount: null,
  sentAt: null,
  viewedAt: null,
  views: 0,
  updatedAt: null,
  replacesId: null,
  enquiryId: null,
  eventStart: null,
  eventEnd: null,
  travelMinutes: null,
  guests: null,
};

async function read(given: Partial<Quote>, recordHash: string | null = null) {
  const shown = { ...toPublicQuote({ ...quote, ...given }, now), recordHash };
  return readPdf(new Uint8Array(await quotePdf(shown, "a-slug", now)));
}

test("a quote is one page with what the website shows, in the client's own script", async () => {
  const { title, totalPages, text } = await read({});
  expect([title, totalPages]).toEqual(["Quote: Garden party", 1]);
  const said = [
    "Łucja Nguyễn & Ольга",
    "Saturday, 20 June 2026",
    "6:00–9:00 pm",
    "can be accepted until the end of Wednesday, 1 April 2026",
    "The piano is tuned that morning.",
    "Live piano, 6:00–9:00 pm A$1,200.00",
    "50% deposit, which secures the booking A$600.00",
    "Pre-event 2-hour rehearsal A$700.00",
    "http://localhost:3000/quotes/a-slug",
    "Page 1 of 1",
  ];
  for (const words of said) expect(text).toContain(words);
});

test("a booking confirmation says what was agreed, when, and its record number", async () => {
  const details = { selected_add_ons: { extraHour: true, rehearsal: false } };
  const { title, text } = await read(
    { acceptedAt: now, totalAmount: "1550.00", details },
    "ab".repeat(32),
  );
  expect(title).toBe("Booking confirmation: Garden party");
  for (const words of [
    "Accepted on Tuesday, 10 March 2026 at 1:00 pm AEDT.",
    "Extra performance hour until 10:00 pm A$350.00",
    "Total A$1,550.00",
    "A$775.00",
    "Record no. abab-abab, kept unaltered since Tuesday, 10 March 2026.",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("Pre-event");
});

test("long notes continue on further numbered pages", async () => {
  const { totalPages, text } = await read({
    invoiceType: "Spring Musical Quote",
    totalAmount: "400.00",
    notes: "A line of notes.\n".repeat(100),
  });
  expect(totalPages).toBeGreaterThan(1);
  for (const words of [
    `Page ${totalPages} of ${totalPages}`,
    "On-site performance, 3 hours at A$100.00 A$300.00",
    "45 minutes A$75.00",
  ])
    expect(text).toContain(words);
});

test("the same PDF is reused until anything in it changes", async () => {
  const made = (given: Partial<Quote>, at = now) =>
    quotePdf(toPublicQuote({ ...quote, ...given }, at), "a-slug", at);
  const first = await made({});
  expect(await made({}, new Date(now.getTime() + 60_000))).toBe(first);
  const changes: Partial<Quote>[] = [
    { totalAmount: "1300.00" },
    { notes: null },
    { clientName: "Eve" },
    { acceptedAt: now },
    { validUntil: "2026-03-01" },
  ];
  for (const change of changes) expect(await made(change)).not.toBe(first);
});
