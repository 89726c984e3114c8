import { createHash } from "node:crypto";
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
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
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
