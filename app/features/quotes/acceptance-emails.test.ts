import { asc } from "drizzle-orm";
import { describe, expect } from "vitest";
import { listAttachments, deliverEmail } from "#app/features/email/delivery.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import type { OutgoingEmail } from "#app/server/outbound/outgoing-email.server.ts";
import { methodOf } from "#app/values/icalendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { confirmationPdfs } from "./pdf.server.ts";
import { acceptOnBehalf, reverseDecision } from "./decisions.server.ts";

/** Without what keeps a line from breaking. */
const readable = (html: string) => html.replaceAll("\u00a0", " ").replace(/<\/?span[^>]*>/g, "");

describe("the emails about an acceptance", () => {
  dbTest("say everything that was agreed", async ({ db }) => {
    await aQuote(db);
    await acceptQuote(
      db,
      anAcceptance({ wantsRehearsal: true, clientName: "Ada <b>Bold</b>" }),
      NOW,
    );
    const [receipt] = await emailsOfKind(db, "acceptance-receipt");
    for (const fact of [
      "Saturday, 20 June 2026",
      "6:00–9:00 pm",
      "A$1,200.00",
      "A$700.00",
      "A$1,900.00",
      "A$950.00",
      "Saturday, 13 June 2026",
      "Tuesday, 10 March 2026 at 1:00 pm AEDT",
    ]) {
      expect(receipt?.text).toContain(fact);
      expect(readable(receipt?.html ?? "")).toContain(fact);
    }
    expect(receipt?.html).not.toContain("<b>Bold");
    expect(receipt?.text).toContain("/quotes/a-slug");
  });

  dbTest("no longer say until when the quote was valid", async ({ db }) => {
    await aQuote(db, { validUntil: "2026-04-01" });
    await acceptQuote(db, anAcceptance(), NOW);
    for (const { text } of await db.select().from(emails))
      expect(text).not.toContain("Valid until");
  });

  dbTest.for([
    [{}, "Ada Client has accepted your quote Garden party"],
    [{ clientEmail: "ADA@client.example" }, "Ada Client has accepted your quote Garden party"],
    [
      { clientName: "Eve", clientEmail: "eve@client.example" },
      "Eve has accepted your quote Their address is eve@client.example. You made it for Ada Client.",
    ],
    [
      { clientEmail: "ada@work.example" },
      "Ada Client has accepted your quote They used another address, ada@work.example; you made " +
        "it for ada@client.example.",
    ],
  ] as const)("tell the owner who it was: %j", async ([given, sentence], { db }) => {
    await aQuote(db);
    await acceptQuote(db, anAcceptance(given), NOW);
    const [notice] = await emailsOfKind(db, "acceptance-notice");
    expect(notice?.text.replace(/\s+/g, " ")).toContain(`${sentence} `);
  });

  dbTest("call a quote without a title by its type", async ({ db }) => {
    await aQuote(db, { eventTitle: null });
    await acceptQuote(db, anAcceptance(), NOW);
    const [notice] = await emailsOfKind(db, "acceptance-notice");
    expect(notice?.text).toContain("Quote: Live Piano Services Quote");
  });
});

describe("with the emails about an acceptance", () => {
  const invitations = async (db: Db) =>
    (await db.select().from(emails).orderBy(asc(emails.createdAt)))
      .filter(({ invitation }) => invitation)
      .map(({ kind, invitation }) => ({
        kind,
        method: methodOf(invitation!),
        uid: /^UID:(\S+)/m.exec(invitation!)![1],
      }));

  async function deliverAll(db: Db, sent: OutgoingEmail[]): Promise<void> {
    const send = async (email: OutgoingEmail) => (sent.push(email), "sent" as const);
    for (const { id } of await db.select().from(emails))
      await deliverEmail(db, { send, close: () => {} }, id, undefined, undefined, confirmationPdfs);
  }

  dbTest("go the confirmation as a PDF and an entry for the calendar, once", async ({ db }) => {
    await aQuote(db, { eventStart: "12:00", eventEnd: "16:00" });
    const partner = { clientEmail: "pat@client.example" };
    await acceptQuote(db, anAcceptance({ ...partner, wantsExtraHour: true }), NOW);
    const sent: OutgoingEmail[] = [];
    await deliverAll(db, sent);
    const enclosed = sent.map(({ kind, attachments, invitation }) => [
      kind,
      attachments!.map(({ fileName }) => fileName),
      (invitation ?? "").match(/^(?:DTSTART|DTEND);TZID\S+/gm),
    ]);
    const entry = [
      "DTSTART;TZID=Australia/Melbourne:20260620T120000",
      "DTEND;TZID=Australia/Melbourne:20260620T170000",
    ];
    expect(enclosed.toSorted()).toEqual([
      ["acceptance-copy", ["booking-confirmation.pdf"], entry],
      ["acceptance-notice", [], null],
      ["acceptance-receipt", ["booking-confirmation.pdf"], entry],
    ]);
    const ids = (await db.select().from(emails)).map(({ id }) => id);
    const listed = { fileName: "booking-confirmation.pdf", path: "/quotes/a-slug/quote.pdf" };
    expect(await listAttachments(db, owner, ids)).toMatchObject([listed, listed]);
  });

  dbTest("the PDF stays listed once the acceptance is undone, where it went", async ({ db }) => {
    const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
    const { id } = await aQuote(db);
    await acceptOnBehalf(db, owner, id, NOW);
    const emailId = (await db.select().from(emails))[0]!.id;
    const listed = () => listAttachments(db, owner, [emailId]);
    expect(await listed()).toMatchObject([{ path: "/quotes/a-slug/quote.pdf" }]);
    await db.update(emails).set({ settledAt: later(1), state: "sent" });
    await reverseDecision(db, owner, id, later(2));
    const fileName = "booking-confirmation.pdf";
    expect(await listed()).toEqual([{ emailId, fileName, path: `/admin/quotes/${id}` }]);
    await db.update(emails).set({ settledAt: later(3) });
    expect(await listed()).toEqual([]);
  });

  dbTest("goes the PDF alone for a quote without a page", async ({ db }) => {
    const { id } = await aQuote(db, { slug: null });
    await acceptOnBehalf(db, owner, id, NOW);
    const sent: OutgoingEmail[] = [];
    await deliverAll(db, sent);
    const [{ attachments, invitation, text }] = sent as [OutgoingEmail];
    expect(attachments!.map(({ fileName }) => fileName)).toEqual(["booking-confirmation.pdf"]);
    expect(invitation ?? null).toBeNull();
    expect(text).toContain("All of this is attached as a PDF; all times are Melbourne time.");
  });

  dbTest("the entry goes again when the acceptance is undone", async ({ db }) => {
    const { id } = await aQuote(db);
    await acceptOnBehalf(db, owner, id, NOW);
    await reverseDecision(db, owner, id, new Date(NOW.getTime() + 60_000));
    const [entered, taken] = await invitations(db);
    expect(entered).toMatchObject({ kind: "acceptance-receipt", method: "REQUEST" });
    expect(taken).toEqual({ ...entered, kind: "acceptance-taken-back", method: "CANCEL" });
  });
});
