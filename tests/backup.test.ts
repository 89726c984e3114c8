import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { takeNumbers } from "#app/features/invoices/issue.server.ts";
import { loadOverrides } from "#app/features/site-content/queries.server.ts";
import { keptTables, rowsAtOnce } from "#app/server/backup/write.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import * as tables from "#app/server/database/tables.server.ts";
import { loadSamples } from "#scripts/samples.ts";
import { restore, save, useStore } from "./support/backup.ts";
import { anEntry } from "./support/diary.ts";
import { aPayment, anInvoice, theBusiness } from "./support/factories.ts";
import { AUTH_SECRET, type DatabaseKind } from "./support/store.ts";
import { storeForTest } from "#tests/support/test-site.ts";

/* Everything that is backed up comes back the same, into either kind of database. */

const awkward = 'Tab\t, \\N, "quotes", {braces}, 🎹, line\r\nbreak\u2028and another\u2029, \\u0000';

/** A row in every table that is kept, with every kind of value that is easily changed on the way. */
async function fillAwkwardly(db: Db): Promise<void> {
  await loadSamples(db);
  // An offer whose id sorts before that of the one it replaces: rows cannot simply be written in order.
  const [old] = await db
    .insert(tables.quotes)
    .values({
      id: "ffffffff-0000-4000-8000-000000000000",
      clientName: awkward,
      clientEmail: "a@b.co",
      invoiceType: "Old Quote",
      totalAmount: "0.10",
      acceptedAt: new Date(),
    })
    .returning();
  await db.insert(tables.quotes).values({
    id: "00000000-0000-4000-8000-000000000000",
    clientName: "New",
    clientEmail: "a@b.co",
    invoiceType: "New Quote",
    totalAmount: "99999999.99",
    replacesId: old!.id,
    eventStart: "23:30",
    eventEnd: "00:30",
    guests: 60,
    details: { deep: [{ n: 1e21, text: awkward }], nothing: null },
  });
  const [message] = await db
    .insert(tables.contactMessages)
    .values({ name: awkward, email: "a@b.co", message: awkward })
    .returning();
  await db.execute(
    sql`update contact_messages set created_at = '2026-04-05 02:30:00.123456+11' where id = ${message!.id}`,
  );
  const [session] = await db
    .insert(tables.examSessions)
    .values({ name: awkward, firstDay: "2026-10-05", lastDay: "2026-11-14" })
    .returning();
  const [here, there] = (
    await db
      .insert(tables.venues)
      .values([{ name: awkward, address: awkward }, { name: "There" }])
      .returning()
  ).toSorted((one, other) => one.id.localeCompare(other.id));
  const way = { venueId: here!.id, otherId: there!.id, minutes: 25 };
  await db.insert(tables.venueTravel).values(way);
  const [booking] = await db
    .insert(tables.amebBookings)
    .values({
      sessionId: session!.id,
      venueId: here!.id,
      music: "marked",
      level: 3,
      studentParentName: "M",
      contactEmail: "a@b.co",
      examTime: "10",
      examBoardGrade: "5",
      serviceRequired: [awkward, "null", ""],
      examDate: null,
      rehearsalDate: "2026-04-05",
      rehearsalTime: "02:30",
      works: awkward,
    })
    .returning();
  const music = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  await db
    .insert(tables.sheetMusic)
    .values({ bookingId: booking!.id, fileName: awkward, format: "pdf", pages: 60, bytes: music });
  const mark = { bookingId: booking!.id, kind: "done", at: new Date() } as const;
  await db.insert(tables.examMarks).values(mark);
  const [made] = await db
    .insert(tables.imports)
    .values({ createdBy: "a@b.co", fileName: awkward, file: Buffer.from(awkward), choice: {} })
    .returning();
  await db.insert(tables.erasedPeople).values({ emailHash: "hash" });
  const notes = { email: "a@b.co", name: awkward, phone: "+61 4", notes: awkward };
  await db.insert(tables.clientNotes).values({ ...notes, importId: made!.id });
  // A JSON null is something else than nothing.
  await db.execute(
    sql`insert into activity (actor, action, subject_kind, label, before, after)
      values ('a@b.co', 'changed', 'quote', 'x', 'null', null)`,
  );
  const email = { recipient: "a@b.co", subject: awkward, html: "<p>h</p>", text: "h" };
  await db.insert(tables.emails).values([
    { ...email, kind: "contact-owner", contactMessageId: message!.id },
    { ...email, kind: "quote", state: "sending", attempts: 3 },
    { ...email, kind: "quote", state: "sent" },
  ]);
  const [subscriber] = await db
    .insert(tables.subscribers)
    .values({ email: "reader@b.co", state: "subscribed", mailchimp: "waiting" })
    .returning();
  await db.insert(tables.subscriberEvents).values({ subscriberId: subscriber!.id, kind: "asked" });
  await fillWithNewsletters(db, subscriber!.id);
  await db.insert(tables.submissions).values({ id: "form", contentHash: "hash", at: new Date() });
  await db.insert(tables.calendarLinks).values({ tokenHash: "hash" });
  const [user] = await db.select().from(tables.users);
  const userId = user!.id;
  await db.insert(tables.signIns).values({ userId, method: "password", deviceHash: "d" });
  await db.insert(tables.devices).values({ userId, deviceHash: "d", seenAt: new Date() });
  await db.insert(tables.unannouncedEnquiries).values({ kind: "message", at: new Date() });
  await db.insert(tables.factors).values({ userId, type: "totp", secret: "encrypted" });
  await db.insert(tables.recoveryCodes).values({ userId, codeHash: "c" });
  await aSession(db);
  await fillWithMoney(db);
  await fillWithWords(db);
  await fillWithPictures(db);
  await fillWithTimes(db);
}

