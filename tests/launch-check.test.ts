import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeOwner } from "#app/features/auth/owner.server.ts";
import { makeContentState, withContent, wordsOf } from "#app/content/state.server.ts";
import { listServiceGaps } from "#app/features/services/queries.server.ts";
import { ensureServices } from "#app/features/services/service-commands.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  businessDetails,
  factors,
  openingHours,
  services,
  storedDocuments,
  users,
} from "#app/server/database/tables.server.ts";
import { sampleAccount, sampleIdentity } from "#app/features/business/model.ts";
import { backupFindings, recordFindings } from "#app/features/launch/records.server.ts";
import { choiceFindings, settingFindings } from "#app/features/launch/settings.server.ts";
import { keepSamples } from "#app/features/site-content/queries.server.ts";
import { dataFindings, publishedWordFindings, wordFindings } from "#scripts/launch-data.ts";
import { dbTest as inDatabase } from "#tests/support/db.ts";
import { runScript } from "#tests/support/site.ts";
import { aBooking, anEmail, aQuote, NOW, owner } from "#tests/support/factories.ts";

/** What is said of words once a document has been published so. */
async function wordsAfter(db: Db, name: string, published: unknown): Promise<string[]> {
  await db.insert(storedDocuments).values({ name, published, updatedBy: "owner@example.com" });
  const found = await publishedWordFindings(db);
  return found.filter(({ kind }) => kind === "words").map(({ where }) => where);
}

inDatabase("a field is a sample until other words of it are published", async ({ db }) => {
  const before = wordFindings().map(({ where }) => where);
  expect(before).toContain("Home › Opening › Headline");
  const { home } = wordsOf({});
  const hero = { ...home.hero, headline: "Sing what you mean." };
  const after = await wordsAfter(db, "home", { ...home, hero });
  expect(before.filter((where) => !after.includes(where))).toContain("Home › Opening › Headline");
  expect(after).toContain("Home › Opening › Introduction");
});

inDatabase("what the owner keeps as it is, is no sample any more", async ({ db }) => {
  const where = async () => (await publishedWordFindings(db)).map((found) => found.where);
  const before = await where();
  await keepSamples(db, owner, "home", "words", NOW);
  await keepSamples(db, owner, "site", "words", NOW);
  const after = await where();
  const settled = before.filter((one) => !after.includes(one));
  expect(settled).toContain("Home › Opening › Headline");
  expect(settled).toContain("Site details and links › You reply within");
  const namesOfNobody = [
    "Site details and links › Name of the business",
    "Site details and links › Public email",
    "Home › Opening › Portrait",
  ];
  expect(after).toEqual(expect.arrayContaining(namesOfNobody));
});

inDatabase("a draft settles no sample", async ({ db }) => {
  const { home } = wordsOf({});
  const draft = { ...home, hero: { ...home.hero, headline: "Sing what you mean." } };
  await db.insert(storedDocuments).values({ name: "home", draft, updatedBy: "owner@example.com" });
  expect(await publishedWordFindings(db)).toEqual(wordFindings());
});

const fit = {
  SITE_URL: "https://imogen.com.au",
  SMTP_URL: "smtps://u:p@smtp.host.com",
  MAIL_FROM: "Imogen <hello@imogen.com.au>",
  OWNER_EMAIL: "imogen@imogen.com.au",
  TRUST_PROXY: "1",
};

test("missing settings of a live site are findings", () => {
  expect(settingFindings({ SITE_URL: "http://example.com" }).map(({ where }) => where)).toEqual([
    "SITE_URL",
    "SMTP_URL",
    "MAIL_FROM",
    "OWNER_EMAIL",
  ]);
  expect(settingFindings(fit)).toEqual([]);
  expect(settingFindings({ ...fit, AUTH_SECRET: randomBytes(32).toString("base64") })).toEqual([]);
});

