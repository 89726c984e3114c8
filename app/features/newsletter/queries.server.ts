import { eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { inMonth, matches, readPage, rowsOf } from "#app/server/database/list.server.ts";
import { subscribers } from "#app/server/database/tables.server.ts";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import type { CsvColumns } from "#app/values/csv.ts";
import { type Reach, type Subscriber, mailchimpLabels, subscriberStateLabels } from "./model.ts";
import { type MailingAudience, type AudienceCounts, formInWords } from "./mailing.ts";

const source = {
  table: subscribers,
  sorts: { created: subscribers.createdAt, email: subscribers.email },
  id: subscribers.id,
};

/** Without suspected spam. */
export function listSubscribers(db: Db, _by: Administrator, list: ListQuery) {
  const { state, reach, month } = list.filters;
  return readPage<Subscriber>(db, source, list, [
    isNull(subscribers.spamReason),
    state ? eq(subscribers.state, state as Subscriber["state"]) : undefined,
    reach ? isOfReach(reach as Reach) : undefined,
    inMonth(subscribers.createdAt, month),
    matches(subscribers, list.search),
  ]);
}

export const subscriberColumns: CsvColumns<Subscriber> = {
  Email: ({ email }) => email,
  "First Name": ({ firstName }) => firstName,
  "Last Name": ({ lastName }) => lastName,
  Status: ({ state }) => subscriberStateLabels[state],
  Mailchimp: ({ mailchimp }) => mailchimpLabels[mailchimp],
  "Mailchimp Error": ({ mailchimpError }) => mailchimpError,
  "Signed Up": ({ createdAt }) => createdAt,
};

/** The words of a reader's latest sign-up that no bot made; none without any. */
const consentOf = (id: SQL) => sql`
  select coalesce(data->>'shown', data->>'consent') as words, data->>'form' as form, at
  from subscriber_events
  where subscriber_id = ${id} and kind = 'asked' and data->>'suspicion' is null
    and coalesce(data->>'shown', data->>'consent', '') <> ''
  order by subscriber_events.id desc limit 1`;

export const consentJoin = sql`left join lateral (${consentOf(sql`${subscribers.id}`)}) consent on true`;
const isSubscribed = sql`${subscribers.state} = 'subscribed' and ${subscribers.spamReason} is null`;
const isReached = sql`${isSubscribed} and ${subscribers.suppressedAt} is null
  and consent.words is not null`;

/** Among those who are subscribed, also where nothing else is joined. */
export function isOfReach(reach: Reach): SQL {
  const agreed = sql`exists (${consentOf(sql`${subscribers.id}`)})`;
  const conditions: Record<Reach, SQL> = {
    reached: sql`${subscribers.suppressedAt} is null and ${agreed}`,
    "no-consent": sql`not ${agreed}`,
    suppressed: sql`${subscribers.suppressedAt} is not null`,
  };
  return sql`${isSubscribed} and ${conditions[reach]}`;
}

function ofAudience(audience: string): SQL {
  const [, kind, name] = /^(form|tag):(.*)$/s.exec(audience) ?? [];
  if (kind === "form") return sql`consent.form = ${name}`;
  return kind === "tag" ? sql`${name} = any(${subscribers.tags})` : sql`true`;
}

export async function countAudience(db: Db, audience: string): Promise<AudienceCounts> {
  const [counts] = await rowsOf<AudienceCounts>(
    db,
    sql`select count(*) filter (where ${isReached})::int as reached,
        count(*) filter (where consent.words is null)::int as "withoutConsent",
        count(*) filter (where ${subscribers.suppressedAt} is not null)::int as suppressed
      from ${subscribers} ${consentJoin} where ${isSubscribed} and ${ofAudience(audience)}`,
  );
  return counts!;
}

/** Everyone first, then by form and by tag; none that reaches nobody. */
export async function listAudiences(db: Db, _by: Administrator): Promise<MailingAudience[]> {
  const reached = sql`from ${subscribers} ${consentJoin}`;
  const groups = await rowsOf<{ kind: string; name: string; count: number }>(
    db,
    sql`select 'all' as kind, '' as name, count(*)::int as count ${reached} where ${isReached}
      union all select 'form', consent.form, count(*)::int ${reached} where ${isReached}
        and consent.form is not null group by consent.form
      union all select 'tag', tag, count(*)::int ${reached}, unnest(${subscribers.tags}) tag
        where ${isReached} group by tag
      order by kind, name`,
  );
  return groups.map(({ kind, name, count }) => {
    if (kind === "all") return { value: "all", label: "Everyone subscribed", count };
    const label = kind === "form" ? `Signed up ${formInWords(name)}` : `Tagged “${name}”`;
    return { value: `${kind}:${name}`, label, count };
  });
}

type AddressedReader = { id: string; email: string; words: string; form: string; at: Date };

/** Readers of the audience without an email of this newsletter. */
export async function unaddressedReaders(
  tx: Db,
  mailing: { id: string; audience: string },
  limit: number,
): Promise<AddressedReader[]> {
  const found = await rowsOf<Omit<AddressedReader, "at"> & { at: Date | string }>(
    tx,
    sql`select ${subscribers.id} as id, ${subscribers.email} as email, consent.words, consent.form,
        consent.at
      from ${subscribers} ${consentJoin} where ${isReached} and ${ofAudience(mailing.audience)}
        and not exists (select from letters where letters.mailing_id = ${mailing.id}
          and letters.subscriber_id = ${subscribers.id})
      order by ${subscribers.id} limit ${limit}`,
  );
  return found.map((reader) => ({ ...reader, at: new Date(reader.at) }));
}
