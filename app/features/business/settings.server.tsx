import { isDeepStrictEqual } from "node:util";
import { asc, eq, and, gte, isNull, lte, ne, or } from "drizzle-orm";
import { href } from "react-router";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { type Db, errorCode } from "#app/server/database/db.server.ts";
import {
  businessDetails,
  documentCounters,
  gstRegistrations,
} from "#app/server/database/tables.server.ts";
import type { DocumentKind } from "#app/server/database/enums.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { content } from "#app/content/content.ts";
import { changesOf } from "#app/features/audit/changes.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  beforeLabel,
  type EmailFact,
  Facts,
  Heading,
  Text,
} from "#app/features/email/email-parts.tsx";
import { queueEmails, ownerEmail } from "#app/features/email/outbox.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { longInstant } from "#app/values/calendar.ts";
import {
  type BusinessInput,
  missing,
  type Registration,
  businessFields,
  registrationInWords,
  businessWords,
} from "./schema.ts";
import { getBusinessDetails } from "./queries.server.ts";
import { documentNumber, type BusinessDetails } from "./model.ts";

/** `numbers`: next numbers by kind, without prefix. `issued`: whether invoices exist. */
export async function getBusinessSettings(db: Db, _by: Administrator) {
  const details = await getBusinessDetails(db);
  const registrations = await listRegistrations(db);
  const last = await lastNumber(db, "invoice");
  const next = documentNumber("invoice", last + 1, details.invoicePrefix);
  const numbers = { invoice: last + 1, "credit-note": (await lastNumber(db, "credit-note")) + 1 };
  return { details, registrations, next, numbers, issued: last > 0 };
}

export function listRegistrations(db: Db) {
  return db.select().from(gstRegistrations).orderBy(asc(gstRegistrations.starts));
}

async function lastNumber(db: Db, kind: DocumentKind): Promise<number> {
  const [counter] = await db
    .select({ last: documentCounters.last })
    .from(documentCounters)
    .where(eq(documentCounters.kind, kind));
  return counter?.last ?? 0;
}

type BusinessOutcome =
  /** `next`: the next number if later invoices are numbered differently than the last one. */
  | { ok: true; next: string | null }
  | { ok: false; reason: "changed"; current: BusinessDetails }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

