import { performance } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { activityList } from "../app/features/audit/model.ts";
import { listActivity } from "../app/features/audit/queries.server.ts";
import { listBookings } from "../app/features/ameb/queries.server.ts";
import { bookingListShape } from "../app/features/ameb/model.ts";
import { clientListShape } from "../app/features/clients/model.ts";
import { listClients } from "../app/features/clients/people.server.ts";
import { getClientHistory } from "../app/features/clients/queries.server.ts";
import { findRecords } from "../app/features/clients/search.server.ts";
import { messageListShape } from "../app/features/contact/model.ts";
import { listContactMessages } from "../app/features/contact/queries.server.ts";
import {
  listRecentlyAccepted,
  getWaitingCounts,
  getRevenue,
} from "../app/features/dashboard/queries.server.ts";
import { taskRules } from "#app/routes/admin/dashboard/task-rules.server.ts";
import { getTasks } from "../app/features/dashboard/tasks.server.ts";
import { emailList } from "../app/features/email/model.ts";
import { listEmails } from "../app/features/email/queries.server.ts";
import { getOverdue } from "#app/features/dashboard/money-tasks.server.ts";
import { getMoneySums, listInvoices } from "#app/features/ledger/lists.server.ts";
import { type InvoiceList, invoiceListShape } from "#app/features/ledger/lists.ts";
import { listQuotes, type QuoteList } from "#app/features/quotes/queries.server.ts";
import { quoteListShape } from "#app/routes/admin/quote-lists.ts";
import { type Db, openPostgres } from "../app/server/database/db.server.ts";
import { readListQuery } from "../app/ui/admin/list-query.ts";
import { createDatabase, startPostgres } from "../tests/support/postgres.ts";
import { growthOfPages, measureAdminPages } from "./admin.ts";
import { type Column, median } from "./table.ts";

/* What the lists, searches and figures of the admin cost on PostgreSQL as its rows become more. */

const sizes = [1_000, 10_000, 100_000];
const administrator = { userId: "bench", email: "owner@bench.example", role: "owner" } as const;

/** `milliseconds`: at each size. `plans`: at the largest. */
type QueryFigures = { query: string; milliseconds: number[]; plans: string };
export const queryColumns: Column<QueryFigures>[] = [
  { title: "query", of: ({ query }) => query },
  ...sizes.map((size, index) => ({
    title: `ms at ${size.toLocaleString("en-AU")}`,
    of: ({ milliseconds }: QueryFigures) => milliseconds[index]!.toFixed(1),
  })),
  { title: "whole tables read", of: ({ plans }) => plans },
];

export const listPageColumns = growthOfPages([sizes[0]!, sizes.at(-1)!]);

const at = (query: string) => new URLSearchParams(query);
const quotes =
  (query: string, name: QuoteList = "accepted") =>
  (db: Db) =>
    listQuotes(db, administrator, name, readListQuery(at(query), quoteListShape(name)));
const bookings = (query: string) => (db: Db) =>
  listBookings(db, administrator, readListQuery(at(query), bookingListShape));
const clients = (query: string) => (db: Db) =>
  listClients(db, administrator, readListQuery(at(query), clientListShape));
const invoices =
  (query: string, name: InvoiceList = "open") =>
  (db: Db) =>
    listInvoices(db, administrator, name, readListQuery(at(query), invoiceListShape(name)));
const messages =
  (query: string, tab: "all" | "new" = "all") =>
  (db: Db) =>
    listContactMessages(db, administrator, tab, readListQuery(at(query), messageListShape));

