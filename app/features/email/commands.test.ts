import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import {
  auditEntries,
  contactMessages,
  emailTemplates,
  emails,
} from "#app/server/database/tables.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { check } from "#app/values/rules.ts";
import { test } from "#tests/support/db.ts";
import { aBooking, aQuote, NOW, owner } from "#tests/support/factories.ts";
import {
  createTemplate,
  deleteTemplate,
  resendEmail,
  restoreTemplate,
  sendComposedEmail,
  updateTemplate,
} from "./commands.server.tsx";
import { emailList, templateList } from "./model.ts";
import { getEmailDraft, listEmails, listTemplates } from "./queries.server.ts";
import { composedEmailSchema, templateSchema } from "./schema.ts";

const letter = (given: Record<string, string> = {}) => ({
  recipientEmail: "ada@client.example",
  subject: "About {{event_title}}",
  body: "Dear {{client_name}},\n\non {{event_date}}.\nYours",
  ...given,
});
const unkeyed = { kind: "page", key: "" } as const;
const nowhere = "00000000-0000-4000-8000-000000000000";

describe("a composed letter", () => {
  test("is filled from its record, escaped, and kept with it", async ({ db }) => {
    const { id } = await aQuote(db, {
      clientName: "<b>Ada</b> & Co",
      eventTitle: "Tea\r\nBcc: spy@evil.example",
    });
    expect(await sendComposedEmail(db, owner, letter(), { kind: "quotes", id }, unkeyed, NOW)).toBe(
      "sent",
    );
    const [sent] = await db.select().from(emails);
    expect(sent).toMatchObject({
      kind: "composed",
      recipient: "ada@client.example",
      subject: "About Tea Bcc: spy@evil.example",
      invoiceId: id,
      state: "queued",
    });
    expect(sent!.html).toContain("&lt;b&gt;Ada&lt;/b&gt; &amp; Co");
    expect(sent!.html).not.toContain("<b>Ada");
    expect(sent!.text).toContain("Dear <b>Ada</b> & Co,\n\non Saturday, 20 June 2026.\nYours");
    expect(await db.select().from(auditEntries)).toMatchObject([
      { actor: owner.email, action: "wrote", subjectKind: "letter", at: NOW },
    ]);
  });

  test("about a quote knows words that read well when a field is empty", async ({ db }) => {
    const { id } = await aQuote(db, { eventTitle: null, validUntil: "2026-04-01" });
    const body = "For {{event}}: {{quote_link}}. {{valid_until_sentence}}Yours";
    await sendComposedEmail(db, owner, letter({ body }), { kind: "quotes", id }, unkeyed, NOW);
    expect((await db.select().from(emails))[0]!.text).toContain(
      "For your event: http://localhost:3000/quotes/a-slug. It’s valid until Wednesday, 1 April 2026. Yours",
    );
  });

  test("about a message answers it; about a booking it is kept there", async ({ db }) => {
    const [message] = await db
      .insert(contactMessages)
      .values({ name: "Piet", email: "piet@visitor.example", message: "Good morning!" })
      .returning();
    const booking = await aBooking(db);
    await sendComposedEmail(
      db,
      owner,
      letter({ body: "{{name}}: {{message}}" }),
      { kind: "inbox", id: message!.id },
      unkeyed,
    );
    await sendComposedEmail(
      db,
      owner,
      letter({ body: "{{exam_date}} {{service_required}}" }),
      { kind: "ameb-bookings", id: booking.id },
      unkeyed,
    );
    expect(await db.select({ state: contactMessages.state }).from(contactMessages)).toEqual([
      { state: "answered" },
    ]);
    const sent = await db.select().from(emails).orderBy(emails.createdAt, emails.text);
    expect(
      sent.map(({ text, contactMessageId, amebBookingId }) => [
        text.includes("Piet: Good morning!"),
        contactMessageId,
        amebBookingId,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [true, message!.id, null],
        [false, null, booking.id],
      ]),
    );
  });

  test("leaves once, however often the page that it was written on is sent", async ({ db }) => {
    const { id } = await aQuote(db, {});
    const about = { kind: "quotes", id } as const;
    const send = (key: string, words = letter()) =>
      sendComposedEmail(db, owner, words, about, { kind: "page", key }, NOW);
    expect(await Promise.all([send("one"), send("one"), send("one")])).toEqual(
      expect.arrayContaining(["sent", "repeated", "repeated"]),
    );
    expect(await db.$count(emails)).toBe(1);
    expect([
      await send("one"),
      await send("one", letter({ subject: "Something else" })),
      await send("two"),
      await send(""),
      await send(""),
    ]).toEqual(["repeated", "sent", "sent", "sent", "sent"]);
    expect((await getEmailDraft(db, owner, about))!.key).not.toBe(
      (await getEmailDraft(db, owner, about))!.key,
    );
  });

  test("a call's key stands for one letter of one administrator", async ({ db }) => {
    const call = (by = owner, words = letter()) =>
      sendComposedEmail(db, by, words, null, { kind: "api", key: "k" }, NOW);
    expect([
      await call(),
      await call(),
      await call(owner, letter({ subject: "Other" })),
      await call({ ...owner, userId: "another" }),
    ]).toEqual(["sent", "repeated", "other", "sent"]);
    expect(await db.$count(emails)).toBe(2);
  });

  test("about something that is gone is not sent", async ({ db }) => {
    const { id } = await aBooking(db, { deletedAt: NOW });
    for (const about of [
      { kind: "ameb-bookings", id },
      { kind: "quotes", id: nowhere },
      { kind: "inbox", id: "1" },
    ] as const) {
      expect(await sendComposedEmail(db, owner, letter(), about, unkeyed)).toBe("gone");
      expect(await getEmailDraft(db, owner, about)).toBeNull();
    }
    expect(await db.$count(emails)).toBe(0);
  });

  test("opens with whom it goes to and the specified subject", async ({ db }) => {
    const titled = await aQuote(db, { slug: "a" });
    const untitled = await aQuote(db, {
      slug: "b",
      eventTitle: null,
      invoiceType: "Spring Musical Quote",
    });
    expect(await getEmailDraft(db, owner, { kind: "quotes", id: titled.id })).toMatchObject({
      recipientEmail: "ada@client.example",
      subject: "Regarding your quote for Garden party",
      record: { client_name: "Ada Client" },
    });
    expect(await getEmailDraft(db, owner, { kind: "quotes", id: untitled.id })).toMatchObject({
      subject: "Regarding your quote for Spring Musical Quote",
    });
  });
});

