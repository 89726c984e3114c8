import { asc, eq } from "drizzle-orm";
import { describe, expect, afterAll, beforeAll, beforeEach } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, emails, emailTemplates } from "#app/server/database/tables.server.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { dbTest } from "#tests/support/db.ts";
import {
  anAddition,
  aBookingOf,
  aLesson,
  anOpenWeek,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { genuineSubmission, NOW, owner } from "#tests/support/factories.ts";
import { readInvitation } from "#tests/support/invitation.ts";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import { openEmailTransport } from "#app/server/outbound/email-transport.server.ts";
import { type MailServer, type ReceivedEmail, startMailServer } from "#tests/fakes/smtp.ts";
import { mimeTree } from "#tests/support/mime.ts";
import { type Booking, bookAppointment, addAppointment } from "./book.server.ts";
import { moveAppointment, cancelAppointment } from "./changes.server.tsx";
import {
  confirmRequest,
  declineRequest,
  releaseAppointment,
  finishAppointments,
} from "./finish.server.ts";
import { asClient, asOwner, type Entry } from "#app/features/diary/model.ts";

const ownerAddress = "hello@breath-and-key.example";
const nextWeek = (days = 7, minutes = 0) => minutesLater(THURSDAY_TEN, days * 1440 + minutes);

async function aBooked(
  db: Db,
  given: Partial<Booking> = {},
  of: Parameters<typeof aLesson>[1] = {},
  info = genuineSubmission,
): Promise<Entry> {
  await anOpenWeek(db);
  const booking = aBookingOf(await aLesson(db, of), { start: nextWeek(), ...given });
  const result = await db.transaction((tx) => bookAppointment(tx, booking, info));
  if (!result.ok) throw new Error(result.reason);
  return result.entry;
}

const linkOf = ({ token }: Entry) => ({ token: token! });
const move = (db: Db, entry: Entry, start: Date, now = NOW) =>
  moveAppointment(db, asClient, { ...linkOf(entry), start }, now);
const cancel = (db: Db, entry: Entry, reason = "") =>
  cancelAppointment(db, asClient, { ...linkOf(entry), reason }, NOW);

const sentTo = (db: Db, recipient: string) =>
  db.select().from(emails).where(eq(emails.recipient, recipient)).orderBy(asc(emails.createdAt));
const toClient = (db: Db) => sentTo(db, "ada@visitor.example");
const toOwner = (db: Db) => emailsOfKind(db, "appointment-notice");

/** Of each email in its order: what calendars are told. */
const invitationsOf = (rows: { invitation: string | null }[]) =>
  rows
    .map(({ invitation }) => readInvitation(invitation!))
    .toSorted((one, other) => one.sequence - other.sequence);

describe("booking, moving twice and cancelling", () => {
  dbTest("are four emails to each, whose calendars follow", async ({ db }) => {
    const entry = await aBooked(db);
    await move(db, entry, nextWeek(8));
    await move(db, entry, nextWeek(9));
    await cancel(db, entry);
    const clients = await toClient(db);
    expect(clients.map(({ kind }) => kind).toSorted()).toEqual(
      ["booked", "cancelled", "moved", "moved"].map((change) => `appointment-${change}`),
    );
    for (const invitations of [invitationsOf(clients), invitationsOf(await toOwner(db))]) {
      expect(invitations.map(({ method, sequence, status }) => [method, sequence, status])).toEqual(
        [
          ["REQUEST", 1, "CONFIRMED"],
          ["REQUEST", 2, "CONFIRMED"],
          ["REQUEST", 3, "CONFIRMED"],
          ["CANCEL", 4, "CANCELLED"],
        ],
      );
      expect(invitations.map(({ start }) => start)).toEqual(
        [7, 8, 9, 9].map((days) => nextWeek(days)),
      );
      expect(new Set(invitations.map(({ uid }) => uid)).size).toBe(1);
      expect(new Set(invitations.map(({ asksForAnswer }) => asksForAnswer))).toEqual(
        new Set([false]),
      );
    }
  });

  dbTest("tell each calendar who sends and who is invited", async ({ db }) => {
    const entry = await aBooked(db, { note: "My first lesson", student: "Sam" });
    const [clients] = invitationsOf(await toClient(db));
    const [owners] = invitationsOf(await toOwner(db));
    expect(clients).toMatchObject({
      uid: `appointment-${entry.id}@localhost`,
      organizer: "mailto:hello@breath-and-key.example",
      attendees: ["mailto:ada@visitor.example"],
      summary: "Voice and piano, 60 minutes",
      location: "12 Sample Street, Kew",
      url: expect.stringContaining(`/appointments/${entry.token}`),
    });
    expect(owners).toMatchObject({
      uid: clients!.uid,
      organizer: clients!.organizer,
      attendees: [`mailto:${ownerAddress}`],
      summary: "Voice and piano, 60 minutes, Sam",
      description: expect.stringContaining("My first lesson"),
      url: expect.stringContaining(`/admin/diary/${entry.id}`),
    });
    expect(owners!.description).toContain("Ada Visitor");
  });

  dbTest("the same again changes nothing and sends nothing", async ({ db }) => {
    const entry = await aBooked(db);
    await move(db, entry, nextWeek(8));
    await move(db, entry, nextWeek(8));
    await cancel(db, entry);
    await cancel(db, entry);
    expect(await toClient(db)).toHaveLength(3);
    expect(await toOwner(db)).toHaveLength(3);
  });
});

describe("the client's email", () => {
  dbTest("says what, when in both zones, where, the price and until when", async ({ db }) => {
    await aBooked(db, { zone: "Europe/London" });
    const [email] = await toClient(db);
    expect(email!.subject).toBe(
      "You're booked: Voice and piano, 60 minutes on Wednesday, 18 March 2026",
    );
    for (const words of [
      "Hi Ada,",
      "Wed 18 Mar, 11:00 pm–12:00 am London (GMT)",
      "Thu 19 Mar, 10:00–11:00 am Melbourne (AEDT)",
      "In my studio, 12 Sample Street, Kew".split(", ")[0]!,
      "12 Sample Street, Kew",
      "Price A$95.00",
      "You can move or cancel it online until Mon 16 Mar, 11:00 pm London (GMT).",
    ])
      expect(email!.text).toContain(words);
    expect(email!.html).toContain("/appointments/");
  });

  dbTest("asks to call once it is too late to change it online", async ({ db }) => {
    const service = await aLesson(db);
    const online = { place: "online", placeDetails: "https://meet.example/ada" } as const;
    const told = { serviceId: service.id, price: 0, tellsClient: true };
    await addAppointment(db, owner, anAddition({ ...online, ...told }), NOW);
    const [email] = await toClient(db);
    expect(email!.text).toContain(
      "It's less than 48 hours away, so to move or cancel it, please call +61",
    );
    expect(email!.text).toContain("https://meet.example/ada");
    expect(email!.text).toContain("Free");
  });

  dbTest(
    "promises an address or a link that is not there yet, and tells the owner so",
    async ({ db }) => {
      const entry = await aBooked(db, {}, { placeDetails: "" });
      const [clients] = await toClient(db);
      expect(clients!.text).toContain("In my studio\nI'll send you the address\n");
      const [owners] = await toOwner(db);
      expect(owners!.text).toContain(`Your client was told: "I'll send you the address."`);
      await cancel(db, entry);
      const cancelled = (await toOwner(db)).find(({ text }) => text?.includes("has cancelled"));
      expect(cancelled!.text).toContain("At the studio");
      expect(cancelled!.text).not.toContain("was told");
    },
  );

  dbTest("is the owner's own template, if it has one", async ({ db }) => {
    const text = { subject: "Hooray, {{service}}", body: "See you {{when_melbourne}}." };
    await db.insert(emailTemplates).values({ name: "appointment booked", ...text });
    await aBooked(db);
    expect((await toClient(db))[0]).toMatchObject({
      subject: "Hooray, Voice and piano, 60 minutes",
      text: expect.stringContaining("See you Thu 19 Mar, 10:00–11:00 am Melbourne (AEDT)."),
    });
  });

  dbTest.for([
    ["Win a prize at https://evil.example", "there"],
    ["evil.example", "there"],
    ["Zoë O'Brien-Smith", "Zoë"],
  ] as const)("carries nothing of the form but a name: %s", async ([name, greeted], { db }) => {
    await aBooked(
      db,
      { name, student: "Call 1300 000 000", note: "Buy now", address: "evil.example/now" },
      { place: "client", placeDetails: "" },
    );
    const [{ text, html, subject, invitation }] = (await toClient(db)) as [
      typeof emails.$inferSelect,
    ];
    expect(text).toContain(`Hi ${greeted},`);
    for (const written of [text, html, subject, invitation])
      expect(written).not.toMatch(/evil|1300|Buy|prize/);
    const [notice] = await toOwner(db);
    for (const words of [name, "Call 1300 000 000", "Buy now", "evil.example/now"])
      expect(notice!.text).toContain(words);
  });

  dbTest("gives the owner's reason, and the owner's email the client's", async ({ db }) => {
    const first = await aBooked(db);
    await cancelAppointment(db, asOwner(owner), { id: first.id, reason: "I have a cold." }, NOW);
    const cancelled = (await toClient(db)).find(({ kind }) => kind === "appointment-cancelled")!;
    expect(cancelled.text).toContain("I'm sorry, I have to cancel our appointment.");
    expect(cancelled.text).toContain("I have a cold.");
    expect(cancelled.text).toContain("/book/voice-piano/60-minutes");
    await db.delete(emails);
    const second = await aBooked(db, {}, { slug: "again" });
    await cancel(db, second, "Gone to evil.example");
    const texts = (await toClient(db)).map(({ text }) => text).join();
    expect(texts).toContain("As you asked, your appointment is cancelled.");
    expect(texts).not.toContain("evil");
    expect((await toOwner(db)).map(({ text }) => text).join()).toContain("Gone to evil.example");
  });
});

describe("a request", () => {
  const aRequest = (db: Db) => aBooked(db, {}, { onRequest: true });

  dbTest("is not called an appointment", async ({ db }) => {
    await aRequest(db);
    expect((await toClient(db))[0]!.text).toContain("View or change your request: ");
  });

  dbTest("is tentative until it is confirmed", async ({ db }) => {
    const { id } = await aRequest(db);
    await confirmRequest(db, owner, { id }, NOW);
    expect(
      invitationsOf(await toClient(db)).map(({ status, sequence }) => [status, sequence]),
    ).toEqual([
      ["TENTATIVE", 1],
      ["CONFIRMED", 2],
    ]);
  });

  dbTest("leaves the calendar when it is declined", async ({ db }) => {
    const { id } = await aRequest(db);
    await declineRequest(db, owner, { id, reason: "I'm away." }, NOW);
    expect(invitationsOf(await toClient(db)).at(-1)).toMatchObject({ method: "CANCEL" });
    expect((await toClient(db)).map(({ text }) => text).join()).toContain("I'm away.");
  });

  dbTest("that nobody answered is declined with an apology", async ({ db }) => {
    await aRequest(db);
    await finishAppointments(db, nextWeek());
    const kinds = (await toClient(db)).map(({ kind, text }) => [kind, text] as const);
    expect(new Map(kinds).get("appointment-declined")).toContain("I didn't get to your request");
  });
});

describe("nobody is told", () => {
  const spam = { ...genuineSubmission, spamReason: "links" as const };

  dbTest("of what is suspected spam, until it is released", async ({ db }) => {
    const { id } = await aBooked(db, {}, {}, spam);
    expect(await db.$count(emails)).toBe(0);
    await releaseAppointment(db, owner, { id }, NOW);
    expect((await toClient(db)).map(({ kind }) => kind)).toEqual(["appointment-booked"]);
    expect(await toOwner(db)).toHaveLength(1);
  });
});

describe("emails that a stranger's form causes", () => {
  dbTest(
    "wait their turn beyond eight to one mailbox, and the newest alone goes out",
    async ({ db }) => {
      const entry = await aBooked(db);
      for (let days = 8; days < 20; days++) await move(db, entry, nextWeek(days));
      const rows = await toClient(db);
      const held = rows.filter((row) => row.held);
      expect(rows.filter(({ state, held: waits }) => state === "queued" && !waits)).toHaveLength(8);
      expect(held.map(({ invitation }) => readInvitation(invitation!).sequence)).toEqual([13]);
      expect(rows.filter(({ state }) => state === "expired")).toHaveLength(4);
      expect((await db.select().from(diaryEntries))[0]!.version).toBe(13);
    },
  );
});

let server: MailServer;
beforeAll(async () => void (server = await startMailServer()));
afterAll(() => server.stop());
beforeEach(() => void (server.emails.length = 0));

const title = "Stimme und Klavier für Anfänger, 60 Minuten";

async function bookMoveAndCancel(db: Db): Promise<void> {
  await anOpenWeek(db);
  const booking = aBookingOf(await aLesson(db, { name: title }), { start: nextWeek(7) });
  const booked = await db.transaction((tx) => bookAppointment(tx, booking, genuineSubmission));
  if (!booked.ok) throw new Error(booked.reason);
  const token = booked.entry.token!;
  for (const days of [8, 9])
    await moveAppointment(db, asClient, { token, start: nextWeek(days) }, NOW);
  await cancelAppointment(db, asClient, { token }, NOW);
}

/** Delivers what was queued, in its order, as the site does. */
async function deliverAll(db: Db): Promise<ReceivedEmail[]> {
  const transport = openEmailTransport({
    SMTP_URL: server.url,
    MAIL_FROM: "Breath & Key <hello@breath-and-key.example>",
    DATA_DIR: "",
  });
  const rows = await db.select().from(emails).orderBy(asc(emails.createdAt));
  for (const { id } of rows) await deliverEmail(db, transport, id);
  transport.close();
  return server.emails;
}

const fileIn = (email: ReceivedEmail) =>
  Buffer.from(mimeTree(email.raw).parts[1]!.body, "base64").toString();

dbTest("calendars get the stored invitation as the last alternative", async ({ db }) => {
  await bookMoveAndCancel(db);
  const stored = new Map(
    (await db.select().from(emails)).map(({ id, invitation }) => [id, invitation!]),
  );
  const received = await deliverAll(db);
  expect(received).toHaveLength(8);
  for (const email of received) {
    const invitation = stored.get(/<([^@]+)@/.exec(email.messageId!)![1]!)!;
    const root = mimeTree(email.raw);
    expect([root.type, root.parts.map(({ type }) => type)]).toEqual([
      "multipart/mixed",
      ["multipart/alternative", "application/ics"],
    ]);
    const alternatives = root.parts[0]!.parts;
    expect(alternatives.map(({ type }) => type)).toEqual([
      "text/plain",
      "text/html",
      "text/calendar",
    ]);
    const { method } = readInvitation(invitation);
    expect(alternatives.at(-1)!.params).toEqual({ charset: "utf-8", method });
    expect(fileIn(email)).toBe(invitation);
    const shown = email.attachments.map(({ content }) =>
      new TextDecoder().decode(content as Uint8Array),
    );
    expect(readInvitation(shown[0]!)).toEqual(readInvitation(invitation));
    expect(email.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
  }
});