const queries: Readonly<Record<string, (db: Db) => PromiseLike<unknown>>> = {
  "accepted quotes": quotes(""),
  "accepted quotes, page 400": quotes("page=400"),
  "pending quotes": quotes("", "pending"),
  "rejected quotes": quotes("", "rejected"),
  "all quotes": quotes("", "all"),
  "all quotes by name": quotes("sort=name", "all"),
  "all quotes by name, backwards": quotes("sort=-name", "all"),
  "all quotes by event, backwards": quotes("sort=-event", "all"),
  "all quotes by amount, backwards": quotes("sort=-amount", "all"),
  "accepted quotes, oldest first": quotes("sort=newest"),
  "quotes: search": quotes("q=client+4711"),
  "quotes: search, found in all": quotes("q=lien"),
  bookings: bookings(""),
  "bookings, page 900": bookings("page=900"),
  "bookings by exam": bookings("sort=exam"),
  "bookings by exam, backwards": bookings("sort=-exam"),
  "bookings by name, backwards": bookings("sort=-name"),
  "bookings: status and dates": bookings("status=booked&from=2026-03-01&to=2026-03-31"),
  "bookings: search": bookings("q=family+4711"),
  messages: messages(""),
  "new messages": messages("", "new"),
  "messages by name": messages("sort=name"),
  "messages: search": messages("q=visitor+4711"),
  "messages: search, part of an address": messages("q=711@visit"),
  "open invoices": invoices(""),
  "open invoices by what is left, backwards": invoices("sort=-rest"),
  "overdue invoices": invoices("", "overdue"),
  "paid invoices": invoices("", "paid"),
  "paid invoices, page 900": invoices("page=900", "paid"),
  "invoices of the quarter": invoices("", "quarter"),
  "all invoices": invoices("", "all"),
  "invoices: search": invoices("q=client+4711", "all"),
  "money: sums": (db) => getMoneySums(db, administrator),
  "sent mail": (db) => listEmails(db, administrator, "all", readListQuery(at(""), emailList)),
  "sent mail that failed": (db) =>
    listEmails(db, administrator, "all", readListQuery(at("state=failed"), emailList)),
  "go to": (db) => findRecords(db, administrator, "4711"),
  clients: clients(""),
  "clients: search": clients("q=client+4711"),
  "clients, page 100": clients("page=100"),
  "clients by name": clients("sort=name"),
  "one client's story": (db) => getClientHistory(db, administrator, "client4711@client.example"),
  "dashboard: today": (db) =>
    getTasks(db, administrator, { since: null, now: new Date(), rules: taskRules }),
  "navigation: counts": (db) => getWaitingCounts(db, administrator),
  "dashboard: overdue": (db) => getOverdue(db, administrator),
  "dashboard: revenue": (db) => getRevenue(db, administrator),
  "dashboard: latest": (db) => listRecentlyAccepted(db, administrator),
  "activity: search": (db) =>
    listActivity(db, administrator, readListQuery(at("q=4711"), activityList)),
  activity: (db) => listActivity(db, administrator, readListQuery(at(""), activityList)),
};

/** Fills databases of a PostgreSQL of its own, asks each query `rounds` times, and each page at both ends. */
export async function measureQueries(rounds: number) {
  const postgres = await startPostgres();
  try {
    const measured: Awaited<ReturnType<typeof measureAt>>[] = [];
    const urls: string[] = [];
    for (const size of sizes) {
      urls.push(await createDatabase(postgres.url()));
      measured.push(await measureAt(size, urls.at(-1)!, rounds));
    }
    const queryFigures = measured.at(-1)!.map((largest, index) => ({
      ...largest,
      milliseconds: measured.map((figures) => figures[index]!.milliseconds),
    }));
    return { queryFigures, pages: await measureAdminPages([urls[0]!, urls.at(-1)!], rounds) };
  } finally {
    postgres.stop();
  }
}

async function measureAt(rows: number, url: string, rounds: number) {
  const { db, close } = await openPostgres(url, undefined, "none");
  try {
    await fill(db, rows);
    const figures = [];
    for (const [query, ask] of Object.entries(queries)) {
      await ask(db);
      const times = [];
      const before = await scans(db);
      for (let round = 0; round < rounds; round++) {
        const start = performance.now();
        await ask(db);
        times.push(performance.now() - start);
      }
      const after = await scans(db);
      const scannedTables = Object.keys(after).filter(
        (table) => after[table]! > (before[table] ?? 0),
      );
      figures.push({
        query,
        milliseconds: median(times),
        plans: scannedTables.join(", ") || "none",
      });
    }
    return figures;
  } finally {
    await close();
  }
}

