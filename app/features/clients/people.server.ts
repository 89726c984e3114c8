import { and, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { askingInvoice, lateInvoice } from "#app/features/invoices/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { clampPage, matches, rowsOf } from "#app/server/database/list.server.ts";
import {
  amebBookings,
  answerableQuote,
  clientNotes,
  contactMessages,
  diaryEntries,
  quotes,
  salesInvoices,
  isGenuineMessage,
  isListedBooking,
} from "#app/server/database/tables.server.ts";
import type { ListPage, ListQuery } from "#app/ui/admin/list-query.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { CsvColumns } from "#app/values/csv.ts";
import { type Client, phoneDigits } from "./model.ts";
import { hasDigits, hasPhone, nameAndEmail } from "./search.server.ts";

export async function listClients(
  db: Db,
  _by: Administrator,
  list: ListQuery,
  now = new Date(),
): Promise<ListPage<Client>> {
  const { pageSize } = list;
  const first = await findFirst(db, list, now);
  if (first) {
    const { people, total } = first;
    const page = clampPage(list, total);
    const end = page * pageSize!;
    const where = among(people.slice(end - pageSize!, end));
    const rows = await findPage(db, peopleOf(where, list, now), { ...list, page: 1 }, now);
    return { rows: rows.map(toClient), total, page, isMore: true, isCut: end >= total };
  }
  const { where, isMore } = await matching(db, list);
  const people = peopleOf(where, list, now);
  let rows = await findPage(db, people, list, now);
  let { page } = list;
  let total = rows[0]?.total ?? 0;
  if (rows.length === 0 && page > 1) {
    const [counted] = await rowsOf<{ total: number }>(
      db,
      sql`select count(*)::int as total from (${people}) people`,
    );
    total = counted!.total;
    page = clampPage(list, total);
    rows = await findPage(db, people, { ...list, page }, now);
  }
  const isCut = isMore && page * pageSize! >= total;
  return { rows: rows.map(toClient), total, page, ...(isMore && { isMore, isCut }) };
}

/** Of more people than this the list only says that there are more, whom a search finds. */
const mostListed = 2_000;
/** Rows of each table. */
const mostRead = 25_000;
/** Rows of each table that a search finds. */
const mostMatches = 5_000;
/** Of a search that finds too many. */
const mostFound = 500;

const hasMore = (rows: number) =>
  sql.join(
    [contactMessages, amebBookings, diaryEntries, quotes, salesInvoices, clientNotes].map(
      (table) => sql`exists (select from ${table} offset ${rows})`,
    ),
    sql` or `,
  );

/** Null where everything is read: few people, exports, and late pages of not so many records. */
async function findFirst(db: Db, list: ListQuery, now: Date) {
  const { page, pageSize, search, sort } = list;
  if (search || pageSize === null) return null;
  const some = partOf(rowsBy("at"), sql``, mostListed + 1);
  const [counted] = await rowsOf<{ total: number }>(
    db,
    sql`select case when ${hasMore(mostListed)} then (select count(*)::int from (
      select from (${some}) records group by email) people) else 0 end as total`,
  );
  if (counted!.total <= mostListed) return null;
  const end = Math.min(page * pageSize, mostListed);
  const readFirst = sort.endsWith("open") ? readByOpen : readByKey;
  let people: Found[] = [];
  // One more than the page has tells whether there is a next page.
  for (let read = pageSize + end; people.length <= end && read <= mostRead; read *= 3)
    people = await readFirst(db, sort, end + 1, read, now);
  if (end < mostListed && people.length > end) return { people, total: mostListed };
  const total = Math.min(people.length, mostListed);
  return total > 0 && (await isTooLong(db)) ? { people, total } : null;
}

/** Then reading all records would take longer than a statement may. */
async function isTooLong(db: Db): Promise<boolean> {
  return (await rowsOf(db, sql`select where ${hasMore(mostRead)}`)).length > 0;
}

type Found = { email: string };
type ReadFirst = (db: Db, sort: string, end: number, read: number, now: Date) => Promise<Found[]>;

/** The least name and the latest contact of a person count. */
const readByKey: ReadFirst = async (db, sort, end, read, now) => {
  const isDescending = sort.startsWith("-");
  const isName = sort.endsWith("name");
  const order = isDescending ? sql`desc` : sql`asc`;
  // In the other direction a row only says that its person comes no earlier.
  const isExact = isName !== isDescending;
  const never = isDescending ? sql`timestamptz '-infinity'` : sql`timestamptz 'infinity'`;
  const own = sql`(select ${isName ? sql`min(lower(name))` : sql`coalesce(max(at), ${never})`}
    from (${recordsOfPeople(now, false)}) records where records.email = seen.email)`;
  const from = partOf(
    rowsBy(isName ? "name" : "at", never),
    sql`order by key ${order}, email`,
    read,
  );
  return rowsOf<Found>(
    db,
    sql`with first as materialized (${from}),
      seen as materialized (select email, ${isDescending ? sql`max` : sql`min`}(key) as key from first
        group by email order by 2 ${order}, email limit ${read}),
      unread as (select key, email from ((select key, email from first where place = ${read})
          union all (select key, email from seen order by key ${order}, email offset ${read - 1} limit 1)) ends
        order by key ${order}, email limit 1)
      select people.email
        from (select email, ${isExact ? sql`key` : own} as key from seen) people left join unread on true
        where ${isKnown(isDescending)} order by people.key ${order}, people.email limit ${end}`,
  );
};

/** Whoever comes after the last row that was read of a table may have an earlier one there. */
const isKnown = (isDescending: boolean) => sql`(unread.key is null or people.key = unread.key
  and people.email <= unread.email or people.key ${isDescending ? sql`>` : sql`<`} unread.key)`;

/** Of the people with as much open as the last one wanted, few are looked up, of many the latest are read. */
const readByOpen: ReadFirst = async (db, sort, end, read, now) => {
  const isMost = sort.startsWith("-");
  const last = isMost
    ? sql`(select open from open order by open desc offset ${end - 1} limit 1)`
    : sql`0`;
  return rowsOf<Found>(
    db,
    sql`with every (email) as materialized (${sql.join(openRecords(now), sql` union all `)}),
      open as materialized (select email, count(*) as open from every group by email),
      wanted as materialized (select coalesce(${last}, 0) as open),
      last as (select open, open > 0 and (select count(*) from open where open >= (select open from wanted))
        <= ${mostListed} as few from wanted),
      first as materialized (${partOf(rowsBy("at"), sql`order by key desc, email`, read)}),
      unread as (select key, email from first where place = ${read} order by key desc, email limit 1),
      found as (
        select open.email, open.open, (select max(at) from (${recordsOfPeople(now, false)}) records
            where records.email = open.email) as key
          from open, last where ${isMost} and (open.open > last.open or few and open.open = last.open)
        union all select people.email, last.open, people.key
          from (select email, max(key) as key from first group by email) people cross join last
          left join open on open.email = people.email left join unread on true
          where not few and coalesce(open.open, 0) = last.open and ${isKnown(true)})
      select email from found order by open desc, key desc, email limit ${end}`,
  );
};

const among = (people: readonly Found[]) =>
  sql`where email = any(${sql.param([...new Set(people.map(({ email }) => email))])}::text[])`;

const peopleOf = (where: SQL, { sort }: ListQuery, now: Date) => sql`
  select email, min(lower(name)) as name, max(at) as last, sum(message)::int as messages,
    sum(quote)::int as quotes, sum(exam)::int as exams,
    sum(appointment)::int as appointments, sum(invoice)::int as invoices,
    sum(open)::int as open, sum(waiting)::int as waiting, sum(unpaid)::int as unpaid,
    count(*) over()::int as total
  from (${recordsOfPeople(now, sort.endsWith("open"))}) records ${where} group by email`;

function findPage(
  db: Db,
  people: SQL,
  { sort, page, pageSize }: ListQuery,
  now: Date,
): Promise<Row[]> {
  const part = pageSize === null ? sql`` : sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;
  // Look up names, numbers and money for the rows of one page only.
  return rowsOf<Row>(
    db,
    sql`select people.*, coalesce(latest.name, notes.name) as latest_name,
        coalesce(nullif(notes.phone, ''), given.phone) as phone, ${pageSize === null ? sql`notes.notes,` : sql``}
        money.unpaid_invoices, money.owed, money.overdue
      from (select * from (${people}) people order by ${orders[sort]} ${part}) people
      left join ${clientNotes} notes on notes.email = people.email
      left join lateral (
        select name from (
          (select name, created_at as at from ${contactMessages}
            where lower("email") = people.email and ${isGenuineMessage} order by at desc limit 1)
          union all (select student_parent_name, created_at from ${amebBookings}
            where lower("contact_email") = people.email and ${isListedBooking} order by created_at desc limit 1)
          union all (select client_name, created_at from ${diaryEntries}
            where lower("client_email") = people.email and ${isAppointment}
            order by created_at desc limit 1)
          union all (select client_name, created_at from ${quotes}
            where lower("client_email") = people.email order by created_at desc limit 1)
          union all (select buyer_name, created_at from ${salesInvoices}
            where lower("buyer_email") = people.email order by created_at desc limit 1)
        ) names order by at desc limit 1) latest on true
      left join lateral ${latestPhone(sql`people.email`)} given on notes.email is null
      left join lateral (
        select count(*)::int as unpaid_invoices, coalesce(sum(rest), 0)::float8 as owed,
          coalesce(sum(rest) filter (where ${lateInvoice(melbourneDay(now))}), 0)::float8 as overdue
        from (select due_on, issued_on, total_cents - paid_cents - credited_cents as rest from ${salesInvoices}
          where lower("buyer_email") = people.email and ${askingInvoice}) account) money on true
      order by ${orders[sort]}`,
  );
}

type Row = Omit<Client, "lastContact" | "toAnswer"> & {
  last: string | Date | null;
  latest_name: string;
  unpaid: number;
  unpaid_invoices: number;
  total: number;
};

function toClient(row: Row): Client {
  const { last, latest_name: name, unpaid: _unpaid, unpaid_invoices, total: _, ...client } = row;
  return {
    ...client,
    name,
    notes: client.notes ?? undefined,
    lastContact: last === null ? null : new Date(last),
    toAnswer: client.open - client.waiting,
    open: client.open + unpaid_invoices,
  };
}

const orders: Readonly<Record<string, SQL>> = {
  last: sql`people.last, people.email`,
  "-last": sql`people.last desc nulls last, people.email`,
  name: sql`people.name, people.email`,
  "-name": sql`people.name desc nulls last, people.email`,
  open: sql`people.open + people.unpaid, people.last desc nulls last, people.email`,
  "-open": sql`people.open + people.unpaid desc, people.last desc nulls last, people.email`,
};

export const isAppointment = and(
  sql`kind = 'appointment'`,
  isNull(diaryEntries.spamReason),
  isNotNull(diaryEntries.clientEmail),
);

const isSale = sql`kind <> 'credit-note' and number is not null`;

const isImportedClient = isNotNull(clientNotes.name);

export const latestPhone = (address: SQL | string) => sql`(
  select phone from (select event->>'phone' as phone, created_at from ${contactMessages}
      where lower("email") = ${address} and ${isGenuineMessage}
    union all select phone, created_at from ${diaryEntries}
      where lower("client_email") = ${address} and ${isAppointment}) given
  where phone <> '' order by created_at desc limit 1)`;

/** Indexes have the orders of names and times. */
const contacts = [
  ["email", "name", sql`${contactMessages} where ${isGenuineMessage}`],
  ["contact_email", "student_parent_name", sql`${amebBookings} where ${isListedBooking}`],
  ["client_email", "client_name", sql`${diaryEntries} where ${isAppointment}`],
  ["client_email", "client_name", sql`${quotes} where true`],
  ["buyer_email", "buyer_name", sql`${salesInvoices} where ${isSale}`],
] as const;
/** `partOf` leaves out nulls; said twice, PostgreSQL would expect a thirtieth of the rows and read them all. */
const answers = [
  sql`lower("client_email"), accepted_at from ${quotes}`,
  sql`lower("client_email"), rejected_at from ${quotes}`,
];

/** Whoever is only imported comes after the others in both directions. */
const rowsBy = (key: "name" | "at", never = sql`timestamptz '-infinity'`) => [
  ...contacts.map(([email, name, from]) => {
    const of = key === "name" ? sql`lower(${sql.identifier(name)})` : sql`created_at`;
    return sql`lower(${sql.identifier(email)}), ${of} from ${from}`;
  }),
  ...(key === "at" ? answers : []),
  sql`email, ${key === "name" ? sql`lower("name")` : never} from ${clientNotes} where ${isImportedClient}`,
];

/** The first rows of each table, numbered. Whoever has no name comes after the others in both directions. */
const partOf = (from: readonly SQL[], order: SQL, limit: number) =>
  sql.join(
    from.map(
      (rows) => sql`(select row_number() over (${order}) as place, email, key
        from (select ${rows}) rows (email, key) where key is not null ${order} limit ${limit})`,
    ),
    sql` union all `,
  );

const openRecords = (now: Date) => [
  sql`select lower("email") from ${contactMessages} where state = 'new' and ${isGenuineMessage}`,
  sql`select lower("contact_email") from ${amebBookings} where status = 'pending' and ${isListedBooking}`,
  sql`select lower("client_email") from ${diaryEntries} where state = 'requested' and ${isAppointment}`,
  sql`select lower("client_email") from ${quotes} where ${answerableQuote(melbourneDay(now))}`,
  sql`select lower("buyer_email") from ${salesInvoices} where ${askingInvoice}`,
];

/** `byOpen`: count unpaid invoices too, which reads all accounts. */
const recordsOfPeople = (now: Date, byOpen: boolean) => sql`
  select lower("email") as email, name, created_at as at, 1 as message, 0 as quote, 0 as exam,
    0 as appointment, 0 as invoice, (state = 'new')::int as open, 0 as waiting,
    0 as unpaid from ${contactMessages} where ${isGenuineMessage}
  union all select lower("contact_email"), student_parent_name, created_at, 0, 0, 1, 0, 0,
    (status = 'pending')::int, 0, 0 from ${amebBookings} where ${isListedBooking}
  union all select lower("client_email"), client_name, created_at, 0, 0, 0, 1, 0,
    (state = 'requested')::int, 0, 0 from ${diaryEntries} where ${isAppointment}
  union all select lower("client_email"), client_name, greatest(created_at, accepted_at, rejected_at), 0, 1, 0, 0, 0,
    (${answerableQuote(melbourneDay(now))})::int, (${answerableQuote(melbourneDay(now))})::int, 0 from ${quotes}
  union all select lower("buyer_email"), buyer_name, created_at, 0, 0, 0, 0, 1, 0, 0, 0 from ${salesInvoices}
    where ${isSale}
  union all select email, name, null, 0, 0, 0, 0, 0, 0, 0, 0 from ${clientNotes} where ${isImportedClient}
  ${byOpen ? ofUnpaid : sql``}`;

const ofUnpaid = sql`union all select lower("buyer_email"), null, null, 0, 0, 0, 0, 0, 0, 0, 1
  from ${salesInvoices} where ${askingInvoice}`;

type Matching = { where: SQL; isMore?: boolean };

async function matching(db: Db, { search, pageSize }: ListQuery): Promise<Matching> {
  if (!search) return { where: sql`` };
  const digits = phoneDigits(search);
  const found = digits
    ? [
        sql`lower("email"), created_at from ${contactMessages} where ${hasDigits(contactMessages, digits)}`,
        sql`lower("client_email"), created_at from ${diaryEntries} where ${and(hasPhone(digits), isAppointment)}`,
        sql`email, updated_at from ${clientNotes} where ${hasDigits(clientNotes, digits)}`,
      ]
    : [
        sql`lower("email"), created_at from ${contactMessages}
          where ${and(matches(contactMessages, search), matches(contactMessages, search, nameAndEmail))}
            and ${isGenuineMessage}`,
        sql`lower("contact_email"), created_at from ${amebBookings}
          where ${and(matches(amebBookings, search), isListedBooking)}`,
        sql`lower("client_email"), created_at from ${diaryEntries}
          where ${and(matches(diaryEntries, search), isAppointment)}`,
        sql`lower("client_email"), created_at from ${quotes} where ${matches(quotes, search)}`,
        sql`lower("buyer_email"), created_at from ${salesInvoices} where ${matches(salesInvoices, search)}`,
        sql`email, updated_at from ${clientNotes} where ${and(matches(clientNotes, search), isImportedClient)}`,
      ];
  const all = sql.join(
    found.map((rows) => sql`select ${rows}`),
    sql` union all `,
  );
  const some = await rowsOf<Found>(
    db,
    sql`select email from (${all}) found (email) limit ${mostListed + 1}`,
  );
  if (some.length <= mostListed) return { where: among(some) };
  if (pageSize === null || !(await isTooLong(db)))
    return { where: sql`where email in (select email from (${all}) found (email))` };
  const latest = await rowsOf<Found & { is_cut: boolean }>(
    db,
    sql`select email, max(max(place)) over () = ${mostMatches} as is_cut
      from (${partOf(found, sql`order by key desc`, mostMatches)}) found
      group by email order by max(key) desc, email limit ${mostListed + 1}`,
  );
  const isMore = latest.length > mostListed || latest.some(({ is_cut }) => is_cut);
  return { where: among(isMore ? latest.slice(0, mostFound) : latest), isMore };
}

export const clientColumns: CsvColumns<Client> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Notes: ({ notes }) => notes ?? null,
  "Last Contact": ({ lastContact }) => lastContact,
  Messages: ({ messages }) => messages,
  Quotes: (client) => client.quotes,
  "AMEB Bookings": ({ exams }) => exams,
  Appointments: ({ appointments }) => appointments,
  Invoices: ({ invoices }) => invoices,
  Open: ({ open }) => open,
};
