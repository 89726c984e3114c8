import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { contactMessages } from "#app/server/database/tables.server.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { strangeEvents } from "#tests/support/strange-rows.ts";

const empty = {
  firstName: "",
  lastName: "",
  phone: "",
  suburb: "",
  eventDescription: "",
  pianoType: "",
  eventDate: null,
  startTime: null,
  endTime: null,
  venue: "",
  guests: null,
};

dbTest.for([
  [[], null],
  [5, null],
  ["an event", null],
  [{}, empty],
  [JSON.stringify({ firstName: "Ada" }), { ...empty, firstName: "Ada" }],
  [{ phone: 412345678 }, { ...empty, phone: "412345678" }],
  [
    { guests: "60", startTime: "18:00:30", eventDate: "2026-12-05" },
    { ...empty, guests: 60, startTime: "18:00", eventDate: "2026-12-05" },
  ],
  [{ venue: ["Hall"], eventDate: "2026-02-31", endTime: "24:00", guests: -1 }, empty],
] as const)("another program's event %j is read as %j", async ([stored, read], { db }) => {
  await db.execute(
    sql`insert into contact_messages (name, email, message, event)
      values ('Ada', 'ada@client.example', 'Hello', ${JSON.stringify(stored)}::jsonb)`,
  );
  expect(await db.select({ event: contactMessages.event }).from(contactMessages)).toEqual([
    { event: read },
  ]);
});

dbTest("every field of an event is a text, a count or null", async ({ db }) => {
  for (const event of strangeEvents)
    await db.execute(
      sql`insert into contact_messages (name, email, message, event)
        values ('Ada', 'ada@client.example', 'Hello', ${JSON.stringify(event)}::jsonb)`,
    );
  const rows = await db.select({ event: contactMessages.event }).from(contactMessages);
  const values = rows.flatMap(({ event }) => Object.values(event ?? {}));
  expect(new Set(values.map((value) => (value === null ? "null" : typeof value)))).toEqual(
    new Set(["string", "null"]),
  );
  expect(rows).toHaveLength(strangeEvents.length);
});
