import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { releaseMessage, setMessageState } from "#app/features/contact/commands.server.tsx";
import { releaseBooking } from "#app/features/ameb/commands.server.tsx";
import { createTemplate } from "#app/features/email/templates.server.ts";
import { acceptOnBehalf, withdrawQuote } from "#app/features/quotes/decisions.server.ts";
import { beginNewVersion, createQuote } from "#app/features/quotes/drafts.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, emailTemplates, quotes } from "#app/server/database/tables.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aBooking, aDraft, aMessage, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { activityList } from "./model.ts";
import { listActivity } from "./queries.server.ts";

const entries = (db: Db) =>
  db
    .select({
      actor: auditEntries.actor,
      action: auditEntries.action,
      kind: auditEntries.subjectKind,
      id: auditEntries.subjectId,
      label: auditEntries.label,
      before: auditEntries.before,
      after: auditEntries.after,
    })
    .from(auditEntries)
    .orderBy(auditEntries.id);

describe("the activity log names who changed", () => {
  dbTest(
    "the state of a message, with the state before; no change is not logged",
    async ({ db }) => {
      const { id } = await aMessage(db);
      for (const state of ["archived", "archived", "new"] as const)
        await setMessageState(db, owner, { id, state }, NOW);
      const entry = { actor: owner.email, action: "changed", kind: "message", id, label: "Ada" };
      expect(await entries(db)).toEqual([
        { ...entry, before: { state: "new" }, after: { state: "archived" } },
        { ...entry, before: { state: "archived" }, after: { state: "new" } },
      ]);
    },
  );

  dbTest("a message out of quarantine, once", async ({ db }) => {
    const message = await aMessage(db, { spamReason: "links" });
    const booking = await aBooking(db, { spamReason: "trap" });
    for (const _ of [1, 2]) {
      expect(await releaseMessage(db, owner, message.id, NOW)).toBe(true);
      expect(await releaseBooking(db, owner, booking.id, NOW)).toBe(true);
    }
    expect(await entries(db)).toMatchObject([
      { actor: owner.email, action: "released", kind: "message", id: message.id, label: "Ada" },
      {
        actor: owner.email,
        action: "released",
        kind: "booking",
        id: booking.id,
        label: "Mei Tan, AMEB Grade 5 violin",
      },
    ]);
  });

  dbTest("a draft to discarded", async ({ db }) => {
    const { id } = await createQuote(db, owner, aDraft(), null, NOW);
    await withdrawQuote(db, owner, id, NOW);
    const { rows } = await listActivity(
      db,
      owner,
      readListQuery(new URLSearchParams(), activityList),
    );
    expect(rows.map(({ action, actor }) => [actor, action]).toSorted()).toEqual([
      [owner.email, "began"],
      [owner.email, "withdrawn"],
    ]);
  });

  dbTest("an accepted quote, by a new version", async ({ db }) => {
    const { id } = await aQuote(db);
    await acceptOnBehalf(db, owner, id, NOW);
    const begun = await beginNewVersion(db, owner, id, NOW);
    await beginNewVersion(db, owner, id, NOW);
    if (!begun.ok) throw new Error("No version was begun.");
    const ofQuotes = (await entries(db)).filter(({ kind }) => kind === "quote");
    expect(ofQuotes).toMatchObject([
      { actor: owner.email, action: "began a new version of", id: begun.quote.id },
    ]);
  });
});

dbTest("nothing is logged about a message or an enquiry that does not exist", async ({ db }) => {
  const id = "11111111-1111-4111-8111-111111111111";
  expect(await setMessageState(db, owner, { id, state: "archived" }, NOW)).toBe(false);
  expect(await releaseMessage(db, owner, id, NOW)).toBe(false);
  expect(await releaseBooking(db, owner, id, NOW)).toBe(false);
  expect(await entries(db)).toEqual([]);
});

describe("a form that is sent twice", () => {
  onBoth("makes one quote, and another once its content differs", async ({ db }) => {
    const send = (given = {}, key = "a-key") =>
      createQuote(db, owner, aDraft(given), null, NOW, key);
    const [first, second] = await Promise.all([send(), send()]);
    expect(second.id).toBe(first.id);
    expect((await send({ clientName: "Another Client" })).id).not.toBe(first.id);
    expect((await send({}, "another-key")).id).not.toBe(first.id);
    expect((await send({}, "")).id).not.toBe((await send({}, "")).id);
    expect(await db.$count(quotes)).toBe(5);
    expect(await db.$count(auditEntries)).toBe(5);
  });

  onBoth("makes one template, and another once the first was deleted", async ({ db }) => {
    const send = () =>
      createTemplate(
        db,
        owner,
        { name: "Thanks", subject: "Thank you", body: "Dear Ada" },
        NOW,
        "a-key",
      );
    const [first, second] = await Promise.all([send(), send()]);
    expect([second.id, await db.$count(emailTemplates), await db.$count(auditEntries)]).toEqual([
      first.id,
      1,
      1,
    ]);
    await db.update(emailTemplates).set({ deletedAt: NOW }).where(eq(emailTemplates.id, first.id));
    expect((await send()).id).not.toBe(first.id);
  });
});
