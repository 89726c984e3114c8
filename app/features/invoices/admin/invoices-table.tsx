import { href, Link } from "react-router";
import type { ListedInvoice } from "#app/features/invoices/lists.ts";
import { LinkedRow } from "#app/ui/admin/linked-row.tsx";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { unbroken } from "#app/values/unbroken.ts";
import { InvoiceBadge } from "./invoice-badge.tsx";

export function InvoicesTable({
  invoices,
  list,
}: {
  invoices: readonly ListedInvoice[];
  list: ListQuery;
}) {
  return (
    <table className="table cards">
      <thead>
        <tr>
          <th scope="col">Number</th>
          <SortHead by="name" list={list}>
            Buyer
          </SortHead>
          <SortHead by="issued" list={list}>
            Issued
          </SortHead>
          <SortHead by="due" list={list}>
            Due
          </SortHead>
          <SortHead by="total" list={list} number>
            Total
          </SortHead>
          <SortHead by="rest" list={list} number>
            To pay
          </SortHead>
          <th scope="col">State</th>
          <th scope="col">
            <span className="sr-only">Details</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
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
