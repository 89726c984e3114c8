import { data, useNavigation, useRevalidator, href, Link } from "react-router";
import { useState } from "react";
import {
  type LinkedInvoice,
  kindName,
  linkedState,
  nextPayment,
} from "#app/features/invoices/public-invoice.ts";
import type { PublicQuote } from "#app/features/quotes/model.ts";
import { getPublicQuote } from "#app/features/quotes/queries.server.ts";
import {
  acceptanceToasts,
  declineToasts,
  quoteNotFoundMessage,
} from "#app/features/quotes/answer.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { readForm, type FormState } from "#app/server/http/forms.server.ts";
import { AboutTheLink, PageMessage } from "#app/ui/page-message.tsx";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { shortFooter } from "#app/routes/site/short-footer.ts";
import { content } from "#app/content/content.ts";
import { origin } from "#app/document/origin.ts";
import { type AddOns, withAddOns } from "#app/features/quotes/pricing.ts";
import { OfferedFacts, QuoteHeading } from "./quote-document.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { unbroken } from "#app/values/unbroken.ts";
import type { Route } from "./+types/quote";
import { answerAcceptance, answerDecline, previewTotal } from "./answer.server.ts";
import { quoteInvoices, countView } from "./load.server.ts";
import {
  PreviousAcceptanceNote,
  QuoteOutcome,
  FailedAnswer,
  LostAnswer,
  keepLostAnswer,
} from "./outcome.tsx";
import { AcceptanceForm, DeclineForm } from "./answer-forms.tsx";

export const handle = shortFooter;
export const headers = () => secretLinkHeaders;
export const meta = () => privateMeta("Your quote");

type Loaded =
  | { state: "missing" | "failed" | "not-found" }
  | { state: "loaded"; quote: PublicQuote; slug: string; invoices?: LinkedInvoice[] };

export async function loader({ request, params: { slug } }: Route.LoaderArgs) {
  const answer = (loaded: Loaded, status = 200) =>
    data(loaded, { status, headers: secretLinkHeaders });
  if (!slug) return answer({ state: "missing" }, 404);
  try {
    const quote = await getPublicQuote(getDb(), slug);
    if (!quote) return answer({ state: "not-found" }, 404);
    await countView(request, slug, quote);
    const isBooking = quote.state === "accepted" || quote.state === "cancelled";
    const invoices = isBooking ? await quoteInvoices(slug) : [];
    return answer({ state: "loaded", quote, slug, ...(invoices.length > 0 && { invoices }) });
  } catch (error) {
    log.error({ err: error }, "quote not loaded");
    return answer({ state: "failed" }, 503);
  }
}

export async function action({ request, params: { slug = "" } }: Route.ActionArgs) {
  // A body that is no form may have been an acceptance: the page answers it as one.
  const form = await readForm(request).catch(() => null);
  const intent = form?.get("intent");
  if (intent === "preview") return previewTotal(request);
  const isLook = intent === "look";
  const isDecline = (isLook ? form?.get("about") : intent) === "decline";
  return (isDecline ? answerDecline : answerAcceptance)(request, slug, isLook);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const declines = [form.get("intent"), form.get("about")].includes("decline");
  const words = declines ? declineToasts : acceptanceToasts;
  const sent = () => withToasts(serverAction, words);
  return keepLostAnswer(form, form.get("intent") === "look" ? serverAction : sent, words);
}

export const shouldRevalidate = reloadAfterAnswer;

export default function QuotePage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, formMethod, formData } = useNavigation();
  const { state: retrying, revalidate } = useRevalidator();
  if (retrying === "loading" && loaderData.state !== "loaded")
    return <PageMessage loading heading="Loading quote..." />;
  switch (loaderData.state) {
    case "missing":
      return <PageMessage heading="Error" message="Quote slug is missing." />;
    case "failed":
      return (
        <PageMessage
          heading="Error"
          message="Failed to load quote details. It might not exist or you do not have access."
          retry={revalidate}
        >
          {actionData &&
            !actionData.ok &&
            (actionData.unknown ? (
              <LostAnswer posted={actionData} />
            ) : (
              <FailedAnswer posted={actionData} />
            ))}
        </PageMessage>
      );
    case "not-found":
      return (
        <PageMessage heading="Quote Not Found" message={quoteNotFoundMessage}>
          <AboutTheLink />
        </PageMessage>
      );
    case "loaded":
      return (
        <LoadedQuote
          {...loaderData}
          posted={actionData}
          sending={state !== "idle" && formMethod === "POST" && formData?.get("intent") !== "look"}
        />
      );
  }
}

