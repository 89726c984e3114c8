import { gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { inMonth, matches, readPage } from "#app/server/database/list.server.ts";
import { rowsOf } from "#app/server/database/rows.server.ts";
import { emailAttachments, salesInvoices } from "#app/server/database/tables.server.ts";
import type { ListPage, ListQuery } from "#app/ui/admin/list-query.ts";
import { addDays, type Day, melbourneDay } from "#app/values/calendar.ts";
import { creditedColumn, isUnansweredRefund, paidColumn } from "./accounts.server.ts";
import { transferDays } from "./due.ts";
import { type InvoiceList, invoiceLists, type MoneySums } from "./lists.ts";
import type { Invoice, InvoiceAccount } from "./model.ts";
import { quarterOf, spanOf } from "./quarter.ts";

const { createdAt, dueOn, id, issuedOn, number, total } = salesInvoices;

/** What came in for each invoice and was taken off it: read once for all, not once for each. */
const movements = sql`(
  select sales_invoice_id as id, amount_cents as paid, 0 as credited,
    case when ${isUnansweredRefund} then -amount_cents else 0 end as returned
  from payments payment
  union all
  select credits_id, 0, total_cents, 0 from sales_invoices
    where credits_id is not null and voided_at is null
) movement`;

/**
 * The ids of invoices in force whose account is as asked. No join: without statistics the planner
 * would go through all movements for every invoice.
 */
const accountsHaving = (condition: SQL, among = sql`true`) => sql`
  select account.id from (
    select invoice.id, total_cents as total, 0 as paid, 0 as credited, 0 as returned
    from sales_invoices invoice
    where number is not null and kind <> 'credit-note' and voided_at is null and ${among}
    union all
    select movement.id, null, paid, credited, returned from ${movements}
  ) account group by account.id having ${condition}`;

const isOpen = sql`sum(total) > greatest(sum(paid + credited), 0)`;
const isPaid = sql`(sum(total) = 0 or (sum(paid) > 0 and sum(paid + credited) >= sum(total)))`;

const openInvoice = () => sql`${id} in (${accountsHaving(isOpen)})`;

/** {@link isLate} of columns. */
export const lateInvoice = (today: Day) =>
  sql`due_on < ${today} and issued_on < ${addDays(today, -transferDays)}`;

/** Open, and its client is asked for it. */
export const askingInvoice = (among?: SQL) =>
  sql`${id} in (${accountsHaving(sql`${isOpen} and sum(returned) = 0`, among)})`;

export const overdueInvoice = (today: Day) => askingInvoice(lateInvoice(today));

/** Left unpaid by a refund of which nobody has said why. */
export const refundedInvoice = () =>
  sql`${id} in (${accountsHaving(sql`${isOpen} and sum(returned) > 0`)})`;

const conditions: Record<InvoiceList, (today: Day) => SQL | undefined> = {
  open: openInvoice,
  overdue: overdueInvoice,
  paid: () => sql`${id} in (${accountsHaving(isPaid)})`,
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
): Promise<ListPage<InvoiceAccount & { wasSent?: boolean }>> {
  const sorts = {
    newest: createdAt,
    issued: issuedOn,
    due: dueOn,
    name: sql`lower("buyer_name")`,
    total,
    rest: sql`(${total} - ${paidColumn} - ${creditedColumn})`,
  };
  const isCostly = name === "open" || name === "overdue" || name === "paid";
  const source = { table: salesInvoices, sorts, id, isCostly };
  const found = await readPage<Invoice>(db, source, list, [
    conditions[name](melbourneDay(now)),
    inMonth(name === "drafts" ? createdAt : issuedOn, list.filters.month),
    matches(salesInvoices, list.search),
  ]);
  const rows = await withMoney(db, found.rows, list.pageSize);
  return { ...found, rows: list.pageSize === null ? rows : await withSending(db, rows) };
}

/** Of as many as are shown: read by the index. */
export async function withSending<Row extends { id: string }>(db: Db, invoices: readonly Row[]) {
  const ids = invoices.map((invoice) => invoice.id);
  const sent = await db
    .selectDistinct({ id: emailAttachments.salesInvoiceId })
    .from(emailAttachments)
    .where(inArray(emailAttachments.salesInvoiceId, ids));
  const known = new Set(sent.map(({ id: of }) => of));
  return invoices.map((invoice) => ({ ...invoice, wasSent: known.has(invoice.id) }));
}

async function withMoney(
  db: Db,
  invoices: readonly Invoice[],
  pageSize: number | null,
): Promise<InvoiceAccount[]> {
  // All rows of an export would be too many parameters.
  const ids = invoices.map((invoice) => sql`${invoice.id}::uuid`);
  if (ids.length === 0) return [];
  const shown = pageSize === null ? sql`true` : inArray(sql`movement.id`, ids);
  const sums = await rowsOf<{ id: string; paid: string; credited: string; returned: string }>(
    db,
    sql`select movement.id, sum(paid)::text as paid, sum(credited)::text as credited,
      sum(returned)::text as returned from ${movements} where ${shown} group by movement.id`,
  );
  const money = new Map(sums.map(({ id: of, ...sum }) => [of, sum]));
  return invoices.map((invoice) => {
    const { paid = 0, credited = 0, returned = 0 } = money.get(invoice.id) ?? {};
    return {
      ...invoice,
      paid: Number(paid),
      credited: Number(credited),
      returned: Number(returned),
    };
  });
}

/** One pass over all invoices. */
export async function getMoneySums(
  db: Db,
  _administrator: Administrator,
  now = new Date(),
): Promise<MoneySums> {
  const today = melbourneDay(now);
  const counted: Record<InvoiceList, SQL> = {
    open: sql`rest > 0`,
    overdue: sql`rest > 0 and ${lateInvoice(today)} and coalesce(returned, 0) = 0`,
    paid: sql`rest <= 0 and (paid > 0 or total_cents = 0)`,
    quarter: sql`issued_on >= ${spanOf(quarterOf(today)).from}`,
    drafts: sql`number is null`,
    all: sql`true`,
  };
  const names = Object.keys(invoiceLists) as InvoiceList[];
  const counts = names.map(
    (name) => sql`count(*) filter (where ${counted[name]}) as ${sql.identifier(name)}`,
  );
  const [row] = await rowsOf<Record<string, string | number>>(
    db,
    sql`select ${sql.join(counts, sql`, `)},
      coalesce(sum(rest) filter (where rest > 0 and coalesce(returned, 0) = 0), 0) as "openSum",
      coalesce(sum(rest) filter (where ${counted.overdue}), 0) as "overdueSum"
    from (
      select invoice.number, invoice.issued_on, invoice.due_on, invoice.total_cents, moved.paid,
        moved.returned,
        case when invoice.number is not null and invoice.kind <> 'credit-note'
          and invoice.voided_at is null
        then invoice.total_cents - coalesce(moved.paid + moved.credited, 0) end as rest
      from sales_invoices invoice
      left join (
        select movement.id, sum(paid) as paid, sum(credited) as credited,
          sum(returned) as returned from ${movements}
        group by movement.id
      ) moved on moved.id = invoice.id
    ) account`,
  );
  return {
    open: Number(row!.openSum),
    overdue: Number(row!.overdueSum),
    counts: Object.fromEntries(
      names.map((name) => [name, Number(row![name])]),
    ) as MoneySums["counts"],
  };
}
