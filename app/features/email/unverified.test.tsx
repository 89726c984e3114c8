import { asc, eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { requeueEmails } from "./outbox.server.ts";
import {
  queueAppointmentEmail,
  queueUnverifiedEmail,
  releaseHeldEmails,
  unverifiedEmailLimit,
} from "./throttle.server.tsx";

const minute = 60_000;
const later = (minutes: number) => new Date(NOW.getTime() + minutes * minute);

function queue(db: Db, recipient: string, now = NOW): Promise<boolean> {
  const email = {
    kind: "ameb-acknowledgement" as const,
    recipient,
    subject: "Thank you",
    body: <p>Hello</p>,
  };
  return db.transaction((tx) => queueUnverifiedEmail(tx, email, now));
}

async function queueMany(db: Db, count: number, now = NOW): Promise<void> {
  for (let index = 0; index < count; index++)
    await queue(db, `family-${index}@people.example`, now);
}

const recipients = async (db: Db) => {
  const rows = await db.select({ recipient: emails.recipient }).from(emails);
  return rows.map(({ recipient }) => recipient);
};
const countOf = (db: Db, held: boolean) => db.$count(emails, eq(emails.held, held));
const jobs = async (db: Db) => {
  const [found] = await rowsOf<{ count: number }>(
    db,
    sql`select count(distinct data->>'letterId')::int as count from pgboss.job where name = 'letters'`,
  );
  return found!.count;
};

describe("unverified emails to one mailbox", () => {
  dbTest("are three within an hour, and another after it", async ({ db }) => {
    for (const minutes of [0, 1, 2, 3, 59])
      await queue(db, "victim@people.example", later(minutes));
    expect(await recipients(db)).toHaveLength(3);
    for (const minutes of [60, 61, 62]) await queue(db, "victim@people.example", later(minutes));
    expect(await recipients(db)).toHaveLength(4);
  });

  dbTest.for<[string, string[], number]>([
    ["in capitals", ["Victim@People.Example", "victim@people.example", "VICTIM@PEOPLE.EXAMPLE"], 3],
    [
      "behind a plus",
      ["victim@people.example", "victim+a@people.example", "victim+b@people.example"],
      3,
    ],
    [
      "with Gmail's dots",
      ["vic.tim@gmail.com", "v.i.ctim@gmail.com", "victim+x@googlemail.com"],
      3,
    ],
    ["elsewhere with dots", ["vic.tim@people.example", "victim@people.example"], 4],
    ["of another person", ["victim@people.example", "other@people.example"], 4],
  ])("count %s", async ([, names, expected], { db }) => {
    for (const name of [...names, ...names, ...names]) {
      if ((await recipients(db)).length < 4) await queue(db, name);
    }
    expect(await recipients(db)).toHaveLength(expected);
  });

  onBoth("are three when forms come at the same moment", async ({ db }) => {
    await Promise.all(Array.from({ length: 12 }, () => queue(db, "victim@people.example")));
    expect(await recipients(db)).toHaveLength(3);
  });
});

describe("unverified emails to all mailboxes", () => {
  dbTest("go out at once up to forty; the rest are held, and the list says why", async ({ db }) => {
    await queueMany(db, 50);
    expect(await recipients(db)).toHaveLength(50);
    expect([await countOf(db, false), await countOf(db, true)]).toEqual([40, 10]);
    expect(await jobs(db)).toBe(40);
    expect((await db.select().from(emails).where(eq(emails.held, true)))[0]).toMatchObject({
      state: "queued",
      lastError: expect.stringContaining("waits its turn"),
    });
  });

  onBoth("are released oldest first, twenty an hour, each once", async ({ db }) => {
    await queueMany(db, 50);
    const oldest = await db
      .select()
      .from(emails)
      .where(eq(emails.held, true))
      .orderBy(asc(emails.createdAt), asc(emails.id))
      .limit(1);
    await releaseHeldEmails(db, NOW);
    expect(await countOf(db, true)).toBe(10);
    await Promise.all([releaseHeldEmails(db, later(3)), releaseHeldEmails(db, later(3))]);
    expect(await countOf(db, true)).toBe(9);
    expect(await db.select().from(emails).where(eq(emails.id, oldest[0]!.id))).toMatchObject([
      { held: false, lastError: null },
    ]);
    await releaseHeldEmails(db, later(15));
    expect(await countOf(db, true)).toBe(5);
    await releaseHeldEmails(db, later(60));
    expect([await countOf(db, true), await jobs(db)]).toEqual([0, 50]);
  });

  dbTest("are never more than sixty within an hour", async ({ db }) => {
    await queueMany(db, 70);
    for (let minutes = 0; minutes < 60; minutes += 5) await releaseHeldEmails(db, later(minutes));
    expect(await jobs(db)).toBeLessThanOrEqual(60);
    expect(await jobs(db)).toBeGreaterThan(50);
  });

  dbTest("stay held when emails are requeued", async ({ db }) => {
    await queueMany(db, unverifiedEmailLimit.burst + 5);
    await requeueEmails(db);
    expect([await countOf(db, true), await jobs(db)]).toEqual([5, unverifiedEmailLimit.burst]);
  });
});

describe("emails about appointments", () => {
  const queueAbout = (db: Db, recipient: string, now = NOW) => {
    const email = {
      kind: "appointment-booked" as const,
      recipient,
      subject: "You're booked",
      body: <p>Hello</p>,
    };
    return db.transaction((tx) => queueAppointmentEmail(tx, email, now));
  };

  dbTest(
    "are held beyond eight to one mailbox, and follow one every half an hour",
    async ({ db }) => {
      for (let count = 0; count < 11; count++) await queueAbout(db, "ada@people.example");
      expect([await countOf(db, false), await countOf(db, true)]).toEqual([8, 3]);
      await releaseHeldEmails(db, later(29));
      expect(await countOf(db, true)).toBe(3);
      await releaseHeldEmails(db, later(30));
      expect(await countOf(db, true)).toBe(2);
      await releaseHeldEmails(db, later(90));
      expect([await countOf(db, true), await jobs(db)]).toEqual([0, 11]);
    },
  );

  dbTest("that wait for their mailbox keep no others waiting", async ({ db }) => {
    for (let count = 0; count < 70; count++) await queueAbout(db, "ada@people.example");
    await queueMany(db, 33);
    expect(await countOf(db, false)).toBe(8 + 32);
    await releaseHeldEmails(db, later(3));
    const isLast = eq(emails.recipient, "family-32@people.example");
    const [released] = await db.select().from(emails).where(isLast);
    expect(released).toMatchObject({ held: false });
  });
});
