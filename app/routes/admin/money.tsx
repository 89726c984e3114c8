import { href, Link } from "react-router";
import { InvoicesTable } from "#app/features/invoices/admin/invoices-table.tsx";
import { InvoiceTabs, MoneyHeader, moneyUrl } from "#app/features/invoices/admin/money-header.tsx";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import {
  type InvoiceList,
  invoiceLists,
  invoiceListShape,
  isInvoiceList,
  toListedInvoice,
} from "#app/features/invoices/lists.ts";
import { getMoneySums, listInvoices } from "#app/features/invoices/lists.server.ts";
import { listUninvoiced } from "#app/features/diary/session-invoices.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { FilterMonth } from "#app/ui/admin/list-filters.tsx";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTools } from "#app/ui/admin/list-tools.tsx";
import { NothingFound } from "#app/ui/admin/nothing-found.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { melbourneDay } from "#app/values/calendar.ts";
import { countOf } from "#app/values/wording.ts";
import type { Route } from "./+types/money";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Money" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const by = currentAdministrator(context);
  const asked = searchParams.get("show");
  const name: InvoiceList = isInvoiceList(asked) ? asked : "open";
  const list = readListQuery(searchParams, invoiceListShape(name));
  const now = new Date();
  const shown = { name, list };
  try {
    const [found, sums, { invoicing }, uninvoiced] = await Promise.all([
      listInvoices(getDb(), by, name, list, now),
      getMoneySums(getDb(), by, now),
      getBusinessDetails(getDb()),
      listUninvoiced(getDb(), by, now),
    ]);
    const rows = found.rows.map((account) => toListedInvoice(account, melbourneDay(now)));
    return { ...shown, invoices: { ...found, rows }, sums, invoicing, sessions: uninvoiced.length };
  } catch (error) {
    log.error({ err: error }, "invoices not loaded");
    return { ...shown, invoices: null, sums: null, invoicing: true, sessions: 0 };
  }
}

export default function Money({
  loaderData: { name, list, invoices, sums, invoicing, sessions },
}: Route.ComponentProps) {
  const isNew = sums?.counts.all === 0;
  if (isNew && !invoicing) return <NotSetUp />;
  const { heading, empty } = invoiceLists[name];
  return (
    <>
      <MoneyHeader heading={heading} sums={isNew ? null : sums} />
      {sessions > 0 && (
        <p className="mb-4">
          <Link className="link tall" to={`${href("/admin")}#today-sessions`}>
            {countOf(sessions, "session")} done and not invoiced
          </Link>
        </p>
      )}
      <InvoiceTabs shown={name} counts={sums?.counts ?? null} />
      {invoices === null && <LoadFailed href={moneyUrl(name)}>Failed to load invoices.</LoadFailed>}
      {invoices && (invoices.total > 0 || isNarrowed(list)) && (
        <ListTools
          label="Search invoices"
          noun="invoice"
          list={list}
          shape={invoiceListShape(name)}
          total={invoices.total}
          exports="invoices"
          keeps={["show"]}
        >
          <FilterMonth label={name === "drafts" ? "Created in" : "Issued in"} list={list} />
        </ListTools>
      )}
      {invoices?.total === 0 &&
        (isNarrowed(list) ? (
          <NothingFound to={moneyUrl(name)} />
        ) : (
          <EmptyList>{isNew ? noneYet : empty}</EmptyList>
        ))}
      {invoices && invoices.total > 0 && <InvoicesTable invoices={invoices.rows} list={list} />}
      {invoices && <Pager page={invoices.page} total={invoices.total} />}
    </>
  );
}

const noneYet = "There are no invoices yet. The next quote a client accepts brings the first.";

function NotSetUp() {
  return (
    <>
      <h1 className="display-3">Money</h1>
      <EmptyList>
        Invoices, payments and reminders start once you've entered your business details.
      </EmptyList>
      <Link to={href("/admin/money/settings")} className="button">
        Set up invoicing
      </Link>
    </>
  );
}
