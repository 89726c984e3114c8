import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { origin } from "#app/document/origin.ts";
import { CardPaymentOnItsWay, PayByCard } from "#app/features/cards/pay-by-card.tsx";
import {
  headlineOf,
  isToPay,
  stateSentences,
  subjectOf,
} from "#app/features/invoices/client-wording.ts";
import type { PaymentFact } from "#app/features/invoices/how-to-pay.ts";
import type { PublicInvoice } from "#app/features/invoices/public-invoice.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { MyEmail } from "#app/ui/my-email.tsx";
import type { CardOffer } from "./card.server.ts";
import { HowToPay } from "./how-to-pay.tsx";
import { InvoiceAmounts } from "./invoice-amounts.tsx";
import { InvoiceFacts } from "./invoice-facts.tsx";
import { InvoiceLinks } from "./invoice-links.tsx";
import { unbroken } from "#app/values/unbroken.ts";

export function LoadedInvoice({
  invoice,
  payment,
  card,
  slug,
  posted,
}: {
  invoice: PublicInvoice;
  payment: readonly PaymentFact[];
  card: CardOffer | null;
  slug: string;
  posted: FormState | undefined;
}) {
  const { brand, email } = content().site;
  const { main, rest } = headlineOf(invoice);
  const subject = subjectOf(invoice);
  const sentences = stateSentences(invoice);
  const asksForMoney = isToPay(invoice) || card?.isOnItsWay;
  return (
    <main
      className={
        "wrap grid gap-x-16 py-12 lg:grid-cols-[1fr_21rem] lg:grid-rows-[auto_1fr] lg:py-16 " +
        "print:py-0 print:text-sm print:leading-snug"
      }
    >
      <div className={`min-w-0 ${asksForMoney ? "" : "lg:row-span-2"}`}>
        <p className="eyebrow">{invoice.heading}</p>
        <h1 className="mt-3 print:mt-1">
          <span className="display-1 block tracking-wide tabular-nums print:text-4xl">{main}</span>{" "}
          {rest && <span className="display-3 mt-2 block">{unbroken(rest)}</span>}
        </h1>
        {subject && (
          <p className="measure mt-5 text-lg font-semibold wrap-anywhere print:mt-2 print:text-sm">
            {unbroken(subject)}
          </p>
        )}
        {sentences.length > 0 && (
          <p className="measure mt-2 text-lg print:text-sm">{sentences.join(" ")}</p>
        )}
        {card?.isOnItsWay ? (
          <CardPaymentOnItsWay slug={slug} />
        ) : (
          isToPay(invoice) && <HowToPay payment={payment} />
        )}
        {card && !card.isOnItsWay && <PayByCard slug={slug} amount={card.amount} posted={posted} />}
        {!asksForMoney && (
          <div className="mt-10 print:mt-4">
            <InvoiceAmounts invoice={invoice} />
          </div>
        )}
      </div>
      <div className={`min-w-0 ${asksForMoney ? "lg:row-span-2" : ""}`}>
        <InvoiceFacts invoice={invoice} />
        {asksForMoney && <InvoiceAmounts invoice={invoice} />}
      </div>
      {/* Placed in the column with more room. */}
      <div
        className={`min-w-0 lg:row-start-2 ${asksForMoney ? "lg:col-start-1" : "lg:col-start-2"}`}
      >
        <InvoiceLinks invoice={invoice} slug={slug} />
        <p className="no-print mt-8">
          Any questions? Email <MyEmail />.
        </p>
      </div>
      <p className="mt-4 hidden print:block">
        {brand} · {email} · {origin() + href("/invoices/:slug", { slug })}
      </p>
    </main>
  );
}
