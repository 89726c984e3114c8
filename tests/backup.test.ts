import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Writable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { format, saveBackup, version } from "#app/server/backup/file.server.ts";
import { restoreBackup } from "#app/server/backup/restore.server.ts";
import { keptTables, writeBackup } from "#app/server/backup/write.server.ts";
import { type Db, openDatabase } from "#app/server/database/db.server.ts";
import { lastMigration, migrationNames } from "#app/server/database/migrations.server.ts";
import { rowsOf } from "#app/server/database/rows.server.ts";
import * as tables from "#app/server/database/tables.server.ts";
import { loadSamples } from "#scripts/samples.ts";
import { createDatabase } from "./support/postgres.ts";
import { temporaryDataDir } from "./support/site.ts";
import {
  AUTH_SECRET,
  createStore,
  type DatabaseKind,
  databaseKinds,
  type TestStore,
} from "./support/store.ts";

/* Everything that is backed up comes back the same, into either kind of database. */

async function aStore(kind: DatabaseKind): Promise<TestStore> {
  const store = await createStore(kind);
  onTestFinished(store.remove);
  return store;
}

function folder(): string {
  const { dataDir, remove } = temporaryDataDir();
  onTestFinished(remove);
  return dataDir;
}

const settingsOf = ({ settings, dataDir }: TestStore) => ({
  DATABASE_URL: settings.DATABASE_URL,
  AUTH_SECRET: settings.AUTH_SECRET,
  DATA_DIR: dataDir,
});

async function use<T>(
  store: TestStore,
  work: (db: Db) => Promise<T>,
  migrations?: null,
): Promise<T> {
  const { db, close } = await openDatabase(settingsOf(store), migrations);
  return work(db).finally(close);
}

const about = { secret: AUTH_SECRET, madeAt: "2026-03-10T02:00:00.000Z" };
const save = (db: Db, file = join(folder(), "backup")) =>
  saveBackup(file, (out) => writeBackup(db, about, out)).then((totals) => ({ file, totals }));
const restore = (file: string, to: TestStore) => restoreBackup(file, settingsOf(to));

const awkward = 'Tab\t, \\N, "quotes", {braces}, 🎹, line\r\nbreak\u2028and another\u2029, \\u0000';

/** A row in every table that is kept, with every kind of value that is easily changed on the way. */
async function fillAwkwardly(db: Db): Promise<void> {
  await loadSamples(db);
  // An offer whose id sorts before that of the one it replaces: rows cannot simply be written in order.
  const [old] = await db
    .insert(tables.invoices)
    .values({
      id: "ffffffff-0000-4000-8000-000000000000",
      clientName: awkward,
      clientEmail: "a@b.co",
      invoiceType: "Old Quote",
      totalAmount: "0.10",
      acceptedAt: new Date(),
    })
    .returning();
  await db.insert(tables.invoices).values({
    id: "00000000-0000-4000-8000-000000000000",
    clientName: "New",
    clientEmail: "a@b.co",
    invoiceType: "New Quote",
    totalAmount: "99999999.99",
    replacesId: old!.id,
    details: { deep: [{ n: 1e21, text: awkward }], nothing: null },
  });
  const [message] = await db
    .insert(tables.contactMessages)
    .values({ name: awkward, email: "a@b.co", message: awkward })
    .returning();
  await db.execute(
    sql`update contact_messages set created_at = '2026-04-05 02:30:00.123456+11' where id = ${message!.id}`,
  );
  await db.insert(tables.amebBookings).values({
    studentParentName: "M",
    contactEmail: "a@b.co",
    examTime: "10",
    examBoardGrade: "5",
    serviceRequired: [awkward, "null", ""],
    examDate: null,
  });
  // A JSON null is something else than nothing.
  await db.execute(
    sql`insert into activity (actor, action, subject_kind, label, before, after) values ('a@b.co', 'changed', 'quote', 'x', 'null', null)`,
  );
  const letter = { recipient: "a@b.co", subject: awkward, html: "<p>h</p>", text: "h" };
  await db.insert(tables.emails).values([
    { ...letter, kind: "contact-owner", contactMessageId: message!.id },
    { ...letter, kind: "quote", state: "sending", attempts: 3 },
    { ...letter, kind: "quote", state: "sent" },
  ]);
  const [subscriber] = await db
    .insert(tables.subscribers)
    .values({ email: "reader@b.co", state: "subscribed", mailchimp: "waiting" })
    .returning();
  await db.insert(tables.subscriberEvents).values({ subscriberId: subscriber!.id, kind: "asked" });
  await db.insert(tables.submissions).values({ id: "form", contentHash: "hash", at: new Date() });
  await db.insert(tables.calendarLinks).values({ tokenHash: "hash" });
  const [user] = await db.select().from(tables.users);
  const userId = user!.id;
  await db.insert(tables.signIns).values({ userId, method: "password", deviceHash: "d" });
  await db.insert(tables.devices).values({ userId, deviceHash: "d", seenAt: new Date() });
  await db.insert(tables.unannouncedEnquiries).values({ kind: "message", at: new Date() });
  await db.insert(tables.factors).values({ userId, type: "totp", secret: "encrypted" });
  await db.insert(tables.recoveryCodes).values({ userId, codeHash: "c" });
  await db.insert(tables.sessions).values({ id: "s", token: "t", userId, expiresAt: new Date() });
}

