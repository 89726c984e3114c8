import { gte, inArray, isNull, type SQL, sql, eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { inMonth, matches, readPage, rowsOf } from "#app/server/database/list.server.ts";
import {
  emailAttachments,
  isOpenInvoice,
  isPaidInvoice,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import type { ListPage, ListQuery } from "#app/ui/admin/list-query.ts";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import type { Invoice } from "#app/features/invoices/model.ts";
import {
  type InvoiceList,
  invoiceLists,
  toListedInvoice,
  type InvoicesPanel,
  overdueOf,
  panelOf,
} from "./lists.ts";
import { quarterOf, spanOf } from "./quarter.ts";
import {
  findAccounts,
  askingInvoice,
  overdueInvoice,
  refundedInvoice,
} from "#app/features/invoices/queries.server.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";

const { createdAt, dueOn, id, issuedOn, number, total } = salesInvoices;

/** `askedRest` in SQL. */
const askedRestColumn = sql`case when number is not null and kind <> 'credit-note'
  and voided_at is null and not (${refundedInvoice})
  then total_cents - paid_cents - credited_cents end`;

const conditions: Record<InvoiceList, (today: Day) => SQL | undefined> = {
  open: () => isOpenInvoice,
  overdue: overdueInvoice,
  paid: () => isPaidInvoice,
  quarter: (today) => gte(issuedOn, spanOf(quarterOf(today)).from),
  drafts: () => isNull(number),
  all: () => undefined,
};

export async function listInvoices(
  db: Db,
  _administrator: Administrator,
  name: InvoiceList,
  list: ListQuery,
  now = new Date(),
): Promise<ListPage<Invoice & { wasSent?: boolean }>> {
  const sorts = {
    newest: createdAt,
    issued: issuedOn,
    due: dueOn,
    name: sql`lower("buyer_name")`,
    total,
    rest: askedRestColumn,
  };
  const source = { table: salesInvoices, sorts, sparse: ["rest"], id };
  const found = await readPage<Invoice>(db, source, list, [
    conditions[name](melbourneDay(now)),
    inMonth(name === "drafts" ? createdAt : issuedOn, list.filters.month),
    matches(salesInvoices, list.search),
  ]);
  return list.pageSize === null ? found : { ...found, rows: await withSending(db, found.rows) };
}

async function withSending<Row extends { id: string }>(db: Db, invoices: readonly Row[]) {
  const ids = invoices.map((invoice) => invoice.id);
  const sent = await db
    .selectDistinct({ id: emailAttachments.salesInvoiceId })
    .from(emailAttachments)
    .where(inArray(emailAttachments.salesInvoiceId, ids));
  const known = new Set(sent.map(({ id: of }) => of));
  return invoices.map((invoice) => ({ ...invoice, wasSent: known.has(invoice.id) }));
}

export type MoneySums = Awaited<ReturnType<typeof getMoneySums>>;

export async function getMoneySums(db: Db, _administrator: Administrator, now = new Date()) {
  const today = melbourneDay(now);
  const names = Object.keys(invoiceLists) as InvoiceList[];
  // Each by itself, as an index has all that it needs.
  const read = (what: SQL, where = sql`true`) =>
    sql`(select ${what} from ${salesInvoices} where ${where})`;
  const counts = names.map(
    (name) => sql`${read(sql`count(*)`, conditions[name](today))} as ${sql.identifier(name)}`,
  );
  const rest = sql`coalesce(sum(total_cents - paid_cents - credited_cents), 0)`;
  const [row] = await rowsOf<Record<string, string | number>>(
    db,
    sql`select ${sql.join(counts, sql`, `)}, ${read(rest, askingInvoice)} as "openSum",
      ${read(rest, overdueInvoice(today))} as "overdueSum"`,
  );
  return {
    open: Number(row!.openSum),
    overdue: Number(row!.overdueSum),
    counts: Object.fromEntries(names.map((name) => [name, Number(row![name])])) as Record<
      InvoiceList,
      number
    >,
  };
}

type Owner = { quoteId: string } | { bookingId: string } | { email: string };

/** Includes drafts. */
export async function getInvoicesPanel(
  db: Db,
  _by: Administrator,
  of: Owner,
  now = new Date(),
): Promise<InvoicesPanel> {
  const { invoicing } = await getBusinessDetails(db);
  const accounts = await withSending(db, await findAccounts(db, conditionOf(of)));
  return panelOf(accounts, invoicing, melbourneDay(now));
}

/** By booking id; only bookings with something overdue. */
export async function overdueOfBookings(
  db: Db,
  _by: Administrator,
  ids: readonly string[],
  now = new Date(),
): Promise<Record<string, Cents>> {
  const today = melbourneDay(now);
  const accounts = await findAccounts(db, inArray(salesInvoices.amebBookingId, [...ids]));
  const of = (booking: string) =>
    accounts
      .filter(({ amebBookingId }) => amebBookingId === booking)
      .map((account) => toListedInvoice(account, today));
  const sums = ids.map((booking) => [booking, overdueOf(of(booking))] as const);
  return Object.fromEntries(sums.filter(([, sum]) => sum > 0));
}

function conditionOf(of: Owner) {
  if ("quoteId" in of) return eq(salesInvoices.quoteId, of.quoteId);
  if ("bookingId" in of) return eq(salesInvoices.amebBookingId, of.bookingId);
  return sql`lower("buyer_email") = ${of.email.toLowerCase()}`;
}
