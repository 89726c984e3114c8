import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { and, count, eq, exists, isNotNull } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { wordsOf, type Overrides } from "../app/content/state.server.ts";
import { sampleFindings } from "../app/features/site-content/samples.server.ts";
import { loadOverrides } from "../app/features/site-content/stored.server.ts";
import type { Db } from "../app/server/database/db.server.ts";
import { listServiceGaps } from "../app/features/services/gaps.server.ts";
import { readBackupKey } from "../app/server/backup/key.server.ts";
import type { Settings } from "../app/server/env.server.ts";
import {
  amebBookings,
  businessDetails,
  contactMessages,
  factors,
  quotes,
  emails,
  salesInvoices,
  subscribers,
  users,
} from "../app/server/database/tables.server.ts";
import { msPerDay } from "../app/values/durations.ts";
import { type Finding, isReserved } from "./launch-finding.ts";
import { sampleAccount, sampleSeller } from "./sample-business.ts";

const maxBackupAgeInDays = 7;

/** Wrong settings are findings themselves. */
export async function dataFindings(
  environment: Readonly<Record<string, string | undefined>>,
  now = new Date(),
): Promise<Finding[]> {
  process.env.LOG_LEVEL ??= "warn";
  const { readSettings } = await import("../app/server/env.server.ts");
  let settings: Settings;
  try {
    settings = readSettings(environment);
  } catch (error) {
    return (error as Error).message
      .split("\n")
      .map((line) => ({ where: line.split(" ")[0]!, what: line.slice(line.indexOf(" ") + 1) }));
  }
  return [
    ...(await databaseFindings(settings)),
    ...backupFindings(settings.DATA_DIR, now),
    ...keyFindings(settings.BACKUP_KEY_FILE),
  ];
}

function keyFindings(file: string | undefined): Finding[] {
  try {
    if (file !== undefined) readBackupKey(file);
    return [];
  } catch (error) {
    return [{ where: "BACKUP_KEY_FILE", what: `seals nothing: ${(error as Error).message}` }];
  }
}

async function databaseFindings(settings: Settings): Promise<Finding[]> {
  const where = settings.DATABASE_URL ? "DATABASE_URL" : "DATA_DIR";
  if (!settings.DATABASE_URL && !existsSync(join(settings.DATA_DIR, "database")))
    return [
      { where, what: "holds no database yet: start the site once and make its owner" },
      ...wordFindings(),
    ];
  const { openDatabase } = await import("../app/server/database/db.server.ts");
  try {
    // Without migrations: a check changes nothing.
    const { db, close } = await openDatabase(settings, null, "none");
    try {
      return [...(await recordFindings(db)), ...(await publishedWordFindings(db))];
    } finally {
      await close();
    }
  } catch (error) {
    const inUse = (error as Error).name === "DatabaseInUse";
    return [
      {
        where,
        what: inUse
          ? "is held by the running site: stop it, so that its data can be looked at"
          : "cannot be read: it does not answer, or the site has not been started on it since the last release",
      },
    ];
  }
}

export async function recordFindings(db: Db): Promise<Finding[]> {
  const owners = await db
    .select({
      email: users.email,
      guarded: exists(
        db
          .select({ id: factors.id })
          .from(factors)
          .where(and(eq(factors.userId, users.id), isNotNull(factors.verifiedAt))),
      ).mapWith(Boolean),
    })
    .from(users)
    .where(eq(users.role, "admin"));
  const found: Finding[] = owners.flatMap(({ email, guarded }) => [
    ...(isReserved(email)
      ? [
          {
            where: "owner",
            what: `${email} is a sample: npm run owner -- EMAIL makes the real one`,
          },
        ]
      : []),
    ...(guarded
      ? []
      : [{ where: "owner", what: `${email} has no second factor: /admin/account sets one up` }]),
  ]);
  if (owners.length === 0)
    found.push({ where: "owner", what: "there is none: npm run owner -- EMAIL" });

  const kinds: [string, PgColumn][] = [
    ["quotes", quotes.clientEmail],
    ["messages", contactMessages.email],
    ["AMEB bookings", amebBookings.contactEmail],
    ["invoices", salesInvoices.buyerEmail],
    ["subscribers", subscribers.email],
  ];
  for (const [kind, column] of kinds) {
    const people = await db.selectDistinct({ email: column }).from(column.table);
    const samples = people.filter(({ email }) => isReserved(String(email)));
    if (samples.length > 0)
      found.push({
        where: "data",
        what:
          `${kind} of people who do not exist, such as ${String(samples[0]!.email)}: ` +
          "a live site begins with an empty database",
      });
  }
  const [failed] = await db
    .select({ count: count() })
    .from(emails)
    .where(eq(emails.state, "failed"));
  if (failed!.count > 0)
    found.push({
      where: "emails",
      what: `${failed!.count} could not be sent: /admin/sent-mail says why`,
    });
  const gaps = await listServiceGaps(db);
  return [
    ...found,
    ...(await businessFindings(db)),
    ...gaps.map(({ where, what, path }) => ({ where, what: `${what}: ${path}` })),
  ];
}

/** Clients would pay nobody, or somebody else. */
async function businessFindings(db: Db): Promise<Finding[]> {
  const [details] = await db.select().from(businessDetails);
  if (!details?.invoicing) return [];
  const { abn, bsb, accountNumber, payId, postalAddress } = details;
  const isSampleAccount =
    bsb === sampleAccount.bsb && accountNumber === sampleAccount.accountNumber;
  const samples: [string, boolean][] = [
    ["the ABN", abn === sampleSeller.abn],
    ["the postal address", postalAddress === sampleSeller.postalAddress],
    ["the PayID", isReserved(payId) || payId === sampleSeller.abn],
    ["the bank account", isSampleAccount],
  ];
  return samples
    .filter(([, isSample]) => isSample)
    .map(([what]) => ({
      where: "business details",
      what: `${what} is a sample: enter the real one at /admin/money/settings`,
    }));
}

export function backupFindings(dataDir: string, now: Date): Finding[] {
  const file = join(dataDir, "last-backup");
  const last = existsSync(file) ? new Date(readFileSync(file, "utf8").trim()) : null;
  if (!last)
    return [
      {
        where: "backup",
        what: "none has ever been made: npm run backup -- FILE, and every night from now on",
      },
    ];
  return now.getTime() - last.getTime() > maxBackupAgeInDays * msPerDay
    ? [{ where: "backup", what: `the last one is of ${last.toISOString().slice(0, 10)}` }]
    : [];
}

/** What this installation's pages and emails still say of nobody, document by document and field by field. */
export async function publishedWordFindings(db: Db): Promise<Finding[]> {
  return wordFindings(await loadOverrides(db));
}

/** @param overrides none where nothing has been published yet */
export function wordFindings(overrides: Overrides = {}): Finding[] {
  return sampleFindings(wordsOf(overrides)).map(({ label, value, mayBeMeant }) => ({
    where: label,
    what: mayBeMeant ? `is ${value}, as the samples say` : value,
    kind: mayBeMeant ? "choice" : "words",
  }));
}
