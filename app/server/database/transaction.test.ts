import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import type { Db } from "./db.server.ts";
import { rowsOf } from "./list.server.ts";
import { contactMessages } from "./tables.server.ts";

const write = (db: Db, message: string) =>
  db.insert(contactMessages).values({ name: "Ada", email: "ada@visitor.example", message });
const messages = async (db: Db) =>
  (
    await rowsOf<{ message: string }>(
      db,
      sql`select message from contact_messages order by message`,
    )
  ).map(({ message }) => message);
const failed = (db: Db) => db.execute(sql`select 1 / 0`);

dbTest("a failed transaction changes nothing, and the next one starts anew", async ({ db }) => {
  await expect(
    db.transaction(async (tx) => {
      await write(tx, "before the failure");
      await failed(tx);
    }),
  ).rejects.toThrow("1 / 0");
  await db.transaction((tx) => write(tx, "next"));
  expect(await messages(db)).toEqual(["next"]);
});

dbTest(
  "a transaction with an ignored failed statement does not count as committed",
  async ({ db }) => {
    const passedOver = db.transaction(async (tx) => {
      await write(tx, "before the failure");
      await failed(tx).catch(() => {});
      return "done";
    });
    await expect(passedOver).rejects.toThrow(/rolled back/i);
    expect(await messages(db)).toEqual([]);
  },
);

dbTest("a failure among statements asked at once leaves none of them behind", async ({ db }) => {
  const atOnce = db.transaction((tx) =>
    Promise.all([write(tx, "first"), failed(tx), write(tx, "last"), write(tx, "very last")]),
  );
  await expect(atOnce).rejects.toThrow("1 / 0");
  await db.transaction((tx) => Promise.all([write(tx, "next"), write(tx, "one more")]));
  expect(await messages(db)).toEqual(["next", "one more"]);
});

dbTest("a failed savepoint is rolled back alone", async ({ db }) => {
  await db.transaction(async (tx) => {
    await write(tx, "whole");
    const part = tx.transaction(async (inner) => {
      await write(inner, "part");
      await failed(inner);
    });
    await part.catch(() => {});
  });
  expect(await messages(db)).toEqual(["whole"]);
});

dbTest("a read-only transaction cannot write", async ({ db }) => {
  await expect(
    db.transaction((tx) => write(tx, "written"), {
      isolationLevel: "repeatable read",
      accessMode: "read only",
    }),
  ).rejects.toMatchObject({ cause: { code: "25006" } });
});

const conflicts = ["40P01", "40001"] as const;

for (const code of conflicts) {
  /** Writes and then fails as one of two that wait for each other, the first `times`. */
  const conflicting = (db: Db, times: number) => {
    let left = times;
    return db.transaction(async (tx) => {
      await write(tx, `with ${left} conflicts left`);
      if (left-- > 0) await tx.execute(sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`));
      return "done";
    });
  };

  dbTest(`a transaction that the database ended with ${code} is repeated whole`, async ({ db }) => {
    expect(await conflicting(db, 1)).toBe("done");
    expect(await messages(db)).toEqual(["with 0 conflicts left"]);
  });

  dbTest(`a transaction that meets ${code} twice fails`, async ({ db }) => {
    await expect(conflicting(db, 2)).rejects.toMatchObject({ cause: { code } });
    expect(await messages(db)).toEqual([]);
  });

  dbTest(`a read-only transaction that meets ${code} runs once`, async ({ db }) => {
    let runs = 0;
    const reading = db.transaction(
      async (tx) => {
        runs++;
        await tx.execute(sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`));
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    await expect(reading).rejects.toMatchObject({ cause: { code } });
    expect(runs).toBe(1);
  });
}
