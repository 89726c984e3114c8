import { data, useRevalidator, href, Link, redirect } from "react-router";
import {
  type PublicInvoice,
  invoiceNotFoundMessage,
  headlineOf,
  stateSentences,
  subjectOf,
  paymentText,
  kindName,
  linkedState,
} from "#app/features/invoices/public-invoice.ts";
import { type PaymentFact, agreedRows } from "#app/features/invoices/document-texts.ts";
import { findPublicInvoice } from "#app/features/invoices/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { log } from "#app/server/log.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { AboutTheLink, PageMessage } from "#app/ui/page-message.tsx";
import { shortFooter } from "#app/routes/site/short-footer.ts";
import type { ReactNode } from "react";
import { content } from "#app/content/content.ts";
import { origin } from "#app/document/origin.ts";
import { isToPay } from "#app/features/invoices/model.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { MyEmail } from "#app/ui/my-email.tsx";
import { unbroken, unbrokenRanges } from "#app/values/unbroken.ts";
import { formatMoney } from "#app/values/money.ts";
import { FactList } from "#app/ui/fact-list.tsx";
import { longDay } from "#app/values/calendar.ts";
import { startCheckout, payableByCard } from "#app/features/cards/checkout.server.ts";
import { openStripe } from "#app/features/cards/stripe.server.ts";
import { takesCards } from "#app/features/business/queries.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { HowToPay, CardPaymentOnItsWay, PayByCard } from "./how-to-pay.tsx";
import type { Route } from "./+types/invoice";

export const headers = () => secretLinkHeaders;
export const handle = shortFooter;
export const meta = () => privateMeta("Your invoice");

type Loaded =
  | { state: "failed" | "not-found" }
  | {
      state: "loaded";
      invoice: PublicInvoice;
      payment: PaymentFact[];
      card: CardOffer | null;
      slug: string;
    };

export async function loader({ request, params: { slug } }: Route.LoaderArgs) {
  const answer = (loaded: Loaded, status = 200) =>
    data(loaded, { status, headers: secretLinkHeaders });
  try {
    const found = await findPublicInvoice(getDb(), slug, new Date());
    if (!found) return answer({ state: "not-found" }, 404);
    return answer({ state: "loaded", ...found, card: cardOfferOf(request, found.invoice), slug });
  } catch (error) {
    log.error({ err: error }, "invoice not loaded");
    return answer({ state: "failed" }, 503);
  }
}

/** The page's only form pays by card. */
export function action({ params: { slug } }: Route.ActionArgs) {
  return payByCard(slug);
}

export default function InvoicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { state: retrying, revalidate } = useRevalidator();
  if (retrying === "loading" && loaderData.state !== "loaded")
    return <PageMessage loading heading="Loading invoice..." />;
  switch (loaderData.state) {
    case "failed":
      return (
        <PageMessage
          heading="Error"
          message="Failed to load invoice details. It might not exist or you do not have access."
          retry={revalidate}
        />
      );
    case "not-found":
      return (
        <PageMessage heading="Invoice Not Found" message={invoiceNotFoundMessage}>
          <AboutTheLink />
        </PageMessage>
      );
    case "loaded":
      return <LoadedInvoice {...loaderData} posted={actionData} />;
  }
}

type LoadedInvoiceProps = {
  invoice: PublicInvoice;
  payment: readonly PaymentFact[];
  card: CardOffer | null;
  slug: string;
  posted: FormState | undefined;
};