async function fillWithNewsletters(db: Db, subscriberId: string): Promise<void> {
  const [mailing] = await db
    .insert(tables.mailings)
    .values({ subject: awkward, body: awkward, state: "sending", slug: "a", html: "h", text: "t" })
    .returning();
  const mailingId = mailing!.id;
  const bytes = new Uint8Array([0, 255]);
  const picture = { mailingId, pictureId: mailingId, width: 1, height: 1, bytes };
  await db.insert(tables.mailingPictures).values(picture);
  await db.insert(tables.newsletterSettings).values({ perMinute: 30, sender: "site" });
  const email = { kind: "newsletter", recipient: "reader@b.co", subject: awkward, html: "" };
  await db.insert(tables.emails).values({ ...email, text: awkward, mailingId, subscriberId });
}

async function aSession(db: Db): Promise<void> {
  const [user] = await db.select().from(tables.users);
  const session = { id: "s", token: "t", userId: user!.id, expiresAt: new Date() };
  await db.insert(tables.sessions).values(session);
}

async function fillWithWords(db: Db): Promise<void> {
  const draft = { headline: awkward };
  await db.insert(tables.storedDocuments).values({ name: "home", draft, updatedBy: "a@b.co" });
  const published = { brand: awkward, socials: [] };
  await db
    .insert(tables.storedDocuments)
    .values({ name: "site", published, version: 2, updatedBy: "a@b.co" });
  await db.insert(tables.siteSetup).values({ steps: { words: "done" }, kept: { a: awkward } });
  await db
    .insert(tables.sitePublications)
    .values({ document: "home", actor: "a@b.co", before: null, after: draft });
}

async function fillWithPictures(db: Db): Promise<void> {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => 255 - byte));
  const [picture] = await db
    .insert(tables.pictures)
    .values({
      createdBy: "a@b.co",
      fileName: awkward,
      shape: "portrait",
      // As large as a photograph: longer than the other rows of a batch together.
      original: Buffer.alloc(400_000, bytes),
      focusX: 0.3,
      focusY: 1 / 3,
    })
    .returning();
  const by = { updatedAt: new Date(), updatedBy: "a@b.co" };
  await db.insert(tables.cvDocument).values({ ...by, fileName: awkward, pages: 2, bytes });
  await db.insert(tables.pictureFiles).values([
    { pictureId: picture!.id, width: 360, format: "avif", bytes },
    { pictureId: picture!.id, width: 1200, format: "jpg", bytes },
  ]);
}

