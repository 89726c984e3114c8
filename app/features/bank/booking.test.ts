import { createHash } from "node:crypto";
import { asc } from "drizzle-orm";
import { describe, expect } from "vitest";
import { undoPayment, reversePayment } from "#app/features/ledger/payments.server.ts";
import {
  auditEntries,
  emails,
  payments,
  bankImports,
  bankLines,
} from "#app/server/database/tables.server.ts";
import {
  bookingTokens,
  csv,
  importedAt,
  importStatement,
  novemberStatement,
  paidSums,
  proposedKinds,
  twoInvoices,
} from "#tests/support/bank.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anInvoice, owner, refusedAs } from "#tests/support/factories.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { bookLine, bookProposals, undoLines, putBack, setAside } from "./booking.server.ts";
import {
  getBookedLines,
  getDismissedLines,
  getLastBooking,
  getProposals,
} from "./queries.server.ts";

describe("booking what is certain", () => {
  dbTest(
    "pays the invoice on the line's day, with a receipt and an entry in the log",
    async ({ db }) => {
      await twoInvoices(db);
      await importStatement(db, novemberStatement);
      expect(await bookProposals(db, owner, await bookingTokens(db), importedAt)).toEqual({
        ok: true,
        lines: 1,
      });
      expect(await db.select().from(payments)).toMatchObject([
        { amount: 775_00, paidOn: "2020-11-24", method: "payid", actor: owner.email },
      ]);
      expect(await paidSums(db)).toEqual([
        ["INV-0001", 775_00],
        ["INV-0002", 0],
      ]);
      expect(await db.select().from(emails)).toMatchObject([{ kind: "payment-receipt" }]);
      const entries = await db.select().from(auditEntries).orderBy(asc(auditEntries.id));
      expect(entries.map(({ action, label }) => [action, label])).toEqual([
        ["imported", "nov.csv, 5 new lines"],
        ["recorded a payment for", "INV-0001, Ada Client"],
      ]);
    },
  );

  dbTest("books as PayID what the bank calls so, and the rest as transfers", async ({ db }) => {
    const texts = [
      "Fast Transfer From M CHEN PayID Phone from CommBank App",
      "PAY-ID 0491570006",
      "Osko Pay ID",
      "OSKO PAYIDAHO",
      "TRANSFER",
    ];
    const rows = texts.map((text, at) => ["24", "775.00", `${text} INV000${at + 1}`] as const);
    for (const at of texts.keys()) await anInvoice(db, { number: `INV-000${at + 1}` });
    await importStatement(db, csv(...rows.map((row) => [...row] as [string, string, string])));
    await bookProposals(db, owner, await bookingTokens(db), importedAt);
    const booked = await db.select().from(payments).orderBy(asc(payments.bankLineId));
    expect(booked.map(({ method }) => method).toSorted()).toEqual([
      "bank-transfer",
      "bank-transfer",
      "payid",
      "payid",
      "payid",
    ]);
  });

  onBoth("twice books once and gives the same answer", async ({ db }) => {
    await twoInvoices(db);
    await importStatement(db, novemberStatement);
    const certain = await bookingTokens(db);
    const both = [1, 2].map(() => bookProposals(db, owner, certain, importedAt));
    expect(await Promise.all(both)).toEqual([
      { ok: true, lines: 1 },
      { ok: true, lines: 1 },
    ]);
    expect(await db.$count(payments)).toBe(1);
    expect(await db.$count(emails)).toBe(1);
  });

  dbTest(
    "books nothing when one of the lines is no longer as the page showed it",
    async ({ db }) => {
      const { first } = await twoInvoices(db);
      await importStatement(db, csv(["24", "775.00", "INV0001"], ["25", "775.00", "INV0002"]));
      const certain = await bookingTokens(db);
      expect(certain).toHaveLength(2);
      const [line] = (await getProposals(db, owner)).lines;
      await bookLine(db, owner, line!.id, first.id, importedAt);
      await undoLines(db, owner, [line!.id], importedAt);
      await setAside(db, owner, [line!.id], importedAt);
      expect(await bookProposals(db, owner, certain, importedAt)).toEqual(refusedAs("changed"));
      expect(await paidSums(db)).toEqual([
        ["INV-0001", 0],
        ["INV-0002", 0],
      ]);
    },
  );

  dbTest("pays a deposit and its balance with one line", async ({ db }) => {
    await twoInvoices(db);
    await importStatement(db, csv(["24", "1,550.00", "INV0001 AND INV0002"]));
    expect(await bookProposals(db, owner, await bookingTokens(db), importedAt)).toEqual({
      ok: true,
      lines: 1,
    });
    expect((await getBookedLines(db, owner)).map(({ invoices }) => invoices.length)).toEqual([2]);
    const ids = await getLastBooking(db, owner);
    expect(await undoLines(db, owner, ids, importedAt)).toEqual({ ok: true, lines: 1 });
    expect(await proposedKinds(db)).toEqual([["INV0001 AND INV0002", "certain"]]);
  });

  dbTest("refuses what no page has sent", async ({ db }) => {
    for (const token of ["", "1", "1 0", "1 0 x:1", `1 0 ${crypto.randomUUID()}:-5`, "9 0 \u0000"])
      expect(await bookProposals(db, owner, [token], importedAt)).toEqual(refusedAs("changed"));
    expect(await bookProposals(db, owner, [], importedAt)).toMatchObject({ ok: false });
  });
});

