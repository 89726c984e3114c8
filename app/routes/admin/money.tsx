import { href, Link } from "react-router";
import { PageLink } from "#app/ui/admin/access.tsx";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import {
  type InvoiceList,
  invoiceLists,
  invoiceListShape,
  toListedInvoice,
  type ListedInvoice,
} from "#app/features/ledger/lists.ts";
import { getMoneySums, listInvoices, type MoneySums } from "#app/features/ledger/lists.server.ts";
import { countUninvoiced } from "#app/features/appointments/session-invoices.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readListQuery, readTab } from "#app/ui/admin/list-query.ts";
import { LinkedRow, RecordList } from "#app/ui/admin/list.tsx";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { melbourneDay } from "#app/values/calendar.ts";
import { countOf } from "#app/values/wording.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { ListTabs } from "#app/ui/admin/tabs.tsx";
import { useToday, OnDay } from "#app/ui/admin/when.tsx";
import { quarterOf } from "#app/features/ledger/quarter.ts";
import { formatMoney } from "#app/values/money.ts";
import { unbroken } from "#app/values/unbroken.ts";
import { InvoiceBadge } from "#app/features/ledger/invoice-panel.tsx";
import { load } from "./load.server.ts";
import type { Route } from "./+types/money";

export const handle = { title: "Money" };

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const by = currentAdministrator(context);
  const name = readTab(invoiceLists, searchParams.get("show"));
  const list = readListQuery(searchParams, invoiceListShape(name));
  const now = new Date();
  return load("Failed to load invoices.", async () => {
    const [found, sums, { invoicing }, sessions] = await Promise.all([
      listInvoices(getDb(), by, name, list, now),
      getMoneySums(getDb(), by, now),
      getBusinessDetails(getDb()),
      countUninvoiced(getDb(), by, now),
    ]);
    const rows = found.rows.map((account) => toListedInvoice(account, melbourneDay(now)));
    const invoices = { ...found, rows };
    return { name, list, invoices, sums, invoicing, sessions };
  });
}

export default function Money({
  loaderData: { name, list, invoices, sums, invoicing, sessions },
}: Route.ComponentProps) {
  const isNew = sums.counts.all === 0;
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
      <ListTabs
        label="Lists of invoices"
        tabs={invoiceLists}
        shown={name}
        to={moneyUrl}
        counts={sums.counts}
      />
      <RecordList
        label="Search invoices"
        noun="invoice"
        exports="invoices"
        keeps="show"
        list={list}
        shape={invoiceListShape(name)}
        found={invoices}
        empty={isNew ? noneYet : empty}
        all={moneyUrl(name)}
        columns={[
          "Number",
          { by: "name" },
          { by: "issued" },
          { by: "due" },
          { by: "total", number: true },
          { by: "rest", number: true },
          "State",
          { text: "Details", hidden: true },
        ]}
      >
        {(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} />}
      </RecordList>
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

const moneyUrl = (name: InvoiceList) =>
  name === "open" ? href("/admin/money") : `${href("/admin/money")}?show=${name}`;

const headClass =
  "mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 " +
  "max-lg:mb-2 lg:grid-cols-[minmax(0,1fr)_auto_auto]";
const linksClass =
  "flex flex-wrap items-center gap-x-6 gap-y-1 max-lg:col-span-full " +
  "lg:col-start-2 lg:row-start-1 max-sm:justify-between max-sm:gap-x-2 max-sm:text-base";

function MoneyHeader({ heading, sums }: { heading: string; sums: MoneySums | null }) {
  return (
    <div className={headClass}>
      <h1 className="display-3">{heading}</h1>
      {sums && <Sums sums={sums} />}
      <div className={linksClass}>
        <Link
          to={href("/admin/money/quarter/:quarter", { quarter: quarterOf(useToday()) })}
          className="link py-2"
        >
          Quarter and GST
        </Link>
        <PageLink to={href("/admin/money/import")} className="link py-2">
          Bank statement
        </PageLink>
        <Link to={href("/admin/money/settings")} className="link py-2">
          Business details
        </Link>
      </div>
      <PageLink
        to={href("/admin/money/new")}
        className="button col-start-2 row-start-1 max-sm:px-4! lg:col-start-3"
      >
        New Invoice
      </PageLink>
    </div>
  );
}

function Sums({ sums: { open, overdue } }: { sums: MoneySums }) {
  if (open === 0) return <p className="col-span-full mt-1 text-soft">Everything has been paid.</p>;
  return (
    <p className="col-span-full mt-1 tabular-nums">
      {formatMoney(open)} <span className="text-soft">to come</span>
      {overdue > 0 && (
        <>
          <span className="text-soft">, of which </span>
          <span className="font-semibold text-danger">{formatMoney(overdue)} overdue</span>
        </>
      )}
    </p>
  );
}

function InvoiceRow({ invoice }: { invoice: ListedInvoice }) {
  const { id, number, buyerName, title, issuedOn, dueOn, total, rest, state, isUnsent } = invoice;
  const isPart = rest !== null && rest > 0 && rest < total;
  return (
    <LinkedRow>
      <td data-place="wide" className="whitespace-nowrap">
        {number ?? "Draft"}
      </td>
      <td data-place="parts">
        <span data-place="title" className="font-semibold wrap-anywhere">
          {buyerName}
        </span>
        <span
          data-place="type"
          className="block text-soft wrap-anywhere max-md:col-span-full! max-md:whitespace-normal!"
        >
          <span className="xl:hidden">
            {number ?? "Draft"}
            {title && ", "}
          </span>
          {unbroken(title)}
        </span>
      </td>
      <td data-place="issued" className="whitespace-nowrap max-xl:hidden!">
        <OnDay day={issuedOn} />
      </td>
      <td data-place="note">
        {isPart && <span className="md:hidden">{formatMoney(rest)} </span>}
        {dueOn && (
          <span className="text-soft xl:hidden">
            <span className={isPart ? "max-md:lowercase" : undefined}>Due</span>{" "}
          </span>
        )}
        {dueOn ? <OnDay day={dueOn} /> : state === "draft" && "No due date"}
      </td>
      <td data-place="amount" className="number">
        {formatMoney(total)}
      </td>
      <td
        data-place={rest === total ? "wide" : "side"}
        className={`number ${isPart ? "max-md:hidden!" : ""}`}
      >
        {rest !== null && (
          <>
            <span className="text-soft xl:hidden">To pay </span>
            {formatMoney(rest)}
          </>
        )}
      </td>
      <td data-place="state">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <InvoiceBadge state={state} />
          {isUnsent && <span className="text-sm whitespace-normal text-soft">not sent yet</span>}
        </span>
      </td>
      <td data-place="link">
        <Link to={href("/admin/money/invoices/:id", { id })} className="link" data-open="">
          View Details<span className="sr-only"> of {number ?? `the draft for ${buyerName}`}</span>
        </Link>
      </td>
    </LinkedRow>
  );
}