/** A credit note and a reversal whose ids sort before what they name, and bytes that are no text. */
async function fillWithMoney(db: Db): Promise<void> {
  for (const table of [tables.businessDetails, tables.gstRegistrations, tables.documentCounters])
    await db.delete(table);
  await theBusiness(db, { postalAddress: awkward });
  await db.insert(tables.gstRegistrations).values([
    { starts: "2026-07-01", ends: "2026-12-31" },
    { starts: "2027-01-01", ends: null },
  ]);
  await db.insert(tables.documentCounters).values({ kind: "invoice", last: 901 });
  const invoice = await anInvoice(db, {
    id: "ffffffff-0000-4000-8000-000000000001",
    number: "INV-0901",
    lines: [{ text: awkward, amount: 1 }],
    note: awkward,
  });
  await anInvoice(db, {
    id: "00000000-0000-4000-8000-000000000001",
    kind: "credit-note",
    number: "CN-0901",
    creditsId: invoice.id,
  });
  await anInvoice(db, { number: null });
  const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  await db.insert(tables.invoicePdfs).values({ salesInvoiceId: invoice.id, content });
  const [statement] = await db
    .insert(tables.bankImports)
    .values({ createdBy: "a@b.co", fileName: awkward })
    .returning();
  const [line] = await db
    .insert(tables.bankLines)
    .values({
      importId: statement!.id,
      day: "2026-11-24",
      amount: 775_00,
      text: awkward,
      occurrence: 1,
      fingerprint: "awkward",
    })
    .returning();
  await db
    .insert(tables.bankColumnMappings)
    .values({ header: awkward, mapping: { day: 0, text: [awkward] } });
  const paid = await aPayment(db, { salesInvoiceId: invoice.id, bankLineId: line!.id });
  await aPayment(db, { salesInvoiceId: invoice.id, amount: -775_00, reversesId: paid.id });
  await fillWithCards(db, invoice.id, paid.id);
  await db.insert(tables.lodgedQuarters).values({ quarter: "2026-3", lodgedAt: new Date(0) });
  const [email] = await db.select().from(tables.emails).limit(1);
  await db
    .insert(tables.emailAttachments)
    .values({ emailId: email!.id, salesInvoiceId: invoice.id });
  const record = { recordKind: "invoice", recordId: invoice.id } as const;
  await db.insert(tables.reminders).values({ ...record, step: awkward, dueOn: "2026-11-25" });
  await db.insert(tables.pausedReminders).values(record);
}

/** Entries that overlap, one of which keeps nobody away, and calendars with bytes. */
async function fillWithTimes(db: Db): Promise<void> {
  const [booking] = await db
    .select()
    .from(tables.amebBookings)
    .where(eq(tables.amebBookings.contactEmail, "a@b.co"));
  const [invoice] = await db.select().from(tables.salesInvoices).limit(1);
  const given = { title: awkward, note: awkward, salesInvoiceId: invoice!.id };
  const time = { startsAt: new Date("2031-10-04T16:00:00Z") };
  const firm = await anEntry(db, { ...given, ...time, token: "awkward" });
  const beside = { kind: "exam", firm: false, amebBookingId: booking!.id } as const;
  await anEntry(db, { ...given, ...time, ...beside });
  const email = { recipient: "a@b.co", subject: awkward, html: "<p>h</p>", text: "h" };
  const about = { appointmentId: firm.id, invitation: awkward };
  await db.insert(tables.emails).values({ ...email, ...about, kind: "appointment-booked" });
  const sold = { salesInvoiceId: invoice!.id, clientEmail: awkward, minutes: 60, count: 4 };
  const [credit] = await db
    .insert(tables.credits)
    .values({ ...sold, singlePrice: 95_00, expiresOn: "2031-12-31" })
    .returning();
  const used = { creditId: credit!.id, kind: "used", amount: -1, entryId: firm.id } as const;
  await db.insert(tables.creditMoves).values(used);
  const term = { name: awkward, firstDay: "2031-01-28", lastDay: "2031-04-04" };
  await db.insert(tables.schoolTerms).values(term);
  await db.insert(tables.dayHours).values({ day: "2031-12-25", hours: [], note: awkward });
  const [service] = await db.select().from(tables.services).limit(1);
  await db.insert(tables.waitingList).values({
    email: awkward,
    serviceId: service!.id,
    zone: "Europe/London",
    weekdays: [awkward, "null", ""],
    timeOfDay: "evening",
    fromDay: "2031-10-04",
    untilDay: "2031-10-05",
    known: [new Date("2031-10-04T16:30:00Z")],
  });
  const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const [source] = await db
    .insert(tables.calendarSources)
    .values({ name: awkward, url: "https://calendar.example/secret.ics", body })
    .returning();
  const { startsAt, endsAt } = firm;
  await db
    .insert(tables.busyTimes)
    .values({ sourceId: source!.id, startsAt, endsAt, summary: awkward });
}

async function fillWithCards(db: Db, salesInvoiceId: string, paymentId: number): Promise<void> {
  const of = { id: awkward, salesInvoiceId };
  await db.insert(tables.cardMatches).values({ externalId: awkward, paymentId });
  await db.insert(tables.cardPages).values({ ...of, expiresAt: new Date(0) });
  const status = "needs_response";
  const dispute = { ...of, amount: 1, status, openedAt: new Date(0), told: ["created", awkward] };
  await db.insert(tables.cardDisputes).values(dispute);
  await db.insert(tables.refundAnswers).values({ paymentId, purpose: "again", actor: awkward });
}

