import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  bankImports,
  bankLines,
  payments,
} from "#app/server/database/tables.server.ts";
import {
  bookingTokens,
  csv,
  importedAt,
  importStatement,
  novemberStatement,
  proposedKinds,
  twoInvoices,
} from "#tests/support/bank.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { owner } from "#tests/support/factories.ts";
import { bookProposals } from "./booking.server.ts";
import { getBookedLines } from "./queries.server.ts";

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

  dbTest("of the same form sent twice is one import with the same answer", async ({ db }) => {
    const both = [1, 2].map(() => importStatement(db, novemberStatement, "the form's key"));
    expect(await Promise.all(both)).toEqual([
      { total: 5, added: 5 },
      { total: 5, added: 5 },
    ]);
    expect(await count(db)).toEqual({ lines: 5, imports: 1 });
    expect(await db.$count(auditEntries)).toBe(1);
  });

  dbTest("imported by two at once is stored once", async ({ db }) => {
    await Promise.all([1, 2, 3, 4].map(() => importStatement(db, novemberStatement)));
    expect(await count(db)).toEqual({ lines: 5, imports: 1 });
  });
});