describe.for(databaseKinds.flatMap((from) => databaseKinds.map((to) => [from, to] as const)))(
  "a backup of %s restored into %s",
  ([from, to]) => {
    test(
      "has every row of every table as it was, and nobody signed in",
      { timeout: 60_000 },
      async () => {
        const source = await aStore(from);
        const target = await aStore(to);
        const { file, totals } = await use(source, async (db) => {
          await fillAwkwardly(db);
          return save(db);
        });
        expect(statSync(file).mode & 0o777).toBe(0o600);
        expect(Object.keys(totals).toSorted()).toEqual(keptTables.toSorted());
        expect(Object.entries(totals).filter(([, { rows }]) => rows === 0)).toEqual([]);

        expect(await restore(file, target)).toEqual(totals);
        await use(target, async (db) => {
          expect((await save(db)).totals).toEqual(totals);
          expect(await db.select().from(tables.sessions)).toEqual([]);
          await expectLiving(db);
        });
        if (to === "embedded")
          expect(readFileSync(join(target.dataDir, "auth-secret"), "utf8")).toBe(AUTH_SECRET);
        await expect(restore(file, target)).rejects.toThrow("The database is not empty.");
      },
    );
  },
);

/** A PostgreSQL database that nobody has been on. */
async function createEmptyStore(): Promise<TestStore> {
  const store = await aStore("postgres");
  return {
    ...store,
    settings: { ...store.settings, DATABASE_URL: await createDatabase(inject("postgresUrl")) },
  };
}

/** References, triggers and numbering are in force again. */
async function expectLiving(db: Db): Promise<void> {
  await expect(db.execute(sql`delete from activity`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining("never changed") },
  });
  const [before] = await rowsOf<{ last: number }>(
    db,
    sql`select max(id)::int as last from quote_events`,
  );
  const [event] = await rowsOf<{ id: number }>(
    db,
    sql`insert into quote_events (invoice_id, kind, actor) select id, 'viewed', 'client' from invoices limit 1 returning id::int`,
  );
  expect(event!.id).toBe(before!.last + 1);
  await expect(
    db.execute(
      sql`insert into quote_events (invoice_id, kind, actor) values (gen_random_uuid(), 'sent', 'a')`,
    ),
  ).rejects.toMatchObject({ cause: { code: "23503" } });
}