function LoadedInvoice({ invoice, payment, card, slug, posted }: LoadedInvoiceProps) {
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

export function InvoiceAmounts({ invoice }: { invoice: PublicInvoice }) {
  const { kind, lines, total, gst, payments, credits, rest, state, note } = invoice;
  const isChanged = payments.length > 0 || credits.length > 0;
  return (
    <section className="mt-4 print:mt-2">
      <h2 className="sr-only">What it's for</h2>
      <ul className="flex flex-col">
        {lines.map(({ text, amount }, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- the lines of a document never change
            key={index}
            className="flex justify-between gap-6 border-b border-line py-2 last:border-b-0 print:py-1"
          >
            <span className="wrap-anywhere">{unbrokenRanges(text)}</span>
            <span className="shrink-0 whitespace-nowrap tabular-nums">{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
      <dl
        className={
          `mt-2 grid gap-3 ${isToPay(invoice) ? "border-y-2" : "border-t-2"} border-brass py-5 ` +
          "print:gap-1 print:py-2"
        }
      >
        <Amount
          label={kind === "credit-note" ? "Total credited" : "Total"}
          amount={formatMoney(total)}
          large
        />
        {gst !== null && <Amount label="Total includes GST" amount={formatMoney(gst)} />}
        {credits.map(({ slug, number, total: credited }) => (
          <Amount
            key={slug}
            label={
              <Link className="link tall" to={href("/invoices/:slug", { slug })}>
                Credit note {number}
              </Link>
            }
            amount={formatMoney(-credited)}
          />
        ))}
        {payments.map((payment, index) => (
          <Amount
            // oxlint-disable-next-line react/no-array-index-key -- two payments may be alike
            key={index}
            label={unbroken(paymentText(payment))}
            amount={formatMoney(-payment.amount)}
          />
        ))}
        {isChanged && rest !== 0 && state !== "void" && (
          <Amount
            label={<strong>{rest < 0 ? "Paid too much" : "Still to pay"}</strong>}
            amount={<strong>{formatMoney(Math.abs(rest))}</strong>}
          />
        )}
      </dl>
      {note && <Note>{note}</Note>}
    </section>
  );
}

function Note({ children }: { children: string }) {
  const rows = agreedRows(children);
  if (!rows)
    return (
      <p className="measure mt-4 whitespace-pre-line text-soft wrap-anywhere">
        {unbrokenRanges(children)}
      </p>
    );
  return (
    <div className="mt-6 print:mt-2">
      {rows.length > 1 && (
        <h3 className="font-sans font-semibold tracking-normal">What we agreed</h3>
      )}
      <dl className="mt-1 grid gap-1 text-base text-soft print:gap-0 print:text-sm">
        {rows.map(([text, amount], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a document never change
          <Amount key={index} label={unbrokenRanges(text)} amount={amount} />
        ))}
      </dl>
    </div>
  );
}

type AmountProps = { label: ReactNode; amount: ReactNode; large?: boolean };

function Amount({ label, amount, large = false }: AmountProps) {
  return (
    <div className="flex items-baseline justify-between gap-6">
      <dt className={large ? "display-3 font-display" : "wrap-anywhere"}>{label}</dt>
      <dd
        className={`shrink-0 whitespace-nowrap tabular-nums ${large ? "display-3 font-display" : ""}`}
      >
        {amount}
      </dd>
    </div>
  );
}

function InvoiceFacts({ invoice }: { invoice: PublicInvoice }) {
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

function InvoiceLinks({ invoice, slug }: { invoice: PublicInvoice; slug: string }) {
  const { corrects, others, quoteSlug, examPage } = invoice;
  const linked = corrects ? [corrects] : others;
  return (
    <ul className="no-print mt-8 flex flex-col gap-2 pointer-coarse:gap-0">
      <li>
        <a className="link tall" href={href("/invoices/:slug/invoice.pdf", { slug })}>
          {pdfLabel(invoice)}
        </a>
      </li>
      {linked.map((other) => (
        <li key={other.slug}>
          <Link className="link tall" to={href("/invoices/:slug", { slug: other.slug })}>
            {kindName(other)} {other.number}
          </Link>
          : {unbroken(linkedState(other))}
        </li>
      ))}
      {quoteSlug && (
        <li>
          <Link className="link tall" to={href("/quotes/:slug?", { slug: quoteSlug })}>
            Your quote
          </Link>
        </li>
      )}
      {examPage && (
        <li>
          <a className="link tall" href={examPage}>
            Your exam
          </a>
        </li>
      )}
    </ul>
  );
}

// The PDF never changes: once nothing is to be paid, it still says how to pay.
function pdfLabel(invoice: PublicInvoice): string {
  if (invoice.corrects) return "Download this credit note (PDF)";
  return `Download this invoice${isToPay(invoice) ? "" : " as it was issued"} (PDF)`;
}

/** `isOnItsWay`: the client has just paid by card. */
type CardOffer = { amount: number; isOnItsWay: boolean };

function cardOfferOf(request: Request, invoice: PublicInvoice): CardOffer | null {
  const amount = takesCards() ? payableByCard(invoice) : 0;
  const isOnItsWay = new URL(request.url).searchParams.get("card") === "paid";
  return amount > 0 ? { amount, isOnItsWay } : null;
}

async function payByCard(slug: string) {
  const stripe = await openStripe();
  if (!stripe) return refused(invoiceNotFoundMessage, 404);
  const options = { siteUrl: getSettings().SITE_URL, now: new Date() };
  try {
    const checkout = await startCheckout(getDb(), stripe, slug, options);
    if (checkout.is === "not-found") return refused(invoiceNotFoundMessage, 404);
    const page = href("/invoices/:slug", { slug });
    const location = checkout.is === "started" ? checkout.url : page;
    return redirect(location, { status: 303, headers: secretLinkHeaders });
  } catch (error) {
    log.error({ err: error }, "card payment not started");
    return refused(
      "Paying by card isn't working right now.",
      503,
      "Nothing was charged. Please try again in a few minutes, or pay by bank transfer.",
    );
  }
}

function refused(message: string, status: number, detail?: string) {
  return data<FormState>({ ok: false, message, detail }, { status, headers: secretLinkHeaders });
}
