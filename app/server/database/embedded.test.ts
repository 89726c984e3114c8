import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { PreparingPGlite } from "./embedded.server.ts";

const pg = new PreparingPGlite({
  loadDataDir: new Blob([readFileSync(inject("embeddedArchive"))]),
});
beforeAll(() => pg.waitReady);
afterAll(() => pg.close());

const prepared = async () => {
  const [result] = await pg.exec("select name from pg_prepared_statements");
  return result!.rows.length;
};

test("a statement is prepared once and answers for each of its values", async () => {
  const before = await prepared();
  for (const number of [1, 2, 3])
    expect((await pg.query("select $1::int + 1 as next", [number])).rows).toEqual([
      { next: number + 1 },
    ]);
  expect(await prepared()).toBe(before + 1);
});

test("rows come as arrays, and by parsers of one's own, where that is asked for", async () => {
  const { rows } = await pg.query("select 1 as a, date '2026-11-23' as d", [], {
    rowMode: "array",
    parsers: { 1082: (written) => `on ${written}` },
  });
  expect(rows).toEqual([[1, "on 2026-11-23"]]);
});

test("a statement that fails, at its first or a later time, leaves the next ones working", async () => {
  await expect(pg.query("select 1 / $1::int as share", [0])).rejects.toThrow("division by zero");
  expect((await pg.query("select 1 / $1::int as share", [1])).rows).toEqual([{ share: 1 }]);
  await expect(pg.query("select 1 / $1::int as share", [0])).rejects.toMatchObject({
    code: "22012",
  });
  await expect(pg.query("select nothing from nowhere")).rejects.toMatchObject({ code: "42P01" });
  expect((await pg.query("select 1 / $1::int as share", [1])).rows).toEqual([{ share: 1 }]);
});

test("a statement outlasts the rolled back transaction that prepared it", async () => {
  await pg.transaction(async (tx) => {
    expect((await tx.query("select 'kept' as word")).rows).toEqual([{ word: "kept" }]);
    await tx.rollback();
  });
  expect((await pg.query("select 'kept' as word")).rows).toEqual([{ word: "kept" }]);
});

test("a transaction's handle refuses once it has ended", async () => {
  const ended = await pg.transaction(async (tx) => tx);
  await expect(ended.query("select 1")).rejects.toThrow("Transaction is closed");
});

test("a query beside an open transaction waits for its end", async () => {
  await pg.exec("create table steps (step text)");
  const inside = pg.transaction(async (tx) => {
    await tx.query("insert into steps values ('first')");
    await new Promise((next) => setImmediate(next));
    await tx.rollback();
  });
  const { rows } = await pg.query("select step from steps");
  await inside;
  expect(rows).toEqual([]);
});

for (const how of ["query", "exec"] as const)
  test(`a statement answers with a table's new columns after they were changed by ${how}`, async () => {
    await pg[how](`create table changed_by_${how} (a int)`);
    const all = `select * from changed_by_${how}`;
    await pg.query(`insert into changed_by_${how} values (1)`);
    expect((await pg.query(all)).rows).toEqual([{ a: 1 }]);
    await pg[how](`alter table changed_by_${how} add b text default 'new'`);
    expect((await pg.query(all)).rows).toEqual([{ a: 1, b: "new" }]);
  });

test("a thousand different statements are not all kept", async () => {
  for (let turn = 0; turn < 1000; turn++) await pg.query(`select ${turn} as turn`);
  expect(await prepared()).toBeLessThanOrEqual(300);
  expect((await pg.query("select 0 as turn")).rows).toEqual([{ turn: 0 }]);
});
