import { and, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { askingInvoice, lateInvoice } from "#app/features/invoices/lists.server.ts";
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
import { type Client, clientListShape, phoneDigits } from "./model.ts";
import { hasDigits, nameAndEmail } from "./search.server.ts";

export async function listClients(
  db: Db,
  _by: Administrator,
  list: ListQuery,
  now = new Date(),
): Promise<ListPage<Client>> {
  const latest = await findLatest(db, list);
  if (latest) {
    const { emails, ...found } = latest;
    const rows = await findPage(db, peopleOf(among(emails), list, now), { ...list, page: 1 }, now);
    return { rows: rows.map(toClient), ...found };
  }
  const people = peopleOf(await matching(db, list.search), list, now);
  const rows = await findPage(db, people, list, now);
  if (rows.length > 0 || list.page === 1)
    return { rows: rows.map(toClient), total: rows[0]?.total ?? 0, page: list.page };
  // Past the last page.
  const [counted] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::int as total from (${people}) people`,
  );
  const { total } = counted!;
  const page = clampPage(list, total);
  return { rows: (await findPage(db, people, { ...list, page }, now)).map(toClient), total, page };
}

type Latest = Omit<ListPage<Client>, "rows"> & { emails: string[] };

/** Of more people than this the list only says that there are more. */
const mostCounted = 2_000;
/** Rows of each table; a later page reads all. */
const mostRead = 40_000;

/** Null for few people, other orders and late pages. */
async function findLatest(db: Db, list: ListQuery): Promise<Latest | null> {
  const { page, pageSize, search, sort } = list;
  if (search || pageSize === null || sort !== clientListShape.sort) return null;
  const tables = [contactMessages, amebBookings, diaryEntries, quotes, salesInvoices, clientNotes];
  const isLong = tables.map((table) => sql`exists (select from ${table} offset ${mostCounted})`);
  const [counted] = await rowsOf<{ total: number }>(
    db,
    sql`select case when ${sql.join(isLong, sql` or `)} then (select count(*)::int from (
      select from (${partOf(contacts, sql``, mostCounted + 1)}) records group by email) people) else 0 end as total`,
  );
  if (counted!.total <= mostCounted) return null;
  const end = page * pageSize;
  for (let read = 2 * end; read <= mostRead; read *= 5) {
    const emails = await readLatest(db, list, read);
    if (emails.length === pageSize)
      return { emails, total: Math.max(mostCounted, end), page, isMore: true };
  }
  return null;
}

/** Whoever comes after the last row that was read of a table may have a later one there. */
async function readLatest(db: Db, { page, pageSize }: ListQuery, read: number): Promise<string[]> {
  const rows = await rowsOf<{ email: string }>(
    db,
    sql`with latest as materialized (${partOf([...contacts, ...answers], sql`order by at desc, email`, read)}),
      unread as (select at, email from latest where place = ${read} order by at desc, email limit 1)
      select people.email from (select email, max(at) as at from latest group by email) people
        left join unread on true
      where unread.at is null or people.at > unread.at
        or people.at = unread.at and people.email <= unread.email
      order by people.at desc, people.email limit ${pageSize} offset ${(page - 1) * pageSize!}`,
  );
  return rows.map(({ email }) => email);
}

const among = (emails: readonly string[]) => sql`where email = any(${sql.param(emails)}::text[])`;

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
        coalesce(nullif(notes.phone, ''), enquiry.phone) as phone,
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
      left join lateral (
        select event->>'phone' as phone from ${contactMessages}
          where lower("email") = people.email and ${isGenuineMessage} and event->>'phone' <> ''
          order by created_at desc limit 1) enquiry on notes.email is null
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
    lastContact: last === null ? null : new Date(last),
    toAnswer: client.open - client.waiting,
    open: client.open + unpaid_invoices,
  };
}

const orders: Readonly<Record<string, SQL>> = {
  last: sql`people.last, people.email`,
  "-last": sql`people.last desc nulls last, people.email`,
  name: sql`people.name, people.email`,
  "-name": sql`people.name desc, people.email`,
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

/** Indexes have the orders of the second columns. */
const contacts = [
  sql`lower("email"), created_at from ${contactMessages} where ${isGenuineMessage}`,
  sql`lower("contact_email"), created_at from ${amebBookings} where ${isListedBooking}`,
  sql`lower("client_email"), created_at from ${diaryEntries} where ${isAppointment}`,
  sql`lower("client_email"), created_at from ${quotes}`,
  sql`lower("buyer_email"), created_at from ${salesInvoices} where ${isSale}`,
  sql`email, timestamptz '-infinity' from ${clientNotes} where ${isImportedClient}`,
];
const answers = [
  sql`lower("client_email"), accepted_at from ${quotes} where accepted_at is not null`,
  sql`lower("client_email"), rejected_at from ${quotes} where rejected_at is not null`,
];

/** The first rows of each table, numbered. */
const partOf = (tables: readonly SQL[], order: SQL, limit: number) =>
  sql.join(
    tables.map(
      (rows) => sql`(select row_number() over (${order}) as place, email, at
        from (select ${rows}) rows (email, at) ${order} limit ${limit})`,
    ),
    sql` union all `,
  );

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

/** All records are read for more people than these, who are looked up. */
const mostFound = 2_000;

async function matching(db: Db, typed: string): Promise<SQL> {
  if (!typed) return sql``;
  const digits = phoneDigits(typed);
  const found = digits
    ? sql`select lower("email") from ${contactMessages} where ${hasDigits(contactMessages, digits)}
        union all select email from ${clientNotes} where ${hasDigits(clientNotes, digits)}`
    : sql`select lower("email") from ${contactMessages}
          where ${and(matches(contactMessages, typed), matches(contactMessages, typed, nameAndEmail))}
        union all select lower("contact_email") from ${amebBookings} where ${matches(amebBookings, typed)}
        union all select lower("client_email") from ${diaryEntries}
          where ${and(matches(diaryEntries, typed), isAppointment)}
        union all select lower("client_email") from ${quotes} where ${matches(quotes, typed)}
        union all select lower("buyer_email") from ${salesInvoices} where ${matches(salesInvoices, typed)}
        union all select email from ${clientNotes} where ${and(matches(clientNotes, typed), isImportedClient)}`;
  const rows = await rowsOf<{ email: string }>(
    db,
    sql`select email from (${found}) found (email) limit ${mostFound + 1}`,
  );
  if (rows.length > mostFound) return sql`where email in (${found})`;
  return among([...new Set(rows.map(({ email }) => email))]);
}

export const clientColumns: CsvColumns<Client> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  "Last Contact": ({ lastContact }) => lastContact,
  Messages: ({ messages }) => messages,
  Quotes: (client) => client.quotes,
  "AMEB Bookings": ({ exams }) => exams,
  Appointments: ({ appointments }) => appointments,
  Invoices: ({ invoices }) => invoices,
  Open: ({ open }) => open,
};
