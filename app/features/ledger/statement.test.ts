import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { emailAttachments, emails, salesInvoices } from "#app/server/database/tables.server.ts";
import { bookMoney } from "#tests/support/agreed-invoices.ts";
import { dbTest } from "#tests/support/db.ts";
import { anInvoice, NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { restOf } from "#app/features/invoices/model.ts";
import { getStatement, drawStatement, emailStatement } from "./statement.server.tsx";

/* NOW is 10 March 2026. */

const email = "nora@parent.example";
const issued = (db: Db, number: string, issuedOn: string, given: object = {}) =>
  anInvoice(db, {
    number,
    reference: number.replace("-", ""),
    slug: number,
    issuedOn,
    dueOn: issuedOn,
    title: "Piano lesson",
    buyerName: "Nora Parent",
    buyerEmail: email,
    gst: null,
    lines: [{ text: "Piano lesson", amount: 75_00 }],
    total: 75_00,
    ...given,
  });

const pay = (db: Db, invoiceId: string, paidOn: string, amount: number) =>
  bookMoney(db, invoiceId, { paidOn, amount }, NOW);

/** A lesson of last year that is paid, two of this year of which one is paid in part, and one that is void. */
async function anAccount(db: Db) {
  await theBusiness(db);
  const old = await issued(db, "INV-0001", "2025-02-03");
  const first = await issued(db, "INV-0002", "2026-02-02");
  const second = await issued(db, "INV-0003", "2026-03-02");
  await issued(db, "INV-0004", "2026-03-03", { voidedAt: NOW });
  await issued(db, "INV-0005", "2026-03-04", { buyerEmail: "other@parent.example" });
  await pay(db, old.id, "2025-02-10", 70_00);
  await pay(db, first.id, "2026-02-09", 75_00);
  await pay(db, second.id, "2026-03-05", 25_00);
  return { old, first, second };
}

describe("a statement of account", () => {
  dbTest(
    "says line by line what was charged and paid, and ends with the balance",
    async ({ db }) => {
      const { old, second } = await anAccount(db);
      const statement = await getStatement(db, owner, email.toUpperCase(), null, NOW);
      expect(statement).toMatchObject({ from: "2025-04-01", until: "2026-03-10", brought: 5_00 });
      expect(
        statement.lines.map(({ day, text, amount, balance, isOpen }) =>
          [day, text, amount / 100, balance / 100, isOpen].join(" | "),
        ),
      ).toEqual([
        "2026-02-02 | Invoice INV-0002: Piano lesson | 75 | 80 | false",
        "2026-02-09 | Payment, PayID, INV-0002 | -75 | 5 | false",
        "2026-03-02 | Invoice INV-0003: Piano lesson | 75 | 80 | true",
        "2026-03-05 | Payment, PayID, INV-0003 | -25 | 55 | false",
      ]);
      const all = await db.select().from(salesInvoices);
      const owed = all
        .filter((one) => one.buyerEmail === email && !one.voidedAt)
        .reduce((sum, one) => sum + restOf(one), 0);
      expect([statement.balance, statement.toPay]).toEqual([owed, owed]);
      expect(statement.open.map(({ id }) => id)).toEqual([old.id, second.id]);
    },
  );

  dbTest("begins with the day that is asked for", async ({ db }) => {
    await anAccount(db);
    const whole = await getStatement(db, owner, email, "2025-01-01", NOW);
    expect([whole.brought, whole.lines.length, whole.balance]).toEqual([0, 6, 55_00]);
    const late = await getStatement(db, owner, email, "2026-03-06", NOW);
    expect([late.brought, late.lines.length, late.balance]).toEqual([55_00, 0, 55_00]);
  });

  dbTest("is emailed once for a form, with the PDFs of what is open", async ({ db }) => {
    const { old, second } = await anAccount(db);
    const sending = { email, from: null, key: "form" };
    for (const _ of [1, 2])
      expect(await emailStatement(db, owner, sending, NOW)).toEqual({ ok: true });
    const sent = (await db.select().from(emails)).filter(({ kind }) => kind === "statement");
    expect(sent).toMatchObject([
      { recipient: email, subject: "Statement of account to Tuesday, 10 March 2026" },
    ]);
    for (const words of [
      "Brought forward",
      "INV-0003",
      "A$55.00 is left to pay",
      "/invoices/INV-0001",
    ])
      expect(sent[0]!.text).toContain(words);
    const attached = await db.select().from(emailAttachments);
    expect(
      attached.filter(({ emailId }) => emailId === sent[0]!.id).map((one) => one.salesInvoiceId),
    ).toEqual([old.id, second.id]);
    expect(await emailStatement(db, owner, { ...sending, email: "no@one.example" }, NOW)).toEqual({
      ok: false,
    });
  });

  dbTest("is drawn on paper with the same figures", async ({ db }) => {
    const details = await theBusiness(db);
    await issued(db, "INV-0001", "2026-03-02");
    const drawn: unknown[] = [];
    const statement = await getStatement(db, owner, email, null, NOW);
    await drawStatement(statement, details, (_head, write) => {
      const record = (...said: unknown[]) => void drawn.push(said.join(" "));
      const names = "letterhead eyebrow title heading text link columns fact amount rule gap";
      write(Object.fromEntries(names.split(" ").map((name) => [name, record])) as never);
      return Promise.resolve(new Uint8Array());
    });
    expect(drawn).toContain("Mon 2 Mar  Invoice INV-0001: Piano lesson A$75.00");
    expect(drawn).toContain("Balance A$75.00 large");
  });
});
