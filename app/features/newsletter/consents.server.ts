import { inArray, sql, and, eq, isNotNull, isNull } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { subscriberEventKinds } from "#app/server/database/enums.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { subscribers, subscriberEvents } from "#app/server/database/tables.server.ts";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import type { CsvColumns } from "#app/values/csv.ts";
import { countOf } from "#app/values/wording.ts";
import { formInWords } from "./mailing.ts";
import { type Subscriber, subscriberStateLabels } from "./model.ts";
import { listSubscribers, consentJoin, isOfReach } from "./queries.server.ts";

type ConsentProof = Subscriber & {
  words: string | null;
  form: string | null;
  agreedAt: Date | null;
  confirmedAt: Date | null;
  leftAt: Date | null;
};

/** For each reader the words, the form and the time of the consent. */
export async function listConsents(db: Db, by: Administrator, list: ListQuery) {
  const page = await listSubscribers(db, by, list);
  const last = (
    kind: (typeof subscriberEventKinds)[number],
  ) => sql`(select max(at) from subscriber_events
    where subscriber_id = ${subscribers.id} and kind = ${kind})`;
  const proofs = await rowsOf<Record<"id", string> & Omit<ConsentProof, keyof Subscriber>>(
    db,
    sql`select ${subscribers.id} as id, consent.words, consent.form, consent.at as "agreedAt",
        ${last("confirmed")} as "confirmedAt", ${last("unsubscribed")} as "leftAt"
      from ${subscribers} ${consentJoin}`,
  );
  const known = new Map(proofs.map((proof) => [proof.id, proof]));
  const dated = (at: Date | string | null | undefined) => (at ? new Date(at) : null);
  const rows = page.rows.map((reader): ConsentProof => {
    const { words = null, form = null, agreedAt, confirmedAt, leftAt } = known.get(reader.id) ?? {};
    const times = {
      agreedAt: dated(agreedAt),
      confirmedAt: dated(confirmedAt),
      leftAt: dated(leftAt),
    };
    return { ...reader, words, form, ...times };
  });
  return { ...page, rows };
}

export const consentColumns: CsvColumns<ConsentProof> = {
  Email: ({ email }) => email,
  Status: ({ state }) => subscriberStateLabels[state],
  "Agreed To": ({ words }) => words,
  Form: ({ form }) => form && formInWords(form),
  Agreed: ({ agreedAt }) => agreedAt,
  Confirmed: ({ confirmedAt }) => confirmedAt,
  Unsubscribed: ({ leftAt }) => leftAt,
};

/** Adds the tag to the readers, or takes it away. */
export async function tagReaders(
  db: Db,
  by: Owner,
  list: ListQuery,
  { tag, adds }: { tag: string; adds: boolean },
): Promise<number> {
  const { rows } = await listSubscribers(db, by, { ...list, pageSize: null });
  const others = sql`array_remove(${subscribers.tags}, ${tag})`;
  for (let from = 0; from < rows.length; from += 1_000) {
    const ids = rows.slice(from, from + 1_000).map(({ id }) => id);
    await db
      .update(subscribers)
      .set({ tags: adds ? sql`array_append(${others}, ${tag})` : others })
      .where(inArray(subscribers.id, ids));
  }
  return rows.length;
}

/** Of readers who signed up elsewhere: the words they agreed to there, as the owner knows them. */
export async function recordConsent(
  db: Db,
  by: Owner,
  list: ListQuery,
  words: string,
  now = new Date(),
): Promise<number> {
  const { rows } = await listSubscribers(db, by, { ...list, pageSize: null });
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const data = JSON.stringify({ form: "earlier", consent: words, recordedBy: by.email });
  return db.transaction(async (tx) => {
    const added = await rowsOf(
      tx,
      sql`insert into subscriber_events (subscriber_id, kind, at, data)
        select ${subscribers.id}, 'asked', first.at, ${data}::jsonb from ${subscribers}
        cross join lateral (select at from subscriber_events where kind = 'asked'
          and subscriber_id = ${subscribers.id} order by subscriber_events.id limit 1) first
        where ${isOfReach("no-consent")} and ${subscribers.id}::text
          in (select jsonb_array_elements_text(${ids}::jsonb)) returning id`,
    );
    const label = `the consent of ${countOf(added.length, "reader")}`;
    const entry = {
      actor: by.email,
      action: "recorded",
      subject: { kind: "newsletter", label },
    } as const;
    if (added.length > 0) await recordActivity(tx, { ...entry, after: { words } }, now);
    return added.length;
  });
}

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