test.for<[Record<string, string>, string]>([
  [{ SITE_URL: "http://imogen.com.au" }, "SITE_URL"],
  [{ SITE_URL: "https://localhost:3000" }, "SITE_URL"],
  [{ SITE_URL: "https://www.example.com" }, "SITE_URL"],
  [{ SITE_URL: "https://203.0.113.5" }, "SITE_URL"],
  [{ SMTP_URL: "smtp://smtp.example.com" }, "SMTP_URL"],
  [{ SMTP_URL: "smtp://u:p@smtp.host.com?tls.rejectUnauthorized=false" }, "SMTP_URL"],
  [{ MAIL_FROM: "Breath & Key <hello@breath-and-key.example>" }, "MAIL_FROM"],
  [{ OWNER_EMAIL: "owner@example.com" }, "OWNER_EMAIL"],
  [{ AUTH_SECRET: "at-least-32-random-characters" }, "AUTH_SECRET"],
  [{ AUTH_SECRET: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" }, "AUTH_SECRET"],
  [{ TRUST_PROXY: "0" }, "TRUST_PROXY"],
  [{ STRIPE_SECRET_KEY: "sk_test_51abc" }, "STRIPE_SECRET_KEY"],
  [{ LOG_LEVEL: "silent" }, "LOG_LEVEL"],
])("a setting that is not fit for one is named: %j", ([unfit, name]) => {
  expect(settingFindings({ ...fit, ...unfit }).map(({ where }) => where)).toEqual([name]);
});

test("optional settings are mentioned, and do not fail the check", () => {
  expect(choiceFindings({}).map(({ where }) => where)).toEqual([
    "DATABASE_URL",
    "GOOGLE_CLIENT_ID",
    "MAILCHIMP_API_KEY",
    "TWILIO_ACCOUNT_SID",
    "STRIPE_SECRET_KEY",
    "BACKUP_KEY_FILE",
  ]);
});

test("one mailbox for the site and its owner may be right, and leads to her diary's link", () => {
  const [found] = choiceFindings({
    MAIL_FROM: "Clara <Hello@clara.com.au>",
    OWNER_EMAIL: "hello@clara.com.au",
  });
  expect(found).toMatchObject({ where: "MAIL_FROM", kind: "choice" });
  expect(found!.what).toContain("/admin/calendar");
});

inDatabase("an owner, her second factor, and people who exist", async ({ db }) => {
  const said = async () =>
    (await recordFindings(db)).map(({ where, what }) => `${where} ${what.split(":")[0]}`);
  expect(await said()).toEqual(["owner there is none"]);
  await makeOwner(db, "owner@breath-and-key.example", "a password for the tests");
  await makeOwner(db, "imogen@imogen.com.au", "a password for the tests");
  await aQuote(db, { clientEmail: "ada@gmail.com" });
  expect(await said()).toEqual([
    "owner owner@breath-and-key.example is a sample",
    "owner owner@breath-and-key.example has no second factor",
    "owner imogen@imogen.com.au has no second factor",
  ]);
  await db.delete(users).where(sql`email like '%.example'`);
  await db.insert(factors).values({
    userId: (await db.select().from(users))[0]!.id,
    type: "phone",
    phone: "+61400000000",
    verifiedAt: NOW,
  });
  expect(await said()).toEqual([]);
  await aBooking(db, {});
  await anEmail(db, { recipient: "ada@gmail.com", state: "failed" });
  expect(await said()).toEqual([
    "data AMEB bookings of people who do not exist, such as mei@family.example",
    "emails 1 could not be sent",
  ]);
});

inDatabase("sample hours, the studio's address and links that are missing", async ({ db }) => {
  const said = async () =>
    (await recordFindings(db))
      .filter(({ where }) => where === "hours" || where === "services")
      .map(({ what, path }) => `${what}: ${path}`.replace(/[\da-f]{8}-[\da-f-]{27}/, "ID"));
  await ensureServices(db);
  expect(await said()).toEqual([
    "the hours of all services are a sample: /admin/hours",
    "the hours of Audition cut playthrough are a sample: /admin/hours?week=ID",
    "the studio has no address, so clients don't know where to come: /admin/services",
    "Audition cut playthrough is online and has no link: /admin/services/ID",
    "Discovery session is online and has no link: /admin/services/ID",
  ]);
  await db.update(openingHours).set({ sample: false });
  await db.update(services).set({ placeDetails: "https://meet.imogen.com.au" });
  expect(await said()).toEqual([]);
});

inDatabase("services that are off or hidden lack nothing", async ({ db }) => {
  const gaps = async () =>
    (await listServiceGaps(db)).map(({ what, path }) => what + path).toSorted();
  await ensureServices(db);
  const all = await gaps();
  await db.update(services).set({ active: false }).where(eq(services.category, "audition-cut"));
  const off = await gaps();
  expect(off).toEqual(
    all.filter((what) => !what.startsWith("the hours of Audition") && !what.startsWith("Audition")),
  );
  const { booking } = wordsOf({});
  const discovery = { ...booking.kinds.discovery, shown: false };
  const hidden = { booking: { ...booking, kinds: { ...booking.kinds, discovery } } };
  expect(await withContent(makeContentState(hidden), gaps)).toEqual(
    off.filter((what) => !what.startsWith("Discovery")),
  );
});

inDatabase("sample business details, once invoicing is on", async ({ db }) => {
  const said = async () =>
    (await recordFindings(db))
      .filter(({ where }) => where === "business details")
      .map(({ what }) => what.split(" is")[0]);
  await db.insert(businessDetails).values({
    ...sampleIdentity,
    ...sampleAccount,
    payId: "hello@breath-and-key.example",
    payIdKind: "email",
  });
  expect(await said()).toEqual([]);
  await db.update(businessDetails).set({ invoicing: true });
  expect(await said()).toEqual(["the ABN", "the postal address", "the PayID", "the bank account"]);
  await db.update(businessDetails).set({
    abn: "53004085616",
    postalAddress: "1 Real Street",
    payId: "imogen@imogen.com.au",
    accountNumber: "87654321",
  });
  expect(await said()).toEqual([]);
});

test("an old, missing or unreadable backup record is a finding", async () => {
  const folder = mkdtempSync(join(tmpdir(), "data-"));
  expect(backupFindings(folder, NOW)).toMatchObject([
    { where: "backup", what: expect.stringContaining("none has ever been made") },
  ]);
  writeFileSync(join(folder, "last-backup"), `${NOW.toISOString()}\n`);
  expect(backupFindings(folder, new Date(NOW.getTime() + 6 * 86_400_000))).toEqual([]);
  expect(backupFindings(folder, new Date(NOW.getTime() + 8 * 86_400_000))).toEqual([
    { where: "backup", what: "the last one is of 2026-03-10" },
  ]);
  expect(
    await dataFindings({ DATA_DIR: folder, BACKUP_KEY_FILE: "/nowhere/key" }, NOW),
  ).toMatchObject([
    { where: "DATA_DIR", what: expect.stringContaining("no database yet") },
    ...wordFindings(),
    { where: "BACKUP_KEY_FILE", what: expect.stringContaining("cannot be read") },
  ]);
  expect(
    await dataFindings(
      {
        DATABASE_URL: "postgres://127.0.0.1:1/none",
        AUTH_SECRET: "x".repeat(40),
        DATA_DIR: folder,
      },
      NOW,
    ),
  ).toMatchObject([{ where: "DATABASE_URL", what: expect.stringMatching(/^cannot be read/) }]);
  expect(await dataFindings({ PORT: "much", SMTP_URL: "x" })).toMatchObject([
    { where: "PORT" },
    { where: "SMTP_URL" },
  ]);
  rmSync(folder, { recursive: true });
});

test("the command lists what is left and ends with 1", async () => {
  const folder = mkdtempSync(join(tmpdir(), "data-"));
  const { code, stdout, stderr } = await runScript("scripts/launch-check.ts", [], folder, {
    SITE_URL: "https://imogen.com.au",
  });
  expect([code, stderr]).toEqual([1, ""]);
  for (const line of [
    /^SMTP_URL {2}is not set/m,
    /^DATA_DIR {2}holds no database yet/m,
    /^backup {2}none/m,
    /^Home › Opening › Headline {2}Breathe first/m,
    /^Prices and packages › AMEB exams › .* is 15, as the samples say$/m,
    /^GOOGLE_CLIENT_ID {2}is not set/m,
    /^\d+ to settle before going live\.$/m,
  ])
    expect(stdout).toMatch(line);
  rmSync(folder, { recursive: true });
});