describe("Undo", () => {
  dbTest("reverses everything that was booked together", async ({ db }) => {
    for (const number of ["INV-0001", "INV-0002", "INV-0003"]) await anInvoice(db, { number });
    const rows = ["0001", "0002", "0003"].map((at) => ["24", "775.00", `INV${at}`] as const);
    await importStatement(db, csv(...rows.map((row) => [...row] as [string, string, string])));
    const [first, ...others] = await bookingTokens(db);
    await bookProposals(db, owner, [first!], new Date(importedAt.getTime() - 60_000));
    await bookProposals(db, owner, others, importedAt);
    expect(await undoLines(db, owner, await getLastBooking(db, owner), importedAt)).toEqual({
      ok: true,
      lines: 2,
    });
    expect(await paidSums(db)).toEqual([
      ["INV-0001", 775_00],
      ["INV-0002", 0],
      ["INV-0003", 0],
    ]);
    expect(await db.$count(payments)).toBe(5);
    expect(await bookingTokens(db)).toEqual(others);
  });

  onBoth("twice changes nothing more, and the line can be booked again", async ({ db }) => {
    await twoInvoices(db);
    await importStatement(db, novemberStatement);
    const certain = await bookingTokens(db);
    await bookProposals(db, owner, certain, importedAt);
    const ids = await getLastBooking(db, owner);
    const both = [1, 2].map(() => undoLines(db, owner, ids, importedAt));
    expect(await Promise.all(both)).toEqual([
      { ok: true, lines: 1 },
      { ok: true, lines: 1 },
    ]);
    expect(await db.$count(payments)).toBe(2);
    expect(await bookProposals(db, owner, certain, importedAt)).toEqual({ ok: true, lines: 1 });
    expect(await paidSums(db)).toContainEqual(["INV-0001", 775_00]);
  });

  dbTest("of a payment that was reversed elsewhere changes nothing", async ({ db }) => {
    await twoInvoices(db);
    await importStatement(db, novemberStatement);
    await bookProposals(db, owner, await bookingTokens(db), importedAt);
    const ids = await getLastBooking(db, owner);
    const [payment] = await db.select().from(payments);
    await db.transaction((tx) =>
      reversePayment(tx, payment!.id, "Elsewhere", owner.email, importedAt),
    );
    expect(await undoLines(db, owner, ids, importedAt)).toEqual({ ok: true, lines: 1 });
    expect(await db.$count(payments)).toBe(2);
  });
});