test.each([
  ["recipientEmail", "ada@", "A valid recipient email is required."],
  ["recipientEmail", "a@b.example, c@d.example", "A valid recipient email is required."],
  ["subject", " ", "Subject cannot be empty."],
  ["body", "", "Email body cannot be empty."],
])("the composer's %s %j: %s", (field, value, message) => {
  expect(check(composedEmailSchema, letter({ [field]: value }))).toEqual({
    ok: false,
    errors: { [field]: message },
  });
});

test.each([
  ["name", "Template name is required."],
  ["subject", "Subject is required."],
  ["body", "Body is required."],
])("a template without %s: %s", (field, message) => {
  expect(check(templateSchema, { name: "n", subject: "s", body: "b", [field]: "" })).toEqual({
    ok: false,
    errors: { [field]: message },
  });
});

describe("a template", () => {
  const words = { name: "Thanks", subject: "Thank you", body: "Dear {{client_name}}" };

  test("is made, changed and deleted, with before and after on record", async ({ db }) => {
    const { id } = await createTemplate(db, owner, words, NOW);
    expect(
      await updateTemplate(db, owner, { id, version: 1 }, { ...words, name: "Many thanks" }, NOW),
    ).toEqual({ ok: true });
    expect(await deleteTemplate(db, owner, id, NOW)).toBe(true);
    expect(await updateTemplate(db, owner, { id, version: 2 }, words, NOW)).toEqual({
      ok: false,
      reason: "not-found",
    });
    expect(await restoreTemplate(db, owner, id, NOW)).toBe(true);
    const log = await db.select().from(auditEntries).orderBy(auditEntries.id);
    expect(
      log.map(({ action, label, before, after }) => [action, label, before?.name, after?.name]),
    ).toEqual([
      ["created", "Thanks", undefined, "Thanks"],
      ["changed", "Many thanks", "Thanks", "Many thanks"],
      ["deleted", "Many thanks", undefined, undefined],
      ["restored", "Many thanks", undefined, undefined],
    ]);
  });

  test("that two tabs change is changed by the first; the later one is told", async ({ db }) => {
    const { id, version } = await createTemplate(db, owner, words);
    const outcomes = await Promise.all(
      ["One", "Two"].map((name) => updateTemplate(db, owner, { id, version }, { ...words, name })),
    );
    const winner = outcomes.findIndex(({ ok }) => ok);
    expect(outcomes[1 - winner]).toEqual({ ok: false, reason: "changed" });
    expect(
      await db
        .select({ name: emailTemplates.name, version: emailTemplates.version })
        .from(emailTemplates),
    ).toEqual([{ name: ["One", "Two"][winner], version: 2 }]);
  });

  test("stands in its list by name", async ({ db }) => {
    for (const name of ["b", "C", "a"]) await createTemplate(db, owner, { ...words, name });
    const gone = await createTemplate(db, owner, { ...words, name: "gone" });
    await deleteTemplate(db, owner, gone.id);
    const { rows } = await listTemplates(
      db,
      owner,
      readListQuery(new URLSearchParams(), templateList),
    );
    expect(rows.map(({ name }) => name)).toEqual(["a", "b", "C"]);
  });
});

describe("sent mail", () => {
  const row = { kind: "test", recipient: "a@b.example", subject: "s", html: "h", text: "t" };

  test("a failed letter goes out again, once; any other stays", async ({ db }) => {
    const [failed] = await db
      .insert(emails)
      .values({ ...row, state: "failed", lastError: "550 no such user", settledAt: NOW })
      .returning();
    const [sent] = await db
      .insert(emails)
      .values({ ...row, state: "sent" })
      .returning();
    const again = await Promise.all([
      resendEmail(db, owner, failed!.id),
      resendEmail(db, owner, failed!.id),
    ]);
    expect(again.sort()).toEqual([false, true]);
    expect(await resendEmail(db, owner, sent!.id)).toBe(false);
    expect(await db.select().from(emails).where(eq(emails.id, failed!.id))).toMatchObject([
      { state: "queued", settledAt: null, lastError: "550 no such user" },
    ]);
    expect(
      (
        (await db.execute(
          "select count(*)::int as jobs from pgboss.job where name = 'letters'",
        )) as unknown as { rows: unknown[] }
      ).rows,
    ).toEqual([{ jobs: 1 }]);
  });

  test("is found by its state and by parts of an address", async ({ db }) => {
    await db
      .insert(emails)
      .values([row, { ...row, recipient: "mei@family.example", state: "failed" }]);
    const found = async (query: string) =>
      (await listEmails(db, owner, readListQuery(new URLSearchParams(query), emailList))).rows.map(
        ({ recipient }) => recipient,
      );
    expect(await found("state=failed")).toEqual(["mei@family.example"]);
    expect(await found("q=family")).toEqual(["mei@family.example"]);
    expect(await found("state=unheard-of&q=b.example")).toEqual(["a@b.example"]);
  });
});
