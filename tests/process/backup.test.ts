import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { begun } from "#tests/support/begun.ts";
import { addOwner, signInForCookies } from "#tests/support/owners.ts";
import { freePort } from "#tests/support/postgres.ts";
import { storePublished } from "#tests/support/published-words.ts";
import { postForm, send } from "#tests/support/request.ts";
import { runScript, type Site } from "#tests/support/site.ts";
import { startMailServer } from "#tests/fakes/smtp.ts";
import { liftSharedLimits } from "#tests/support/shared-limits.ts";
import { dataDirForTest, startForTest, storeForTest } from "#tests/support/test-site.ts";
import { insertQuote, postAcceptance } from "#tests/support/quote-rows.ts";

/*
 * The drill: a site that is written to is backed up, lost, and restored. `tests/backup.test.ts` has the
 * rows, in both directions.
 */

const owner = "owner@example.com";

async function write({ url }: Site, message: string): Promise<void> {
  const { status } = await postForm(url, "/?index", {
    name: "Ada Visitor",
    email: "ada@visitor.example",
    message,
  });
  expect(status).toBe(200);
}

/** Writes one message after the other until told to stop. */
function keepWriting(site: Site): () => Promise<void> {
  const over = new AbortController();
  const writeOn = async () => {
    for (let turn = 0; !over.signal.aborted; turn++)
      await write(site, `A message during the backup [${turn}]`);
  };
  const writing = begun(writeOn());
  return () => {
    over.abort();
    return writing;
  };
}

test("a site restored into the other database has all that was acknowledged; people notice nothing", async () => {
  const mail = await startMailServer();
  onTestFinished(mail.stop);
  const settings = { SMTP_URL: mail.url, OWNER_EMAIL: owner };
  const lost = await storeForTest("embedded");
  await lost.withConnection(liftSharedLimits);
  await addOwner(lost, owner);
  for (const slug of ["first", "second"])
    await lost.withConnection((query) => insertQuote(query, { slug }));
  const heading = "About a teacher who was restored";
  await lost.withConnection((query) => storePublished(query, "about", { heading }));

  // The mail server is busy all the while, so every email is on its way when the site is lost.
  mail.respondWith({ code: 451, message: "Busy" });
  const site = await startForTest(lost.dataDir, { ...lost.settings, ...settings });
  expect((await postAcceptance(site.url, "first")).status).toBe(200);
  const before = ["The first message", "The second message", "The third message"];
  for (const message of before) await write(site, message);
  const stopWriting = keepWriting(site);
  const file = join(lost.dataDir, "of-tonight.backup");
  const { code, stdout, stderr } = await runScript(
    "scripts/backup.ts",
    [file],
    lost.dataDir,
    lost.settings,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/of-tonight\.backup holds \d+ rows of \d+ tables/);
  await stopWriting();
  await site.kill();
  expect(readdirSync(lost.dataDir).filter((name) => name.endsWith(".part"))).toEqual([]);

  const found = await storeForTest("postgres");
  // The embedded database's secret was generated; on PostgreSQL it is a setting from then on.
  const [manifest] = gunzipSync(readFileSync(file)).toString().split("\n");
  const { secret } = JSON.parse(manifest!) as { secret: string };
  found.settings.AUTH_SECRET = secret;
  expect(
    await runScript("scripts/restore.ts", [file], found.dataDir, found.settings),
  ).toMatchObject({ code: 0, stderr: "" });
  const rows = await found.query<{ message: string; letters: number }>(
    "select message, count(letters.id)::int as letters from contact_messages left join " +
      "letters on contact_message_id = contact_messages.id and kind = 'contact-message' " +
      "group by message",
  );
  expect(before.filter((message) => !rows.some((row) => row.message === message))).toEqual([]);
  expect(rows.filter(({ letters }) => letters !== 1)).toEqual([]);

  mail.respondWith(null);
  const again = await startForTest(found.dataDir, { ...found.settings, ...settings });
  expect((await send(again.url, "/about")).text).toContain(heading);
  const cookies = await signInForCookies(again, owner);
  expect((await send(again.url, "/admin", { headers: { Cookie: cookies } })).status).toBe(200);
  expect((await postAcceptance(again.url, "first")).status).toBe(200);
  expect((await postAcceptance(again.url, "second")).status).toBe(200);
  const expected = rows.length + 4;
  const about = (letters: typeof mail.emails) =>
    new Set(
      letters
        .filter(({ subject }) => !/sign|^Your message to/i.test(subject ?? ""))
        .map(({ messageId }) => messageId),
    );
  const letters = await mail.waitUntil((all) =>
    about(all).size >= expected ? null : `${about(all).size} of ${expected} letters`,
  );
  expect(about(letters).size).toBe(expected);
  // Nobody's email went out twice.
  expect(
    letters.filter(
      ({ messageId }, at) => letters.findIndex((other) => other.messageId === messageId) !== at,
    ),
  ).toEqual([]);
  expect(await again.stop()).toBe(0);
});