/** Refuses an outdated `version`, so that no tab overwrites another. */
export function saveBusinessDetails(
  db: Db,
  by: Owner,
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
    const since = {
      ...(begins && { sessionsSince: now }),
      ...(input.invoicing && !before.invoicing && { invoicingSince: now }),
    };
    await tx
      .update(businessDetails)
      .set({ ...input, ...since, version: version + 1, updatedAt: now });
    const changed = businessFields.filter((name) => before[name] !== input[name]);
    const change = { before: only(before, changed), after: only(input, changed) };
    await record(tx, by, "changed", change, now);
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
async function lockBusiness(tx: Db): Promise<BusinessDetails> {
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

/** `lower`: the number is below `next`, the lowest one allowed. */
type NextNumberResult = { ok: true } | { ok: false; reason: "lower"; next: number };

/** Numbers that it skips are never used. */
export function setNextNumber(
  db: Db,
  by: Owner,
  kind: DocumentKind,
  next: number,
  now = new Date(),
): Promise<NextNumberResult> {
  return db.transaction(async (tx) => {
    await lockBusiness(tx);
    await tx.insert(documentCounters).values({ kind }).onConflictDoNothing();
    const ofKind = eq(documentCounters.kind, kind);
    await tx.select().from(documentCounters).where(ofKind).for("update");
    const last = await lastNumber(tx, kind);
    if (next <= last) return { ok: false, reason: "lower", next: last + 1 };
    if (next === last + 1) return { ok: true };
    await tx
      .update(documentCounters)
      .set({ last: next - 1 })
      .where(ofKind);
    const name = kind === "invoice" ? "nextInvoice" : "nextCreditNote";
    const change = { before: { [name]: last + 1 }, after: { [name]: next } };
    await record(tx, by, "changed", change, now);
    return { ok: true };
  });
}

export type RegistrationOutcome =
  | { ok: true }
  | { ok: false; reason: "changed" }
  | { ok: false; reason: "invalid"; message: string };

/** Both days included. Adding the same period again changes nothing. */
export function addRegistration(
  db: Db,
  by: Owner,
  added: Registration,
  now = new Date(),
): Promise<RegistrationOutcome> {
  return refusingOverlaps(db, added, null, async (tx) => {
    const { invoicing, abn } = await lockBusiness(tx);
    if (invoicing && !abn)
      return { ok: false, reason: "invalid", message: "Enter and save your ABN above first." };
    if ((await tx.$count(gstRegistrations, isSame(added))) > 0) return { ok: true };
    await tx.insert(gstRegistrations).values(added);
    await record(tx, by, "added a GST registration to", { after: added }, now);
    return { ok: true };
  });
}

/** `seen`: the period as shown; a period changed since then is left alone. */
export function changeRegistration(
  db: Db,
  by: Owner,
  id: string,
  { seen, changed }: { seen: Registration; changed: Registration },
  now = new Date(),
): Promise<RegistrationOutcome> {
  return refusingOverlaps(db, changed, id, async (tx) => {
    const current = await find(tx, id);
    if (!current) return { ok: false, reason: "changed" };
    if (equals(current, changed)) return { ok: true };
    if (!equals(current, seen)) return { ok: false, reason: "changed" };
    await tx.update(gstRegistrations).set(changed).where(eq(gstRegistrations.id, id));
    const change = { before: periodOf(current), after: changed };
    await record(tx, by, "changed a GST registration of", change, now);
    return { ok: true };
  });
}

/** A missing period counts as removed. */
export function removeRegistration(
  db: Db,
  by: Owner,
  id: string,
  seen: Registration,
  now = new Date(),
): Promise<RegistrationOutcome> {
  return db.transaction(async (tx) => {
    const current = await find(tx, id);
    if (!current) return { ok: true };
    if (!equals(current, seen)) return { ok: false, reason: "changed" };
    await tx.delete(gstRegistrations).where(eq(gstRegistrations.id, id));
    await record(tx, by, "removed a GST registration from", { before: seen }, now);
    return { ok: true };
  });
}

const exclusionViolation = "23P01";

/** The database refuses overlapping periods; this names the other period. */
async function refusingOverlaps(
  db: Db,
  period: Registration,
  except: string | null,
  change: (tx: Db) => Promise<RegistrationOutcome>,
): Promise<RegistrationOutcome> {
  try {
    return await db.transaction(change);
  } catch (error) {
    if (errorCode(error) !== exclusionViolation) throw error;
    const [other] = await db
      .select()
      .from(gstRegistrations)
      .where(and(overlaps(period), except ? ne(gstRegistrations.id, except) : undefined));
    const days = other ? registrationInWords(other) : "on some of these days";
    const message = `You're already registered ${other ? `from ${days}` : days}. Periods can't overlap.`;
    return { ok: false, reason: "invalid", message };
  }
}

function overlaps({ starts, ends }: Registration) {
  return and(
    ends ? lte(gstRegistrations.starts, ends) : undefined,
    or(isNull(gstRegistrations.ends), gte(gstRegistrations.ends, starts)),
  );
}

const isSame = ({ starts, ends }: Registration) =>
  and(
    eq(gstRegistrations.starts, starts),
    ends ? eq(gstRegistrations.ends, ends) : isNull(gstRegistrations.ends),
  );

const periodOf = ({ starts, ends }: Registration): Registration => ({ starts, ends });
const equals = (one: Registration, other: Registration) =>
  one.starts === other.starts && one.ends === other.ends;

async function find(tx: Db, id: string): Promise<Registration | undefined> {
  const [found] = await tx
    .select()
    .from(gstRegistrations)
    .where(eq(gstRegistrations.id, id))
    .for("update");
  return found;
}

async function record(
  tx: Db,
  by: Owner,
  action: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> },
  now: Date,
): Promise<void> {
  const subject = { kind: "business", label: "the business details" } as const;
  await recordActivity(tx, { actor: by.email, action, subject, ...change }, now);
}

type Change = { before: BusinessInput; after: BusinessInput; by: string; at: Date };

/** An intruder would change this first; the email goes to an address that the change can't set. */
async function queueBankDetailsChanged(tx: Db, { before, after, by, at }: Change): Promise<void> {
  const changes = changesOf(waysToPay(before), waysToPay(after), businessWords);
  if (changes.length === 0) return;
  const facts = changes.map(({ label, before: was, after: now }): EmailFact => {
    const is = now || "None";
    return [label, was ? `${is}\n${beforeLabel}${was}` : is, "strong"];
  });
  const title = "Your bank details have been changed";
  await queueEmails(tx, {
    kind: "bank-details-changed",
    recipient: ownerEmail(),
    subject: `${title}: ${content().site.brand}`,
    body: (
      <EmailLayout preview="If this wasn't you, correct them straight away.">
        <Heading>{title}</Heading>
        <Text>From now on, your invoices ask clients to pay with these details.</Text>
        <Facts facts={[...facts, ["Changed by", by], ["Time", longInstant(at)]]} />
        <Text>
          If this was you, there's nothing to do. If not, correct them straight away and warn the
          clients you've just invoiced. Then change your password and sign out everywhere else.
        </Text>
        <Action href={absoluteUrl(href("/admin/money/settings"))}>Check your bank details</Action>
      </EmailLayout>
    ),
  });
}

function waysToPay({ payIdKind, payId, payIdName, bsb, accountNumber }: BusinessInput) {
  return { payIdKind, payId, payIdName, bsb, accountNumber };
}