async function fill(db: Db, rows: number): Promise<void> {
  const many = sql.raw(`generate_series(1, ${rows}) n`);
  const ago = sql.raw("now() - n * interval '20 minutes'");
  await db.execute(sql`insert into invoices (client_name, client_email, invoice_type, event_title, event_date,
      total_amount, slug, created_at, accepted_at, rejected_at)
    select 'Client ' || n, 'client' || n || '@client.example', 'Live Piano Services Quote',
      'Party ' || n, current_date + n % 400, 1200 + n % 700, 'slug-' || n, ${ago},
    case when n % 3 > 0 then ${ago} end, case when n % 30 = 0 then ${ago} end from ${many}`);
  await db.execute(
    sql`insert into quote_events (invoice_id, kind, actor, at)
      select id, 'sent', 'owner@bench.example', created_at from invoices`,
  );
  await db.execute(sql`insert into ameb_bookings (student_parent_name, contact_email, exam_date, exam_time,
      exam_board_grade, service_required, status, created_at)
    select 'Family ' || n, 'family' || n || '@family.example', date '2025-01-01' + n % 700,
      '10:40 am', 'AMEB Grade ' || n % 8, array['Exam Day Accompanying Only'],
    (array['pending', 'contacted', 'booked', 'cancelled'])[1 + n % 4], ${ago} from ${many}`);
  await db.execute(sql`insert into sales_invoices (kind, number, reference, slug, buyer_name, buyer_email, title,
      lines, total_cents, seller, issued_on, issued_at, due_on, created_at, created_by)
    select 'full', 'INV-' || n, 'INV' || n, 'invoice-' || n, 'Client ' || n, 'client' || n || '@client.example',
      'Party ' || n, '[{"text": "Live piano", "amount": 77500}]', 77500, '{}',
      (${ago})::date, ${ago}, (${ago})::date + 7, ${ago}, 'client' from ${many}`);
  // Of fifty invoices one is open, and one of the others was paid in two parts. The trigger of each payment would read
  // all of them: its plan is of the time when there were none.
  await db.execute("alter table payments disable trigger user");
  await db.execute(sql`insert into payments (sales_invoice_id, paid_on, amount_cents, method, actor)
    select id, issued_on + 3, total_cents / part, 'bank-transfer', 'owner@bench.example'
      from sales_invoices, lateral (select substr(number, 5)::int as n) of,
        lateral (select 1 + (n % 50 = 1)::int as part) parts, lateral generate_series(1, part)
      where n % 50 > 0`);
  await db.execute("alter table payments enable trigger user");
  await db.execute(sql`update sales_invoices set paid_cents = total_cents
    where id in (select sales_invoice_id from payments)`);
  await db.execute(sql`insert into contact_messages (name, email, message, state, created_at)
    select 'Visitor ' || n, 'visitor' || n || '@visitor.example', 'Could we begin in week ' || n || '?',
      case when n % 100 = 0 then 'new' else 'answered' end, ${ago} from ${many}`);
  await db.execute(sql`insert into letters (kind, recipient, subject, html, text, state, created_at)
    select 'test', 'client' || n || '@client.example', 'Email ' || n, 'h', 't', 'sent', ${ago} from ${many}`);
  await db.execute(
    sql`insert into activity (at, actor, action, subject_kind, label)
      select ${ago}, 'owner@bench.example', 'changed', 'booking', 'Family ' || n from ${many}`,
  );
  // Half of them are past.
  await db.execute(sql`insert into diary_entries (kind, state, title, client_name, client_email, starts_at, ends_at,
      busy_from, busy_until, created_at)
    select 'appointment', case when begins < now() then 'done' else 'booked' end, 'Lesson', 'Client ' || n,
      'client' || n || '@client.example', begins, begins + interval '45 minutes', begins,
      begins + interval '45 minutes', ${ago} from ${many},
      lateral (select now() + (n - ${rows / 2}::int) * interval '1 hour' as begins) at`);
  await db.execute("vacuum analyze");
}

/** How often each table has been read from end to end so far. */
async function scans(db: Db): Promise<Record<string, number>> {
  await db.execute("select pg_stat_force_next_flush()");
  const { rows: found } = (await db.execute(
    "select relname, seq_scan::int from pg_stat_user_tables where schemaname = 'public'",
  )) as unknown as { rows: { relname: string; seq_scan: number }[] };
  return Object.fromEntries(found.map(({ relname, seq_scan }) => [relname, seq_scan]));
}
