import { and, eq, gte, isNull, lte, ne, or } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { type Db, errorCode } from "#app/server/database/db.server.ts";
import { gstRegistrations } from "#app/server/database/tables.server.ts";
import { businessSubject, lockBusiness } from "./business-commands.server.ts";
import type { Registration } from "./business-schema.ts";
import { registrationInWords } from "./business-words.ts";

export type RegistrationOutcome =
  | { ok: true }
  | { ok: false; reason: "changed" }
  | { ok: false; reason: "invalid"; message: string };

/** Both days included. Adding the same period again changes nothing. */
export function addRegistration(
  db: Db,
  by: Administrator,
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
  by: Administrator,
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
    await record(
      tx,
      by,
      "changed a GST registration of",
      { before: periodOf(current), after: changed },
      now,
    );
    return { ok: true };
  });
}

/** A missing period counts as removed. */
export function removeRegistration(
  db: Db,
  by: Administrator,
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
  by: Administrator,
  action: string,
  change: { before?: Registration; after?: Registration },
  now: Date,
): Promise<void> {
  await recordActivity(tx, { actor: by.email, action, subject: businessSubject, ...change }, now);
}
