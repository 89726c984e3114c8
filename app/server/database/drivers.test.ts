import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { onBothDatabases as test } from "#tests/support/db.ts";
import { aMessage } from "#tests/support/factories.ts";
import { errorCode } from "./db.server.ts";
import { rowsOf } from "./list.server.ts";
import { amebBookings, contactMessages, quotes } from "./tables.server.ts";

/*
 * What every query and command relies on, whichever driver carries it. Most domain tests run on the
 * embedded database alone; these show that PostgreSQL's driver gives the same.
 */

describe("a raw statement gives", () => {
  const values: [string, string, unknown][] = [
    ["a count as a number", "count(*) from generate_series(1, 3)", 3],
    ["a large whole number as a bigint", "9007199254740993::int8", 9007199254740993n],
    ["a sum of whole numbers as a number", "sum(n) from generate_series(1, 3) n", 6],
    ["an amount as text with its cents", "1550.00::numeric(10,2)", "1550.00"],
    ["a sum of amounts as text", "sum(n::numeric(10,2)) from generate_series(1, 2) n", "3.00"],
    ["a small whole number as a number", "7::int2", 7],
    ["a fraction as a number", "0.25::float8", 0.25],
    ["a truth value", "true", true],
    ["nothing as null", "null::text", null],
    ["a calendar day as it is written", "date '2026-04-05'", "2026-04-05"],
    ["a time of day as it is written", "time '18:30'", "18:30:00"],
    ["an instant as text in UTC", "timestamptz '2026-04-05 03:00+11'", "2026-04-04 16:00:00+00"],
    ["a list of texts", `array['a,b', 'c"d', 'ü']`, ["a,b", 'c"d', "ü"]],
    ["an empty list", "'{}'::text[]", []],
    ["a list of numbers", "array[1, 2]", [1, 2]],
    ["an object", `'{"a": [1, null, "ü"]}'::jsonb`, { a: [1, null, "ü"] }],
    ["an object's text", `'{"a": "b"}'::jsonb->>'a'`, "b"],
    [
      "an id as text",
      "'5d1b0c7e-0000-4000-8000-0000000000e1'::uuid",
      "5d1b0c7e-0000-4000-8000-0000000000e1",
    ],
    ["a name as text", "'ada'::name", "ada"],
  ];
  test.for(values)("%s", async ([, expression, expected], { db }) => {
    const [head, ...from] = expression.split(" from ");
    const statement = [`select ${head} as value`, ...from].join(" from ");
    expect(await rowsOf(db, sql.raw(statement))).toEqual([{ value: expected }]);
  });

  test("bytes that can be compared", async ({ db }) => {
    const [row] = await rowsOf<{ value: Uint8Array }>(db, sql`select '\\x005cff'::bytea as value`);
    expect([...row!.value]).toEqual([0, 92, 255]);
  });
});

describe("a parameter goes out and comes back", () => {
  const moment = new Date("2026-10-03T16:30:00.123Z");
  test("as an instant, a day, an amount, an object and a list of a table", async ({ db }) => {
    const details = {
      selected_add_ons: { extraHour: true },
      note: "ü ♭ 'quoted'",
      many: [1, null],
    };
    const [quote] = await db
      .insert(quotes)
      .values({
        clientName: "Ada",
        clientEmail: "ada@client.example",
        invoiceType: "Live Piano Services Quote",
        eventDate: "2026-10-04",
        totalAmount: "1200.10",
        createdAt: moment,
        details,
      })
      .returning();
    expect(quote).toMatchObject({
      eventDate: "2026-10-04",
      totalAmount: "1200.10",
      createdAt: moment,
      acceptedAt: null,
      details,
    });
    const [booking] = await db
      .insert(amebBookings)
      .values({
        studentParentName: "Mei",
        contactEmail: "mei@client.example",
        examTime: "10",
        examBoardGrade: "Grade 5",
        serviceRequired: ["One, two", 'Three "four"'],
      })
      .returning();
    expect(booking!.serviceRequired).toEqual(["One, two", 'Three "four"']);
  });

  test("as a number that is compared with a count", async ({ db }) => {
    await aMessage(db);
    expect(await db.$count(contactMessages)).toBe(1);
    expect(await rowsOf(db, sql`select 1 as yes where 1 = ${1}`)).toEqual([{ yes: 1 }]);
  });
});

describe("a refusal has the code of", () => {
  const refused: [string, string, string][] = [
    [
      "a value that is there already",
      "23505",
      "insert into email_templates (id, name, subject, body) select id, 'b', 'b', 'b' from email_templates",
    ],
    ["a missing value", "23502", "insert into contact_messages (name) values ('Ada')"],
    [
      "a record that is not there",
      "23503",
      `insert into letters (kind, recipient, subject, html, text, contact_message_id)
        values ('a', 'a@b.example', 'a', 'a', 'a', gen_random_uuid())`,
    ],
    ["a value of another type", "22P02", "select 'x'::int"],
    ["a day that no calendar has", "22008", "select '2026-02-30'::date"],
    ["a division by nothing", "22012", "select 1 / 0"],
    ["a number that is too large", "22003", "select 99999999999::int"],
    ["a statement that makes no sense", "42601", "selekt 1"],
  ];
  test.for(refused)("%s", async ([, code, statement], { db }) => {
    await db.execute(sql`insert into email_templates (name, subject, body) values ('a', 'a', 'a')`);
    const failed = await db.execute(sql.raw(statement)).then(
      () => null,
      (error: unknown) => errorCode(error),
    );
    expect(failed).toBe(code);
  });
});

describe("a statement", () => {
  test("says how many rows it has changed", async ({ db }) => {
    await aMessage(db);
    await aMessage(db);
    expect(await db.update(contactMessages).set({ name: "Bo" }).returning()).toHaveLength(2);
  });

  test("on a conflict does nothing, and returns nothing", async ({ db }) => {
    const [template] = await rowsOf<{ id: string }>(
      db,
      sql`insert into email_templates (name, subject, body) values ('a', 'a', 'a') returning id`,
    );
    const again = sql`insert into email_templates (id, name, subject, body)
      values (${template!.id}, 'b', 'b', 'b') on conflict do nothing returning id`;
    expect(await rowsOf(db, again)).toEqual([]);
  });

  test("sorts texts by their characters, capitals first", async ({ db }) => {
    const sorted = sql`select name from unnest(array['b', 'a', 'B', 'É', 'Z']) name order by name`;
    expect((await rowsOf<{ name: string }>(db, sorted)).map(({ name }) => name)).toEqual([
      "B",
      "Z",
      "a",
      "b",
      "É",
    ]);
  });

  test("takes the session's time zone for UTC", async ({ db }) => {
    const now = sql`select current_setting('timezone') as zone,
      timestamp '2026-04-05 01:00'::timestamptz = timestamptz '2026-04-05 01:00Z' as same`;
    expect(await rowsOf(db, now)).toEqual([
      { zone: expect.stringMatching(/^(UTC|GMT)$/), same: true },
    ]);
  });
});

test("a row written in a transaction is seen within it at once, and outside only after its end", async ({
  db,
}) => {
  await db.transaction(async (tx) => {
    await aMessage(tx);
    expect(await tx.$count(contactMessages)).toBe(1);
  });
  expect(await db.$count(contactMessages)).toBe(1);
});
