import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { and, count, eq, exists, isNotNull } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { href } from "react-router";
import { sampleAccount, sampleIdentity } from "#app/features/business/model.ts";
import { listServiceGaps } from "#app/features/services/queries.server.ts";
import { readBackupKey } from "#app/server/backup/key.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  businessDetails,
  contactMessages,
  emails,
  factors,
  quotes,
  salesInvoices,
  subscribers,
  users,
} from "#app/server/database/tables.server.ts";
import { msPerDay } from "#app/values/calendar.ts";
import { type Finding, isReserved } from "./finding.ts";

/* What is unset, unfit or a sample among the records. */

const maxBackupAgeInDays = 7;

export function keyFindings(file: string | undefined): Finding[] {
  try {
    if (file !== undefined) readBackupKey(file);
    return [];
  } catch (error) {
    return [{ where: "BACKUP_KEY_FILE", what: `seals nothing: ${(error as Error).message}` }];
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
            what: `${email} is a sample: make the real owner with npm run owner -- EMAIL, who then ends this access`,
            path: href("/admin/people"),
          },
        ]
      : []),
    ...(guarded
      ? []
      : [
          {
            where: "owner",
            what: `${email} has no second factor`,
            path: href("/admin/account"),
          },
        ]),
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
      what: `${failed!.count} could not be sent`,
      path: `${href("/admin/sent-mail")}?to=all&state=failed`,
    });
  const gaps = await listServiceGaps(db);
  return [...found, ...(await businessFindings(db)), ...gaps];
}

/** Clients would pay nobody, or somebody else. */
async function businessFindings(db: Db): Promise<Finding[]> {
  const [details] = await db.select().from(businessDetails);
  if (!details?.invoicing) return [];
  const { abn, bsb, accountNumber, payId, postalAddress } = details;
  const isSampleAccount =
    bsb === sampleAccount.bsb && accountNumber === sampleAccount.accountNumber;
  const samples: [string, boolean][] = [
    ["the ABN", abn === sampleIdentity.abn],
    ["the postal address", postalAddress === sampleIdentity.postalAddress],
    ["the PayID", isReserved(payId) || payId === sampleIdentity.abn],
    ["the bank account", isSampleAccount],
  ];
  return samples
    .filter(([, isSample]) => isSample)
    .map(([what]) => ({
      where: "business details",
      what: `${what} is a sample`,
      path: href("/admin/money/settings"),
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
