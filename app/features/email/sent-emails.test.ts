import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { emails } from "#app/server/database/tables.server.ts";
import { readListQuery, readTab } from "#app/ui/admin/list-query.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anEmail, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { resendEmail } from "./delivery.server.ts";
import { emailList, type EmailTab, emailTabs } from "./model.ts";
import { getRecordName, listEmails, namesOfRecipients } from "./queries.server.ts";

const query = (text: string) => readListQuery(new URLSearchParams(text), emailList);

describe("sent emails", () => {
  onBoth("a failed email is resent once, any other is not", async ({ db }) => {
    const lastError = "550 no such user";
    const failed = await anEmail(db, { state: "failed", lastError, settledAt: NOW });
    const sent = await anEmail(db, { state: "sent" });
    const again = await Promise.all([
      resendEmail(db, owner, failed.id),
      resendEmail(db, owner, failed.id),
    ]);
    expect(again.sort()).toEqual([false, true]);
    expect(await resendEmail(db, owner, sent.id)).toBe(false);
    expect(await db.select().from(emails).where(eq(emails.id, failed.id))).toMatchObject([
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

  dbTest("are found by status and by part of the recipient", async ({ db }) => {
    await anEmail(db);
    await anEmail(db, { recipient: "mei@family.example", state: "failed" });
    const found = async (text: string, tab: EmailTab = "all") =>
      (await listEmails(db, owner, tab, query(text))).rows.map(({ recipient }) => recipient);
    expect(await found("state=failed")).toEqual(["mei@family.example"]);
    expect(await found("q=family")).toEqual(["mei@family.example"]);
    expect(await found("q=family", "you")).toEqual([]);
    expect(await found("state=unknown&q=client.example")).toEqual(["ada@client.example"]);
  });

  dbTest("are called by what they are about, where it has a name", async ({ db }) => {
    const { id: quoteId } = await aQuote(db);
    const sent = [await anEmail(db, { quoteId }), await anEmail(db)];
    const names = await Promise.all(sent.map((email) => getRecordName(db, owner, email)));
    expect(names).toEqual(["Garden party", null]);
  });

  dbTest("name the recipient where it is whom their record is of", async ({ db }) => {
    const { id: quoteId, clientEmail, clientName } = await aQuote(db);
    const toClient = await anEmail(db, { quoteId, recipient: clientEmail.toUpperCase() });
    const toOther = await anEmail(db, { quoteId, recipient: "mei@family.example" });
    const aboutNothing = await anEmail(db, { recipient: clientEmail });
    const ids = [toClient.id, toOther.id, aboutNothing.id];
    expect(await namesOfRecipients(db, owner, ids)).toEqual({ [toClient.id]: clientName });
  });

  dbTest("to the owner are apart from clients', by kind and not by address", async ({ db }) => {
    for (const kind of ["new-device", "one-time-code", "contact-message", "composed"])
      await anEmail(db, { kind, recipient: "owner@example.com" });
    for (const kind of ["quote", "of an earlier version"]) await anEmail(db, { kind });
    const kinds = async (to: string) => {
      const tab = readTab(emailTabs, to);
      return (await listEmails(db, owner, tab, query(""))).rows.map(({ kind }) => kind).toSorted();
    };
    expect(await kinds("")).toEqual(["composed", "of an earlier version", "quote"]);
    expect(await kinds("you")).toEqual(["contact-message", "new-device", "one-time-code"]);
    expect(await kinds("all")).toHaveLength(6);
  });
});