describe("a line without a certain invoice", () => {
  dbTest("is booked whole on the one that is chosen, once", async ({ db }) => {
    const { second } = await twoInvoices(db);
    await importStatement(db, csv(["24", "900.00", "M OTHER"]));
    const [line] = (await getProposals(db, owner)).lines;
    for (let again = 0; again < 2; again++)
      expect(await bookLine(db, owner, line!.id, second.id, importedAt)).toEqual({
        ok: true,
        lines: 1,
      });
    expect(await paidSums(db)).toContainEqual(["INV-0002", 900_00]);
    expect(await db.$count(payments)).toBe(1);
  });

  dbTest("is not booked on a void invoice, nor on a second one", async ({ db }) => {
    const { first, second } = await twoInvoices(db);
    const gone = await anInvoice(db, { number: "INV-0003", voidedAt: importedAt });
    await importStatement(db, csv(["24", "900.00", "INV0003"]));
    const [line] = (await getProposals(db, owner)).lines;
    expect(line!.proposal).toMatchObject({ kind: "unmatched", named: { number: "INV-0003" } });
    expect(await bookLine(db, owner, line!.id, gone.id, importedAt)).toMatchObject({
      reason: "refused",
      refusal: { reason: "void" },
    });
    await bookLine(db, owner, line!.id, first.id, importedAt);
    expect(await bookLine(db, owner, line!.id, second.id, importedAt)).toEqual(
      refusedAs("changed"),
    );
  });

  dbTest("can be set aside and put back; one that is booked cannot", async ({ db }) => {
    const { first } = await twoInvoices(db);
    await importStatement(db, csv(["24", "5.00", "GIFT"], ["25", "775.00", "INV0001"]));
    const [gift, paying] = (await getProposals(db, owner)).lines;
    await bookLine(db, owner, paying!.id, first.id, importedAt);
    expect(await setAside(db, owner, [gift!.id, paying!.id], importedAt)).toBe(false);
    expect(await setAside(db, owner, [gift!.id], importedAt)).toBe(true);
    expect(await setAside(db, owner, [gift!.id], importedAt)).toBe(true);
    expect([await proposedKinds(db), (await getDismissedLines(db, owner)).length]).toEqual([[], 1]);
    expect(await putBack(db, owner, [gift!.id], importedAt)).toBe(true);
    expect(await proposedKinds(db)).toEqual([["GIFT", "unmatched"]]);
    const entries = await db.select().from(auditEntries).orderBy(asc(auditEntries.id));
    expect(entries.map(({ action }) => action)).toEqual([
      "imported",
      "recorded a payment for",
      "set aside",
      "put back",
    ]);
  });
});

onBoth("undoing lines and booking others of the same invoices never block", async ({ db }) => {
  const invoices = Object.values(await twoInvoices(db));
  const [low, high] = invoices.toSorted((one, other) => one.id.localeCompare(other.id));
  await importStatement(db, csv(["24", "100.00", "LESSON"], ["25", "100.00", "CHOIR"]));
  const lines = (await getProposals(db, owner)).lines.map(({ id }) => id);
  await bookLine(db, owner, lines[0]!, high!.id, importedAt);
  await bookLine(db, owner, lines[1]!, low!.id, importedAt);
  await importStatement(db, csv(["26", "675.00", "INV0001"], ["26", "675.00", "INV0002"]));
  const certain = await bookingTokens(db);
  const done = await Promise.allSettled([
    undoLines(db, owner, lines, importedAt),
    bookProposals(db, owner, certain, importedAt),
  ]);
  expect(done.filter(({ status }) => status === "rejected")).toEqual([]);
});

onBoth("undoing a payment on two pages at once succeeds on both", async ({ db }) => {
  const { second } = await twoInvoices(db);
  const equal = Array.from({ length: 12 }, (): [string, string, string] => ["24", "9.00", "CHOIR"]);
  await importStatement(db, csv(...equal));
  for (const { id } of (await getProposals(db, owner)).lines)
    await bookLine(db, owner, id, second.id, importedAt);
  for (const { id, bankLineId } of await db.select().from(payments)) {
    const undo = { payment: id, reason: "Not theirs" };
    const done = await Promise.all([
      undoLines(db, owner, [bankLineId!], importedAt),
      undoPayment(db, owner, second.id, undo, importedAt),
    ]);
    expect(done).toMatchObject([{ ok: true }, { ok: true }]);
  }
  expect(await paidSums(db)).toContainEqual(["INV-0002", 0]);
});

const count = async (db: Db) => ({
  lines: await db.$count(bankLines),
  imports: await db.$count(bankImports),
});

