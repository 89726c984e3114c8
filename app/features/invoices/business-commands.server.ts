import { isDeepStrictEqual } from "node:util";
import { asc, eq } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  businessDetails,
  documentCounters,
  gstRegistrations,
} from "#app/server/database/tables.server.ts";
import type { DocumentKind } from "#app/server/database/enums.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { type BusinessInput, missing } from "./business-schema.ts";
import { businessFields } from "./business-texts.ts";
import { getBusinessDetails } from "./business.server.ts";
import { queueBankDetailsChanged } from "./business-notice.server.tsx";
import { documentNumber } from "./issue.server.ts";
import type { BusinessDetails, Invoice } from "./model.ts";
import { listWithoutGst } from "./reissue.server.ts";
import { listSentWithEarlierWays } from "./sent-ways.server.ts";

export const businessSubject = { kind: "business", label: "the business details" } as const;

/** `numbers`: next numbers by kind, without prefix. `issued`: whether invoices exist. */
export async function getBusinessSettings(db: Db, by: Administrator) {
  const details = await getBusinessDetails(db);
  const registrations = await listRegistrations(db);
  const last = await lastNumber(db, "invoice");
  const next = documentNumber("invoice", last + 1, details.invoicePrefix);
  const numbers = { invoice: last + 1, "credit-note": (await lastNumber(db, "credit-note")) + 1 };
  const shown = (accounts: Invoice[]) =>
    accounts.map(({ id, number, buyerName, total }) => ({ id, number, buyerName, total }));
  return {
    details,
    registrations,
    next,
    numbers,
    issued: last > 0,
    withEarlierWays: shown(await listSentWithEarlierWays(db, by)),
    withoutGst: shown(await listWithoutGst(db, by)),
  };
}

export function listRegistrations(db: Db) {
  return db.select().from(gstRegistrations).orderBy(asc(gstRegistrations.starts));
}

export async function lastNumber(db: Db, kind: DocumentKind): Promise<number> {
  const [counter] = await db
    .select({ last: documentCounters.last })
    .from(documentCounters)
    .where(eq(documentCounters.kind, kind));
  return counter?.last ?? 0;
}

export type BusinessOutcome =
  /** `next`: the next number if later invoices are numbered differently than the last one. */
  | { ok: true; next: string | null }
  | { ok: false; reason: "changed"; current: BusinessDetails }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

/** Refuses an outdated `version`, so that no tab overwrites another. */
export function saveBusinessDetails(
  db: Db,
  by: Administrator,
  version: number,
  input: BusinessInput,
  now = new Date(),
): Promise<BusinessOutcome> {
  return db.transaction(async (tx) => {
    const current = await lockBusiness(tx);
    const before = contentOf(current);
    // A retry, perhaps because the response was lost.
    if (isDeepStrictEqual(before, input)) return { ok: true, next: null };
    if (current.version !== version) return { ok: false, reason: "changed", current };
    const errors = missing(input, (await listRegistrations(tx)).length > 0);
    if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
    const begins = !invoicesSessions(before) && invoicesSessions(input);
    const since = begins && { sessionsSince: now };
    await tx
      .update(businessDetails)
      .set({ ...input, ...since, version: version + 1, updatedAt: now });
    const changed = businessFields.filter((name) => before[name] !== input[name]);
    await recordActivity(
      tx,
      {
        actor: by.email,
        action: "changed",
        subject: businessSubject,
        before: only(before, changed),
        after: only(input, changed),
      },
      now,
    );
    await queueBankDetailsChanged(tx, { before, after: input, by: by.email, at: now });
    const last = await lastNumber(tx, "invoice");
    const isRenumbered = last > 0 && before.invoicePrefix !== input.invoicePrefix;
    const next = documentNumber("invoice", last + 1, input.invoicePrefix);
    return { ok: true, next: isRenumbered ? next : null };
  });
}

const invoicesSessions = ({ invoicing, sessionInvoicing }: BusinessInput) =>
  invoicing && sessionInvoicing !== "off";

/** Locks the row until the transaction ends; inserts it if missing. */
export async function lockBusiness(tx: Db): Promise<BusinessDetails> {
  await tx.insert(businessDetails).values({ version: 0 }).onConflictDoNothing();
  const [details] = await tx.select().from(businessDetails).for("update");
  return details!;
}

function contentOf(details: BusinessDetails): BusinessInput {
  return only(details, businessFields) as BusinessInput;
}

function only(values: BusinessInput, names: readonly (keyof BusinessInput)[]) {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
