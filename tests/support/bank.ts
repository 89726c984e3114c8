import type { Db } from "#app/server/database/db.server.ts";
import { findAccounts } from "#app/features/invoices/queries.server.ts";
import { tokenOf } from "#app/features/bank/proposals.ts";
import { importCredits } from "#app/features/bank/import.server.ts";
import { getProposals } from "#app/features/bank/queries.server.ts";
import { readStatement } from "#app/features/bank/statement.server.ts";
import { bankImports } from "#app/server/database/tables.server.ts";
import { anInvoice, owner } from "./factories.ts";

/** When the statements of the tests are imported. */
export const importedAt = new Date("2020-12-01T03:00:00Z");

/** A statement in CommBank's columns. */
export const csv = (...rows: readonly [day: string, amount: string, text: string][]) =>
  rows.map(([day, amount, text]) => `${day}/11/2020,"${amount}","${text}","0.00"`).join("\n");

export async function importStatement(db: Db, text: string, key = "", now = importedAt) {
  const statement = readStatement({ text, today: "2020-12-01", remembered: {} });
  if (statement.is !== "read") throw new Error(JSON.stringify(statement));
  return importCredits(db, owner, { ...statement, fileName: "nov.csv", key }, now);
}

/** The undecided lines, each with the kind of what is proposed for it. */
export async function proposedKinds(db: Db) {
  const { lines } = await getProposals(db, owner);
  return lines.map(({ text, proposal: { kind } }) => [text, kind]);
}

/** What the page sends to book the proposals of one kind. */
export async function bookingTokens(db: Db, kind = "certain"): Promise<string[]> {
  const { lines } = await getProposals(db, owner);
  return lines.filter(({ proposal }) => proposal.kind === kind).map(tokenOf);
}

export const paidSums = async (db: Db) =>
  (await findAccounts(db, undefined)).map(({ number, paid }) => [number, paid]);

/** An exact line, a part payment, a wrong reference, two equal lines and a debit. */
export const novemberStatement = csv(
  ["24", "+775.00", "PAYID FROM ADA CLIENT INV0001"],
  ["25", "+300.00", "TRANSFER INV 0002"],
  ["26", "+120.00", "TRANSFER INV0999 GRACE"],
  ["27", "+50.00", "LESSON"],
  ["27", "+50.00", "LESSON"],
  ["28", "-12.50", "COFFEE"],
);

export async function twoInvoices(db: Db) {
  const first = await anInvoice(db);
  const second = await anInvoice(db, { number: "INV-0002", buyerName: "Max Other" });
  return { first, second };
}

/** A statement that shows no money, from long ago until far ahead: whatever is not booked has not come. */
export const aWholeStatement = (db: Db) =>
  db.insert(bankImports).values({
    createdAt: new Date("2020-01-01"),
    createdBy: owner.email,
    coversUntil: "2099-12-31",
  });
