import { describe, expect } from "vitest";
import { emailSource } from "#app/routes/admin/email-records.server.ts";
import {
  auditEntries,
  contactMessages,
  emails,
  emailTemplates,
} from "#app/server/database/tables.server.ts";
import { check } from "#app/values/rules.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aBooking, aMessage, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { sendComposedEmail } from "./compose.server.tsx";
import { getEmailDraft } from "./queries.server.ts";
import { composedEmailSchema } from "./templates.ts";

const email = (given: Record<string, string> = {}) => ({
  recipientEmail: "ada@client.example",
  subject: "About {{event_title}}",
  body: "Dear {{client_name}},\n\non {{event_date}}.\nYours",
  ...given,
});
const unkeyed = { kind: "page", key: "" } as const;
const nowhere = "00000000-0000-4000-8000-000000000000";

describe("a composed email", () => {
  dbTest("is filled in from its record, escaped and stored with it", async ({ db }) => {
    const { id } = await aQuote(db, {
      clientName: "<b>Ada</b> & Co",
      eventTitle: "Tea\r\nBcc: spy@evil.example",
    });
    expect(
      await sendComposedEmail(
        db,
        owner,
        email(),
        emailSource(owner, { kind: "quotes", id }),
        unkeyed,
        NOW,
      ),
    ).toBe("sent");
    const [sent] = await db.select().from(emails);
    expect(sent).toMatchObject({
      kind: "composed",
      recipient: "ada@client.example",
      subject: "About Tea Bcc: spy@evil.example",
      quoteId: id,
      state: "queued",
    });
    expect(sent!.html).toContain("&lt;b&gt;Ada&lt;/b&gt; &amp; Co");
    expect(sent!.html).not.toContain("<b>Ada");
    expect(sent!.text).toContain("Dear <b>Ada</b> & Co,\n\non Saturday, 20 June 2026.\nYours");
    expect(await db.select().from(auditEntries)).toMatchObject([
      { actor: owner.email, action: "wrote", subjectKind: "letter", at: NOW },
    ]);
  });

  dbTest("about a quote reads well when a field is empty", async ({ db }) => {
    const { id } = await aQuote(db, { eventTitle: null, validUntil: "2026-04-01" });
    const body = "For {{event}}: {{quote_link}}. {{valid_until_sentence}}Yours";
    await sendComposedEmail(
      db,
      owner,
      email({ subject: "Hello", body }),
      emailSource(owner, { kind: "quotes", id }),
      unkeyed,
      NOW,
    );
    expect((await db.select().from(emails))[0]!.text).toContain(
      "For your event: http://localhost:3000/quotes/a-slug. It's valid until Wednesday, 1 April 2026. Yours",
    );
  });

  dbTest("with a gap is not sent before somebody says so", async ({ db }) => {
    const { id } = await aQuote(db, { eventDate: null });
    const about = emailSource(owner, { kind: "quotes", id });
    const gappy = email({ subject: "{{nope}}", body: "{{event_date}}{{valid_until_sentence}}" });
    expect(await sendComposedEmail(db, owner, gappy, about, unkeyed, NOW)).toEqual({
      missing: ["nope", "event_date"],
    });
    expect(await db.$count(emails)).toBe(0);
    const anyway = { ...gappy, anyway: true };
    expect(await sendComposedEmail(db, owner, anyway, about, unkeyed, NOW)).toBe("sent");
  });

  dbTest("without a record fills placeholders with nothing, and asks nobody", async ({ db }) => {
    expect(await sendComposedEmail(db, owner, email(), null, unkeyed, NOW)).toBe("sent");
    expect((await db.select().from(emails))[0]).toMatchObject({ subject: "About" });
  });

  dbTest("marks its message as answered, and is stored with its booking", async ({ db }) => {
    const message = await aMessage(db, { name: "Piet" });
    const booking = await aBooking(db);
    await sendComposedEmail(
      db,
      owner,
      email({ subject: "Hello", body: "{{name}}: {{message}}" }),
      emailSource(owner, { kind: "inbox", id: message.id }),
      unkeyed,
    );
    await sendComposedEmail(
      db,
      owner,
      email({ subject: "Hello", body: "{{exam_date}} {{service_required}}" }),
      emailSource(owner, { kind: "ameb-bookings", id: booking.id }),
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
        [true, message.id, null],
        [false, null, booking.id],
      ]),
    );
  });

  onBoth("is sent once, even if its form is sent several times", async ({ db }) => {
    const { id } = await aQuote(db, {});
    const about = emailSource(owner, { kind: "quotes", id });
    const send = (key: string, content = email()) =>
      sendComposedEmail(db, owner, content, about, { kind: "page", key }, NOW);
    expect(await Promise.all([send("one"), send("one"), send("one")])).toEqual(
      expect.arrayContaining(["sent", "repeated", "repeated"]),
    );
    expect(await db.$count(emails)).toBe(1);
    expect([
      await send("one"),
      await send("one", email({ subject: "Something else" })),
      await send("two"),
      await send(""),
      await send(""),
    ]).toEqual(["repeated", "sent", "sent", "sent", "sent"]);
    expect((await getEmailDraft(db, owner, about))!.key).not.toBe(
      (await getEmailDraft(db, owner, about))!.key,
    );
  });

  dbTest("an Idempotency-Key is valid for one email of one administrator", async ({ db }) => {
    const request = (by = owner, content = email()) =>
      sendComposedEmail(db, by, content, null, { kind: "api", key: "k" }, NOW);
    expect([
      await request(),
      await request(),
      await request(owner, email({ subject: "Other" })),
      await request({ ...owner, userId: "another" }),
    ]).toEqual(["sent", "repeated", "other", "sent"]);
    expect(await db.$count(emails)).toBe(2);
  });

  dbTest("about a deleted record is not sent", async ({ db }) => {
    const { id } = await aBooking(db, { deletedAt: NOW });
    for (const record of [
      { kind: "ameb-bookings", id },
      { kind: "quotes", id: nowhere },
      { kind: "inbox", id: "1" },
    ] as const) {
      const about = emailSource(owner, record);
      expect(await sendComposedEmail(db, owner, email(), about, unkeyed)).toBe("gone");
      expect(await getEmailDraft(db, owner, about)).toBeNull();
    }
    expect(await db.$count(emails)).toBe(0);
  });

  dbTest(
    "is offered the templates that fit its record, and says which suit none",
    async ({ db }) => {
      const { id } = await aBooking(db);
      for (const [name, body] of [
        ["Thanks", "Hi {{first_name}}"],
        ["Exam", "On {{exam_date}}"],
        ["Quote", "{{event}} {{quote_link}}"],
        ["Broken", "{{nope}}"],
      ] as const)
        await db.insert(emailTemplates).values({ name, subject: "Hello", body });
      const draft = await getEmailDraft(
        db,
        owner,
        emailSource(owner, { kind: "ameb-bookings", id }),
      );
      const ofExams = ["Late fee", "Can't accompany"];
      expect(draft!.templates.map(({ name }) => name)).toEqual([...ofExams, "Exam", "Thanks"]);
      expect(draft!.leftOut).toBe("“Broken” isn't in this list: “nope” can't be filled in.");
    },
  );

  dbTest("starts with a greeting, the client's email and the specified subject", async ({ db }) => {
    const titled = await aQuote(db, { slug: "a" });
    const untitled = await aQuote(db, {
      slug: "b",
      eventTitle: null,
      invoiceType: "Spring Musical Quote",
    });
    expect(
      await getEmailDraft(db, owner, emailSource(owner, { kind: "quotes", id: titled.id })),
    ).toMatchObject({
      recipientEmail: "ada@client.example",
      subject: "Regarding your quote for Garden party",
      body: "Hi Ada,\n\n\n\nWarmly,\nImogen",
      record: { client_name: "Ada Client" },
    });
    expect(
      await getEmailDraft(db, owner, emailSource(owner, { kind: "quotes", id: untitled.id })),
    ).toMatchObject({ subject: "Regarding your quote for Spring Musical Quote" });
  });
});

dbTest.each([
  ["recipientEmail", "ada@", "A valid recipient email is required."],
  ["recipientEmail", "a@b.example, c@d.example", "A valid recipient email is required."],
  ["subject", " ", "Subject cannot be empty."],
  ["body", "", "Email body cannot be empty."],
])("the composer's %s %j: %s", (field, value, message) => {
  expect(check(composedEmailSchema, email({ [field]: value }))).toEqual({
    ok: false,
    errors: { [field]: message },
  });
});