type LoadedQuoteProps = {
  quote: PublicQuote;
  slug: string;
  invoices?: readonly LinkedInvoice[];
  posted: FormState | undefined;
  sending: boolean;
};

function LoadedQuote({ quote, slug, invoices, posted, sending }: LoadedQuoteProps) {
  const values = posted?.values;
  const [chosen, setChosen] = useState<AddOns>({
    rehearsal: values?.wantsRehearsal === "on",
    extraHour: values?.wantsExtraHour === "on",
  });
  const isOpen = quote.state === "pending" && !quote.priceMismatch;
  const links = <QuoteLinks slug={slug} quote={quote} below={isOpen} />;
  return (
    <main className="wrap py-12 lg:py-16">
      <QuoteHeading quote={quote} />
      {isOpen && (
        <div className="mt-8">
          <OfferedFacts quote={quote} addOns={withAddOns(quote.addOns, chosen)} />
        </div>
      )}
      {posted?.unknown && <LostAnswer posted={posted} />}
      <div className="mt-6 empty:hidden">
        {!sending && posted?.notice && (
          <FormMessage ok>
            <p className="font-semibold">{posted.notice}</p>
          </FormMessage>
        )}
        {!sending && !posted?.unknown && <FormFailure state={posted} />}
      </div>
      {isOpen ? (
        <>
          {quote.previousAcceptance && (
            <PreviousAcceptanceNote previous={quote.previousAcceptance} />
          )}
          <AcceptanceForm
            quote={quote}
            chosen={chosen}
            onChoose={setChosen}
            posted={posted}
            sending={sending}
          />
          {links}
          <DeclineForm quote={quote} posted={posted} sending={sending} />
        </>
      ) : (
        <QuoteOutcome quote={quote}>
          {invoices && <QuoteInvoices invoices={invoices} />}
          {links}
        </QuoteOutcome>
      )}
    </main>
  );
}

type QuoteLinksProps = { slug: string; quote: PublicQuote; below: boolean };

function QuoteLinks({ slug, quote: { state, eventDate }, below }: QuoteLinksProps) {
  const { brand, email } = content().site;
  const isAccepted = state === "accepted";
  return (
    <>
      <p className={`no-print flex flex-col items-start ${below ? "mt-8" : ""}`}>
        <a className="link tall" href={href("/quotes/:slug/quote.pdf", { slug })}>
          {isAccepted ? "Download your booking confirmation (PDF)" : "Download this quote (PDF)"}
        </a>
        {isAccepted && eventDate && (
          <a className="link tall" href={href("/quotes/:slug/event.ics", { slug })}>
            Add it to your calendar
          </a>
        )}
      </p>
      <p className="mt-6 hidden print:block">
        {brand} · {email} · {origin() + href("/quotes/:slug?", { slug })}
      </p>
    </>
  );
}

function QuoteInvoices({ invoices }: { invoices: readonly LinkedInvoice[] }) {
  const next = nextPayment(invoices);
  // The next payment is linked above the list.
  const others = invoices.filter(({ slug }) => slug !== next?.slug);
  return (
    <section>
      <h2 className="display-3">{next ? "How to pay" : "Your invoices"}</h2>
      {next && (
        <p className="mt-2">
          {unbroken(next.sentence)} {`Invoice ${next.number} has everything you need to pay it.`}
        </p>
      )}
      {next && (
        <p className="mt-4">
          <Link className="button" to={href("/invoices/:slug", { slug: next.slug })}>
            {next.action}
          </Link>
        </p>
      )}
      {others.length > 0 && (
        <ul className="mt-4 flex flex-col">
          {others.map((invoice) => (
            <li
              key={invoice.slug}
              className={
                "flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2"
              }
            >
              <Link className="link tall" to={href("/invoices/:slug", { slug: invoice.slug })}>
                {kindName(invoice)} {invoice.number}
              </Link>
              <span className="tabular-nums">{unbroken(linkedState(invoice))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