test("a backup of either database has every row as it was, without sessions, in either", async () => {
  const source = await storeForTest("postgres");
  const first = await useStore(source, async (db) => {
    await fillAwkwardly(db);
    return save(db);
  });
  expect(statSync(first.file).mode & 0o777).toBe(0o600);
  expect(Object.keys(first.totals).toSorted()).toEqual(keptTables().toSorted());
  expect(Object.entries(first.totals).filter(([, { rows }]) => rows === 0)).toEqual([]);

  /** Answers with a backup of what it was restored into, in whose totals are the hashes of all rows. */
  const restoreInto = async (kind: DatabaseKind, { file, totals }: typeof first) => {
    const target = await storeForTest(kind);
    expect(await restore(file, target)).toEqual(totals);
    const again = await useStore(target, async (db) => {
      expect(await db.select().from(tables.sessions)).toEqual([]);
      expect(await loadOverrides(db)).toEqual({ site: { brand: awkward, socials: [] } });
      await aSession(db);
      const saved = await save(db);
      await expectConstraints(db);
      return saved;
    });
    expect(again.totals).toEqual(totals);
    if (kind === "embedded")
      expect(readFileSync(join(target.dataDir, "auth-secret"), "utf8")).toBe(AUTH_SECRET);
    await expect(restore(file, target)).rejects.toThrow(
      "The database is not empty. A backup is restored into an empty one only; nothing was changed.",
    );
    return again;
  };
  await restoreInto("postgres", first);
  await restoreInto("postgres", await restoreInto("embedded", first));
});

/** Expects references, triggers and sequences to be in force again. */
async function expectConstraints(db: Db): Promise<void> {
  await expect(db.execute(sql`delete from activity`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining("never changed") },
  });
  const [before] = await rowsOf<{ last: number }>(
    db,
    sql`select max(id)::int as last from quote_events`,
  );
  const [event] = await rowsOf<{ id: number }>(
    db,
    sql`insert into quote_events (invoice_id, kind, actor)
      select id, 'viewed', 'client' from invoices limit 1 returning id::int`,
  );
  expect(event!.id).toBe(before!.last + 1);
  await expect(
    db.execute(
      sql`insert into quote_events (invoice_id, kind, actor) values (gen_random_uuid(), 'sent', 'a')`,
    ),
  ).rejects.toMatchObject({ cause: { code: "23503" } });
  await expect(db.execute(sql`update payments set amount_cents = 1`)).rejects.toMatchObject({
    cause: { message: "payments rows are never changed or deleted" },
  });
  await expect(
    db.insert(tables.gstRegistrations).values({ starts: "2026-12-31" }),
  ).rejects.toMatchObject({ cause: { code: "23P01" } });
  await expect(anEntry(db, { startsAt: new Date("2031-10-04T16:30:00Z") })).rejects.toMatchObject({
    cause: { code: "23P01" },
  });
  expect(await takeNumbers(db, "invoice", 2)).toBe(903);
}

test.for([
  ["short rows, more each time", 10, 2_000, 40],
  ["many short rows", 400, 80_000, 500],
  ["documents of 120,000 characters", 10, 1_200_000, 8],
  ["rows longer than all that", 10, 50_000_000, 1],
] as const)("a backup fetches %s: %i of %i characters, then %i", ([, rows, size, next]) => {
  expect(rowsAtOnce(rows, size)).toBe(next);
});

test("a backup is a snapshot of one moment during other writes", async () => {
  const source = await storeForTest("postgres");
  await useStore(source, async (db) => {
    const message = (text: string) =>
      db.insert(tables.contactMessages).values({ name: "Ada", email: "a@b.co", message: text });
    await message("before");
    const snapshotTaken = Promise.withResolvers<void>();
    const inserted = snapshotTaken.promise.then(() =>
      db
        .insert(tables.emails)
        .values({ kind: "k", recipient: "a@b.co", subject: "during", html: "", text: "" }),
    );
    const disturbed: Db = Object.create(db) as Db;
    disturbed.transaction = (work, config) =>
      db.transaction(async (tx) => {
        // A transaction takes its snapshot with the first query.
        await tx.execute(sql`select from contact_messages`);
        snapshotTaken.resolve();
        await inserted;
        return work(tx);
      }, config);
    const { totals } = await save(disturbed);
    expect(await db.$count(tables.emails)).toBe(1);
    expect([totals.contact_messages!.rows, totals.letters!.rows]).toEqual([1, 0]);
  });
});
