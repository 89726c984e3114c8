import type { PublicInvoice } from "#app/features/invoices/public-invoice.ts";
import { FactList } from "#app/ui/fact-list.tsx";
import { longDay } from "#app/values/calendar.ts";

export function InvoiceFacts({ invoice }: { invoice: PublicInvoice }) {
  const { seller, billedTo, purchaseOrder, issuedOn, dueOn } = invoice;
  const facts = [
    ["From", sellerText(seller)],
    ["Billed to", billedTo],
    ["Your order number", purchaseOrder],
    ["Issued", issuedOn && longDay(issuedOn)],
    ["Due", dueOn && longDay(dueOn)],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <FactList
      facts={facts}
      className={
        "mt-10 border-t-2 border-brass py-6 sm:grid-cols-2 lg:mt-0 lg:grid-cols-1 " +
        "print:mt-4 print:grid-cols-4 print:gap-x-4 print:py-3"
      }
    />
  );
}

function sellerText({ name, legalName, address, abn }: PublicInvoice["seller"]): string {
  return [...new Set([name, legalName, address, abn && `ABN ${abn}`])].filter(Boolean).join("\n");
}
