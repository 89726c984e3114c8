import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { subscriberEvents, subscribers } from "#app/server/database/tables.server.ts";
import { countOf } from "#app/values/wording.ts";

/** What a mail server reports (RFC 3464), else every address in the text. */
function addressesIn(pasted: string): string[] {
  const reported = Array.from(
    pasted.matchAll(/^(?:final|original)-recipient:\s*rfc822\s*;\s*<?([^\s<>]+@[^\s<>]+)>?/gim),
    ([, address]) => address!,
  );
  const all =
    reported.length > 0 ? reported : (pasted.match(/[^\s<>()[\],;:"']+@[^\s<>()[\],;:"']+/g) ?? []);
  return [...new Set(all.map((address) => address.toLowerCase().replace(/\.$/, "")))];
}

/** Readers whose emails came back get no newsletter any more. Their addresses. */
export function suppressBounced(db: Db, by: Owner, pasted: string, now = new Date()) {
  const isReader = and(
    inArray(subscribers.email, addressesIn(pasted)),
    eq(subscribers.state, "subscribed"),
    isNull(subscribers.suppressedAt),
  );
  return db.transaction(async (tx) => {
    const found = await tx
      .update(subscribers)
      .set({ suppressedAt: now })
      .where(isReader)
      .returning({ id: subscribers.id, email: subscribers.email });
    if (found.length === 0) return [];
    await tx
      .insert(subscriberEvents)
      .values(found.map(({ id }) => ({ subscriberId: id, kind: "bounced" as const, at: now })));
    const subject = { kind: "newsletter", label: `to ${countOf(found.length, "reader")}` } as const;
    await recordActivity(tx, { actor: by.email, action: "ended", subject }, now);
    return found.map(({ email }) => email);
  });
}

/** The address works again. False if it was not suppressed. */
export function releaseReader(db: Db, _by: Owner, id: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const released = await tx
      .update(subscribers)
      .set({ suppressedAt: null })
      .where(and(eq(subscribers.id, id), isNotNull(subscribers.suppressedAt)))
      .returning({ id: subscribers.id });
    if (released.length === 0) return false;
    await tx.insert(subscriberEvents).values({ subscriberId: id, kind: "released", at: now });
    return true;
  });
}
