import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Writable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { format, saveBackup, version } from "#app/server/backup/file.server.ts";
import { writeBackup } from "#app/server/backup/write.server.ts";
import { lastMigration, migrationNames } from "#app/server/database/migrations.server.ts";
import * as tables from "#app/server/database/tables.server.ts";
import { loadSamples } from "#scripts/samples.ts";
import { backupInfo, anUnmigratedStore, restore, save, useStore } from "./support/backup.ts";
import { AUTH_SECRET, createStore, type TestStore } from "./support/store.ts";
import { storeForTest, dataDirForTest } from "#tests/support/test-site.ts";

/* Backups that cannot be restored or written, and those of older versions. */

describe("a file that cannot be restored is refused in one line, and nothing is changed", () => {
  let target: TestStore;
  let backup: Buffer;

  beforeAll(async () => {
    target = await createStore("postgres");
    const source = await createStore("postgres");
    const file = join(target.dataDir, "backup");
    await useStore(source, (db) => loadSamples(db).then(() => save(db, file)));
    backup = readFileSync(file);
    source.remove();
  });

  afterAll(() => target.remove());

  async function expectRefused(file: string, reason: RegExp) {
    await expect(restore(file, target)).rejects.toMatchObject({
      name: "BackupRefused",
      message: expect.stringMatching(reason),
    });
    expect(await target.query("select id from users")).toEqual([]);
  }

  test("a missing file, or a folder", async () => {
    await expectRefused("/nowhere/backup", /does not exist/);
    await expectRefused(dataDirForTest(), /is a folder/);
  });

  const text = () => gunzipSync(backup).toString();
  const replaced = (from: string | RegExp, to: string) => gzipSync(text().replace(from, to));
  const firstRow = /^\[.*\n/m;
  const flipped = () => backup.with(backup.length >> 1, backup[backup.length >> 1]! ^ 1);

  test.for<[what: string, content: () => Uint8Array | string, reason: RegExp]>([
    ["plain text", () => "words", /is damaged, or is not a backup/],
    ["another compressed file", () => gzipSync("words\n"), /is not a backup/],
    ...[0.1, 0.5, 0.99].map((part): [string, () => Buffer, RegExp] => [
      `the first ${part * 100} % of a backup`,
      () => backup.subarray(0, backup.length * part),
      /cut short/,
    ]),
    ["a backup without its last line", () => replaced(/[^\n]*\n[^\n]*$/, ""), /cut short/],
    ["a changed figure", () => replaced("1200.00", "1300.00"), /damaged: its checksums/],
    ["a missing row", () => replaced(firstRow, ""), /damaged: its checksums/],
    ["a flipped bit", flipped, /damaged/],
    ["a newer schema", () => replaced(/"schema":"[^"]*"/, '"schema":"9999_new"'), /newer version/],
    ["a newer format", () => replaced('"version":1', '"version":2'), /newer version/],
    [
      "another secret",
      () => replaced(AUTH_SECRET, "another secret, which is long enough too"),
      /AUTH_SECRET is not the one/,
    ],
  ])("%s", async ([, content, reason]) => {
    const file = join(dataDirForTest(), "changed");
    writeFileSync(file, content());
    await expectRefused(file, reason);
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
    JSON.stringify({ format, version, schema, ...backupInfo }),
    ...sections.flatMap(({ table, columns, rows }) => [
      JSON.stringify({ table, columns }),
      ...rows,
    ]),
    JSON.stringify({ end }),
  ];
  const file = join(dataDirForTest(), "written");
  writeFileSync(file, gzipSync(`${lines.join("\n")}\n`));
  return file;
}

const oldTemplate = {
  columns: ["id", "name", "subject", "body", "created_at"],
  rows: [["11111111-0000-4000-8000-000000000000", "Hello", "s", "b", "2026-01-01 00:00:00+00"]],
};

test("a backup from before the last migrations is restored and then migrated", async () => {
  const target = await anUnmigratedStore();
  await restore(written("0000_first", { email_templates: oldTemplate }), target);
  await useStore(target, async (db) => {
    expect(await lastMigration(db)).toBe(migrationNames().at(-1));
    expect(await db.select().from(tables.emailTemplates)).toMatchObject([
      { name: "Hello", version: 1, deletedAt: null },
    ]);
  });
});

test("a database of a newer version takes no older backup", async () => {
  await expect(
    restore(
      written("0000_first", { email_templates: oldTemplate }),
      await storeForTest("postgres"),
    ),
  ).rejects.toThrow("used by a newer version of this program");
});

test("a dangling reference or an unknown column restores nothing at all", async () => {
  const target = await storeForTest("postgres");
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
  await useStore(target, async (db) =>
    expect(await db.select().from(tables.emailTemplates)).toEqual([]),
  );
});

describe("a backup that cannot be written leaves nothing behind and says why in one line", () => {
  test.for([
    ["ENOSPC", "the disk is full"],
    ["EFBIG", "it would grow too large"],
  ])("%s", async ([code, reason]) => {
    await useStore(await storeForTest("postgres"), async (db) => {
      const file = join(dataDirForTest(), "backup");
      const full = new Writable({
        write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
      });
      await expect(saveBackup(file, () => writeBackup(db, backupInfo, full))).rejects.toThrow(
        `${file} could not be written: ${reason}.`,
      );
      expect(readdirSync(dirname(file))).toEqual([]);
      // The database was not left in a transaction.
      await save(db);
    });
  });

  test("a folder that does not exist, and a file that does", async () => {
    await useStore(await storeForTest("postgres"), async (db) => {
      await expect(save(db, "/nowhere/backup")).rejects.toThrow(
        "/nowhere/backup could not be written: its folder does not exist.",
      );
      const { file } = await save(db);
      const before = readFileSync(file);
      await expect(save(db, file)).rejects.toThrow("exists already");
      expect(readFileSync(file)).toEqual(before);
    });
  });

  test("a database of another version", async () => {
    await useStore(
      await anUnmigratedStore(),
      async (db) => expect(save(db)).rejects.toThrow("at another version than this program"),
      null,
    );
  });
});
