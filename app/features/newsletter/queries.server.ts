import { eq, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { inMonth, matches, readPage } from "#app/server/database/list.server.ts";
import { subscribers } from "#app/server/database/tables.server.ts";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import type { CsvColumns } from "#app/values/csv.ts";
import { isOfReach } from "./readers.server.ts";
import { type Reach, type Subscriber, mailchimpLabels, subscriberStateLabels } from "./model.ts";

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
