import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
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
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { CsvColumns } from "#app/values/csv.ts";
import { type Client, phoneDigits } from "./model.ts";
import { hasDigits, nameAndEmail } from "./search.server.ts";

export async function listClients(db: Db, _by: Administrator, list: ListQuery, now = new Date()) {
  const people = sql`select email, min(lower(name)) as name, max(at) as last, sum(message)::int as messages,
      sum(quote)::int as quotes, sum(exam)::int as exams,
      sum(appointment)::int as appointments, sum(invoice)::int as invoices,
      sum(open)::int as open, sum(waiting)::int as waiting, sum(unpaid)::int as unpaid,
      count(*) over()::int as total
    from (${recordsOfPeople(now, list.sort.endsWith("open"))}) records ${matching(list.search)} group by email`;
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
  eq(diaryEntries.kind, "appointment"),
  isNull(diaryEntries.spamReason),
  isNotNull(diaryEntries.clientEmail),
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
    where kind <> 'credit-note' and number is not null
  union all select email, name, null, 0, 0, 0, 0, 0, 0, 0, 0 from ${clientNotes} where ${isImportedClient}
  ${byOpen ? ofUnpaid : sql``}`;

const isImportedClient = isNotNull(clientNotes.name);

const ofUnpaid = sql`union all select lower("buyer_email"), null, null, 0, 0, 0, 0, 0, 0, 0, 1
  from ${salesInvoices} where ${askingInvoice}`;

function matching(typed: string): SQL {
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
  return sql`where email in (${found})`;
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