test("a backup shows one moment, although others go on writing", async () => {
  const source = await aStore("postgres");
  await use(source, async (db) => {
    const message = (text: string) =>
      db.insert(tables.contactMessages).values({ name: "Ada", email: "a@b.co", message: text });
    await message("before");
    const file = join(folder(), "backup");
    let disturb: Promise<unknown> | null = null;
    // What is written here comes after the moment, and before the table of letters is read.
    const totals = await saveBackup(file, (out) => {
      const disturbed = new Writable({
        write(chunk, _, done) {
          disturb ??= db.transaction(async (tx) =>
            tx
              .insert(tables.emails)
              .values({ kind: "k", recipient: "a@b.co", subject: "during", html: "", text: "" }),
          );
          void disturb.then(() => out.write(chunk, done));
        },
        final: (done) => void out.end(done),
      });
      return writeBackup(db, about, disturbed);
    });
    expect(disturb).not.toBeNull();
    expect([totals.contact_messages!.rows, totals.letters!.rows]).toEqual([1, 0]);
  });
});

describe("a file that cannot be restored is refused in one line, and nothing is changed", () => {
  const expectRefused = async (file: string, reason: RegExp) => {
    const target = await aStore("postgres");
    await expect(restore(file, target)).rejects.toMatchObject({
      name: "BackupRefused",
      message: expect.stringMatching(reason),
    });
    await use(target, async (db) => expect(await db.select().from(tables.users)).toEqual([]));
  };
  const backup = async () =>
    use(await aStore("postgres"), async (db) => loadSamples(db).then(() => save(db)));
  const changed = (content: Buffer | string) => {
    const file = join(folder(), "changed");
    writeFileSync(file, content);
    return file;
  };

  test("one that is not there, or is a folder", async () => {
    await expectRefused("/nowhere/backup", /does not exist/);
    await expectRefused(folder(), /is a folder/);
  });

  test("something else", async () => {
    await expectRefused(changed("words"), /is damaged, or is not a backup/);
    await expectRefused(changed(gzipSync("words\n")), /is not a backup/);
  });

  test("one that was cut short, at whatever place", async () => {
    const whole = readFileSync((await backup()).file);
    for (const part of [0.1, 0.5, 0.99])
      await expectRefused(changed(whole.subarray(0, whole.length * part)), /cut short/);
    const lines = gunzipSync(whole).toString().split("\n");
    await expectRefused(changed(gzipSync(lines.slice(0, -2).join("\n"))), /cut short/);
  });

  test("one with a figure changed, a row missing or a bit turned", async () => {
    const { file } = await backup();
    const text = gunzipSync(readFileSync(file)).toString();
    await expectRefused(
      changed(gzipSync(text.replace("1200.00", "1300.00"))),
      /damaged: its checksums/,
    );
    const lines = text.split("\n");
    await expectRefused(
      changed(
        gzipSync(
          lines
            .toSpliced(
              lines.findIndex((line) => line.startsWith("[")),
              1,
            )
            .join("\n"),
        ),
      ),
      /damaged: its checksums/,
    );
    const turned = readFileSync(file);
    turned[turned.length >> 1]! ^= 1;
    await expectRefused(changed(turned), /damaged/);
  });

  test("one of a newer program", async () => {
    const text = gunzipSync(readFileSync((await backup()).file)).toString();
    await expectRefused(
      changed(gzipSync(text.replace(/"schema":"[^"]*"/, '"schema":"9999_from-the-future"'))),
      /newer version/,
    );
    await expectRefused(
      changed(gzipSync(text.replace('"version":1', '"version":2'))),
      /newer version/,
    );
  });

  test("one of another installation's secret", async () => {
    const text = gunzipSync(readFileSync((await backup()).file)).toString();
    await expectRefused(
      changed(gzipSync(text.replace(AUTH_SECRET, "another secret, which is long enough too"))),
      /AUTH_SECRET is not the one/,
    );
  });
});

type Written = Record<string, { columns: string[]; rows: (string | null)[][] }>;

/** A backup as a program of some version would have written it. */
function written(schema: string, content: Written): string {
  const sections = Object.entries(content).map(([table, { columns, rows }]) => ({
    table,
    columns,
    rows: rows.map((row) => JSON.stringify(row)),
  }));
  const end = Object.fromEntries(
    sections.map(({ table, rows }) => [
      table,
      {
        rows: rows.length,
        sha256: createHash("sha256")
          .update(rows.map((row) => `${row}\n`).join(""))
          .digest("hex"),
      },
    ]),
  );
  const lines = [
    JSON.stringify({ format, version, schema, ...about }),
    ...sections.flatMap(({ table, columns, rows }) => [
      JSON.stringify({ table, columns }),
      ...rows,
    ]),
    JSON.stringify({ end }),
  ];
  const file = join(folder(), "written");
  writeFileSync(file, gzipSync(`${lines.join("\n")}\n`));
  return file;
}

const oldTemplate = {
  columns: ["id", "name", "subject", "body", "created_at"],
  rows: [["11111111-0000-4000-8000-000000000000", "Hello", "s", "b", "2026-01-01 00:00:00+00"]],
};

test("a backup from before the last migrations is restored as it was, and then brought up to now", async () => {
  const target = await createEmptyStore();
  await restore(written("0000_first", { email_templates: oldTemplate }), target);
  await use(target, async (db) => {
    expect(await lastMigration(db)).toBe(migrationNames().at(-1));
    expect(await db.select().from(tables.emailTemplates)).toMatchObject([
      { name: "Hello", version: 1, deletedAt: null },
    ]);
  });
});

test("a database that a newer program has been on takes no older backup", async () => {
  await expect(
    restore(written("0000_first", { email_templates: oldTemplate }), await aStore("postgres")),
  ).rejects.toThrow("used by a newer version of this program");
});

test("a row that points nowhere, and a column that is not known, restore nothing at all", async () => {
  const target = await aStore("postgres");
  const event = {
    columns: ["id", "invoice_id", "kind", "actor", "at", "data"],
    rows: [
      ["1", "11111111-0000-4000-8000-000000000000", "sent", "a", "2026-01-01 00:00:00+00", "{}"],
    ],
  };
  await expect(
    restore(
      written(migrationNames().at(-1)!, { email_templates: oldTemplate, quote_events: event }),
      target,
    ),
  ).rejects.toMatchObject({ cause: { code: "23503" } });
  await expect(
    restore(
      written(migrationNames().at(-1)!, { email_templates: { columns: ["id", "mood"], rows: [] } }),
      target,
    ),
  ).rejects.toThrow("email_templates.mood");
  await use(target, async (db) =>
    expect(await db.select().from(tables.emailTemplates)).toEqual([]),
  );
});

describe("a backup that cannot be written leaves nothing behind and says why in one line", () => {
  test.for([
    ["ENOSPC", "the disk is full"],
    ["EFBIG", "it would grow too large"],
  ])("%s", async ([code, reason]) => {
    await use(await aStore("postgres"), async (db) => {
      const file = join(folder(), "backup");
      const full = new Writable({
        write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
      });
      await expect(saveBackup(file, () => writeBackup(db, about, full))).rejects.toThrow(
        `${file} could not be written: ${reason}.`,
      );
      expect(readdirSync(dirname(file))).toEqual([]);
      // The database was not left in a transaction.
      await save(db);
    });
  });

  test("a folder that does not exist, and a file that does", async () => {
    await use(await aStore("postgres"), async (db) => {
      await expect(save(db, "/nowhere/backup")).rejects.toThrow(
        "/nowhere/backup could not be written: its folder does not exist.",
      );
      const { file } = await save(db);
      const before = readFileSync(file);
      await expect(save(db, file)).rejects.toThrow("exists already");
      expect(readFileSync(file)).toEqual(before);
    });
  });

  test("a database that is at another version", async () => {
    await use(
      await createEmptyStore(),
      async (db) => expect(save(db)).rejects.toThrow("at another version than this program"),
      null,
    );
  });
});