describe("a statement", () => {
  dbTest(
    "gives an exact line, a part payment, a wrong reference and two equal lines",
    async ({ db }) => {
      await twoInvoices(db);
      expect(await importStatement(db, novemberStatement)).toEqual({ total: 5, added: 5 });
      expect(await proposedKinds(db)).toEqual([
        ["PAYID FROM ADA CLIENT INV0001", "certain"],
        ["TRANSFER INV 0002", "part"],
        ["TRANSFER INV0999 GRACE", "unmatched"],
        ["LESSON", "unmatched"],
        ["LESSON", "unmatched"],
      ]);
      expect(await db.$count(payments)).toBe(0);
    },
  );

  dbTest("imported again adds nothing, and keeps what was booked", async ({ db }) => {
    await twoInvoices(db);
    await importStatement(db, novemberStatement);
    await bookProposals(db, owner, await bookingTokens(db), importedAt);
    expect(await importStatement(db, novemberStatement)).toEqual({ total: 5, added: 0 });
    expect(await count(db)).toEqual({ lines: 5, imports: 1 });
    expect((await getBookedLines(db, owner)).map(({ line }) => line.text)).toEqual([
      "PAYID FROM ADA CLIENT INV0001",
    ]);
    expect(await proposedKinds(db)).toHaveLength(4);
  });

  dbTest("that overlaps another adds only what is new", async ({ db }) => {
    await importStatement(db, csv(["27", "+50.00", "LESSON"]));
    const later = csv(
      ["27", "+50.00", "LESSON"],
      ["27", "+50.00", "LESSON"],
      ["28", "+50.00", "LESSON"],
    );
    expect(await importStatement(db, later)).toEqual({ total: 3, added: 2 });
    expect(await count(db)).toEqual({ lines: 3, imports: 2 });
  });

  dbTest(
    "that writes a line with other blanks, in other case or as pending adds nothing",
    async ({ db }) => {
      const written = (text: string) => importStatement(db, csv(["27", "+50.00", text]));
      expect(await written("PENDING - Osko  Payment\u00a0M Chen")).toEqual({ total: 1, added: 1 });
      for (const text of [
        "OSKO PAYMENT M CHEN",
        "Osko PaymentM Chen ",
        "(Pending) osko payment m chen",
        "PENDING: OSKO PAYMENT M CHEN",
      ])
        expect(await written(text)).toEqual({ total: 1, added: 0 });
      expect(await written("OSKO PAYMENT M CHENG")).toEqual({ total: 1, added: 1 });
      expect(await written("Pendington Choir")).toEqual({ total: 1, added: 1 });
      expect(await written("ton Choir")).toEqual({ total: 1, added: 1 });
    },
  );

  dbTest(
    "of which an older version kept the texts as they were adds what is new",
    async ({ db }) => {
      const line = { day: "2020-11-27", amount: 50_00, text: "Lesson  M Chen" };
      const [statement] = await db
        .insert(bankImports)
        .values({ createdBy: owner.email })
        .returning();
      const fingerprint = createHash("sha256").update(JSON.stringify(Object.values(line)));
      await db.insert(bankLines).values({
        ...line,
        importId: statement!.id,
        occurrence: 1,
        fingerprint: fingerprint.digest("base64url"),
      });
      const row = ["27", "+50.00", "Lesson  M Chen"] as [string, string, string];
      expect(await importStatement(db, csv(row))).toEqual({ total: 1, added: 0 });
      expect(await importStatement(db, csv(row, row))).toEqual({ total: 2, added: 1 });
      expect(await importStatement(db, csv(row, row))).toEqual({ total: 2, added: 0 });
    },
  );

  onBoth("of the same form sent twice is one import with the same answer", async ({ db }) => {
    const both = [1, 2].map(() => importStatement(db, novemberStatement, "the form's key"));
    expect(await Promise.all(both)).toEqual([
      { total: 5, added: 5 },
      { total: 5, added: 5 },
    ]);
    expect(await count(db)).toEqual({ lines: 5, imports: 1 });
    expect(await db.$count(auditEntries)).toBe(1);
  });

  onBoth("imported by two at once is stored once", async ({ db }) => {
    await Promise.all([1, 2, 3, 4].map(() => importStatement(db, novemberStatement)));
    expect(await count(db)).toEqual({ lines: 5, imports: 1 });
  });
});