test("the nightly backup replaces the oldest and is sealed, and the drill restores the newest", async () => {
  const store = await storeForTest("postgres");
  await addOwner(store, owner);
  const backups = join(store.dataDir, "backups");
  mkdirSync(backups);
  const run = (program: string, args: string[], env: Record<string, string>, more = {}) =>
    spawnSync(program, args, {
      encoding: "utf8",
      env: { PATH: process.env.PATH, ...env },
      ...more,
    });
  const script = (name: string, args: string[], env: Record<string, string> = {}, cwd = ".") =>
    run(resolve("deploy", name), args, env, { cwd });
  for (const old of [
    "site-20250101T031000Z.backup",
    "site-20250102T031000Z.backup",
    "site-20250103T031000Z.backup.part",
    "another-file",
  ])
    writeFileSync(join(backups, old), "");
  const key = join(store.dataDir, "key");
  expect(run(process.execPath, ["scripts/backup-key.ts", key], {}).stdout).toContain(
    `BACKUP_KEY_FILE=${key} in the settings`,
  );
  expect(statSync(key).mode & 0o777).toBe(0o600);
  expect(run(process.execPath, ["scripts/backup-key.ts", key], {})).toMatchObject({
    status: 1,
    stderr: `${key} exists already. Name another file.\n`,
  });
  const settings = { ...store.settings, DATA_DIR: store.dataDir, BACKUP_KEY_FILE: key };
  expect(script("nightly-backup", [backups, "2"], settings)).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect(readdirSync(backups)).toEqual([
    "another-file",
    "site-20250102T031000Z.backup",
    expect.stringMatching(/^site-20[23]\d{5}T\d{6}Z\.backup$/),
  ]);
  const port = await freePort();
  // The program's folder, with the settings of the real site in it.
  const program = join(store.dataDir, "program");
  mkdirSync(program);
  for (const name of ["node_modules", "scripts", "server.ts"])
    symlinkSync(resolve(name), join(program, name));
  writeFileSync(
    join(program, ".env"),
    "DATABASE_URL=postgres://nobody@127.0.0.1:1/none\nAUTH_SECRET=the secret of the real installation\n",
  );
  const drillSettings = { DRILL_PORT: String(port), BACKUP_KEY_FILE: key };
  const drill = script("restore-drill", [backups], drillSettings, program);
  expect(drill).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringMatching(/1 {2}users\n[\s\S]*was restored and answers, after \d+ s\.\n$/),
  });
  await expect(
    fetch(`http://127.0.0.1:${port}/healthz`),
    "The drill leaves nothing running.",
  ).rejects.toThrow("fetch failed");
  const newest = join(backups, readdirSync(backups).at(-1)!);
  const secret = (input: string) =>
    run(process.execPath, ["scripts/restore.ts", newest, "--secret"], {}, { input });
  expect(secret(readFileSync(key, "utf8"))).toMatchObject({
    status: 0,
    stdout: `${store.settings.AUTH_SECRET}\n`,
    stderr: expect.stringMatching(
      / is sealed\. Type its key [0-9a-f]{12}, or name its file with --key: $/,
    ),
  });
  expect(secret("")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("No key was given."),
  });
  // A night on which it fails takes no old one away.
  expect(script("nightly-backup", [backups, "1"], { DATA_DIR: "/nowhere" })).toMatchObject({
    status: 1,
    stderr: "There is no database in /nowhere.\n",
  });
  expect(readdirSync(backups)).toHaveLength(3);
});

test("a backup or restore that fails prints one line", async () => {
  const dataDir = dataDirForTest();
  const file = join(dataDir, "file");
  const [DATABASE_URL, AUTH_SECRET] = ["postgres://nobody@127.0.0.1:1/none", "a".repeat(32)];
  const cases: [script: string, args: string[], settings: Record<string, string>, line: string][] =
    [
      ["backup", [], {}, "Usage: npm run backup -- FILE [--key FILE]"],
      ["backup-key", [], {}, "Usage: npm run backup-key -- FILE"],
      ["backup", [file], {}, `There is no database in ${dataDir}.`],
      ["backup", [file], { PORT: "abc" }, "PORT must be a port from 0 to 65535"],
      [
        "backup",
        [file],
        { DATABASE_URL, AUTH_SECRET },
        "The database that DATABASE_URL names does not answer.",
      ],
      ["restore", [file], {}, `${file} does not exist.`],
    ];
  const answers = cases.map(([script, args, settings]) =>
    runScript(`scripts/${script}.ts`, args, dataDir, settings),
  );
  expect(await Promise.all(answers)).toEqual(
    cases.map(([, , , line]) => ({ code: 1, stdout: "", stderr: `${line}\n` })),
  );
  expect(readdirSync(dataDir)).toEqual([]);
});
