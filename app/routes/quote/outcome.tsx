import { type ReactNode, useEffect, useRef } from "react";
import { content } from "#app/content/content.ts";
import { useFocusOnArrival, FormMessage } from "#app/ui/form-messages.tsx";
import { MyEmail } from "#app/ui/my-email.tsx";
import { longDay, longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import {
  type PublicQuote,
  linesOf,
  type QuoteAmount,
  recordNumber,
  sumsOf,
} from "#app/features/quotes/model.ts";
import { quotePrice } from "#app/features/quotes/pricing.ts";
import { OfferedFacts, PriceLines, PriceSummary, StudentRates } from "./quote-document.tsx";
import { unbroken } from "#app/values/unbroken.ts";
import { Form, useNavigation, data } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { dismissFailure, type FormToasts } from "#app/ui/form-toasts.ts";

export function QuoteOutcome({ quote, children }: { quote: PublicQuote; children: ReactNode }) {
  if (quote.priceMismatch && quote.state !== "expired")
    return (
      <div className="mt-8 flex flex-col gap-8">
        <Closed heading="This quote isn't ready yet">
          Its price is being checked, so it can't be accepted just now. If you have any questions,
        </Closed>
        <OfferedFacts quote={quote} />
      </div>
    );
  const on = quote.decidedAt ? unbroken(longInstant(new Date(quote.decidedAt))) : "";
  if (quote.state === "accepted")
    return (
      <Accepted quote={quote} on={on}>
        {children}
      </Accepted>
    );
  return (
    <Beside quote={quote} sums={offered(quote)}>
      <NotTaken quote={quote} on={on} />
      {children}
    </Beside>
  );
}

function NotTaken({ quote, on }: { quote: PublicQuote; on: string }) {
  const name = quote.eventTitle ?? quote.type;
  switch (quote.state) {
    case "declined":
      return (
        <Closed heading="You declined this quote" ask="I've changed my mind" about={name}>
          You declined it on {on}. If you change your mind,
        </Closed>
      );
    case "expired":
      return (
        <Closed heading="This quote has expired" ask="Ask me to renew it" about={name}>
          It was valid until {quote.validUntil && unbroken(longDay(quote.validUntil))}. To renew it,
        </Closed>
      );
    case "cancelled":
      return (
        <Closed heading="This booking was cancelled">
          It was cancelled on {on}
          {quote.kept > 0 && `; ${formatMoney(quote.kept)} of what was paid is kept`}. There's
          nothing more to pay. If you have any questions,
        </Closed>
      );
    default:
      return (
        <Closed heading="This quote is no longer open" ask="Ask for a new quote" about={name}>
          This quote has been withdrawn. For a new one,
        </Closed>
      );
  }
}

type AcceptedProps = { quote: PublicQuote; on: string; children: ReactNode };

function Accepted({ quote, on, children }: AcceptedProps) {
  if (!quote.accepted) return null;
  return (
    <Beside quote={quote} sums={sumsOf(quote, quote.accepted)}>
      <div className="border-l-4 border-good bg-raised p-5" role="status">
        <OutcomeHeading>Accepted. Thank you.</OutcomeHeading>
        <p className="mt-1">This quote was accepted on {on}.</p>
        {quote.recordHash && (
          <p className="mt-1 text-base text-soft">Record no. {recordNumber(quote.recordHash)}</p>
        )}
      </div>
      {children}
    </Beside>
  );
}

/** The total alone: without acceptance no deposit or balance is due. */
function offered({ rates, addOns, priceMismatch }: PublicQuote): QuoteAmount[] {
  return priceMismatch ? [] : [["Total", quotePrice(rates, addOns).total]];
}

type BesideProps = { quote: PublicQuote; sums: readonly QuoteAmount[]; children: ReactNode };

function Beside({ quote, sums, children }: BesideProps) {
  const lines = linesOf(quote);
  return (
    <section className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_24rem]">
      <div className="flex flex-col gap-8 lg:col-start-2">{children}</div>
      <div className="flex flex-col gap-6 lg:row-start-1">
        <OfferedFacts quote={quote} />
        {sums.length > 0 && (
          <>
            {lines.length > 0 && <PriceLines lines={lines} summed />}
            <PriceSummary sums={sums} />
            <StudentRates quote={quote} />
          </>
        )}
      </div>
    </section>
  );
}

type ClosedProps = { heading: string; ask?: string; about?: string; children: ReactNode };

/** `ask`: the next step, an email about the quote. */
function Closed({ heading, ask, about = "", children }: ClosedProps) {
  const subject = encodeURIComponent(`Quote: ${about}`);
  return (
    <section className="border-l-4 border-brass bg-raised p-5">
      <OutcomeHeading>{heading}</OutcomeHeading>
      <p className="mt-1">
        {children} email{"\u00a0"}
        <MyEmail />.
      </p>
      {ask && (
        <p className="no-print mt-4">
          <a className="button" href={`mailto:${content().site.email}?subject=${subject}`}>
            {ask}
          </a>
        </p>
      )}
    </section>
  );
}

/** Gets the focus after a decision; without scripts by the URL's fragment. */
function OutcomeHeading({ children }: { children: ReactNode }) {
  return (
    <h2
      ref={useFocusOnArrival<HTMLHeadingElement>()}
      id="outcome"
      tabIndex={-1}
      className="display-3"
    >
      {children}
    </h2>
  );
}

type PreviousAcceptanceNoteProps = { previous: NonNullable<PublicQuote["previousAcceptance"]> };

export function PreviousAcceptanceNote({ previous }: PreviousAcceptanceNoteProps) {
  return (
    <p className="mt-6 border-l-4 border-brass bg-raised p-4">
      This is a new version. The quote you accepted on{" "}
      {unbroken(longInstant(new Date(previous.acceptedAt)))} for {formatMoney(previous.total)} stays
      in force until you accept this one.
    </p>
  );
}

/** Pauses between looks, in milliseconds; the last one repeats for ever. */
const pauses = [0, 2_000, 5_000, 10_000, 30_000];

/** Asks the server until it knows what was recorded; at once when back online. */
export function LostAnswer({ posted }: { posted: FormState }) {
  const form = useRef<HTMLFormElement>(null);
  const looks = useRef(0);
  const { state, formData } = useNavigation();
  const looking = state !== "idle" && formData?.get("intent") === "look";
  useEffect(() => {
    const look = () => form.current?.requestSubmit();
    const timer = setTimeout(look, pauses[looks.current++] ?? pauses.at(-1));
    addEventListener("online", look);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", look);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each look that finds nothing out leads to the next
  }, [posted]);

  const declines = isDecline(posted);
  return (
    <div className="no-print mt-6">
      <FormMessage ok={false}>
        <p className="font-semibold">
          We can't tell yet whether your {declines ? "answer" : "acceptance"} arrived.
        </p>
        <p>We'll look again as soon as we can. Nothing is lost, and nothing counts twice.</p>
        <Form ref={form} method="post" replace preventScrollReset className="mt-3">
          <KeptValues values={posted.values} />
          <input type="hidden" name="intent" value="look" />
          <input type="hidden" name="about" value={declines ? "decline" : "acceptance"} />
          <button type="submit" className="button quiet">
            {looking ? "Looking..." : "Look again"}
          </button>
        </Form>
      </FormMessage>
    </div>
  );
}

/** For a page that can't show its form: the same answer can be sent again. */
export function FailedAnswer({ posted }: { posted: FormState }) {
  return (
    <FormMessage ok={false}>
      <p className="font-semibold">{posted.message ?? posted.notice}</p>
      {posted.detail && <p>{posted.detail}</p>}
      <Form method="post" className="mt-3">
        <KeptValues values={posted.values} />
        {isDecline(posted) && <input type="hidden" name="intent" value="decline" />}
        <button type="submit" className="button quiet">
          Send it again
        </button>
      </Form>
    </FormMessage>
  );
}

const isDecline = ({ values }: FormState) =>
  values?.intent === "decline" || values?.about === "decline";

function KeptValues({ values }: { values: FormState["values"] }) {
  return Object.entries(values ?? {})
    .filter(([name]) => name !== "intent" && name !== "about")
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** An unknown outcome keeps the sent form, to look again; no toast, as the page says it. */
export async function keepLostAnswer(
  form: FormData,
  send: () => Promise<unknown>,
  words: FormToasts,
) {
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const lost = () => data<FormState>({ ok: false, unknown: true, values }, 503);
  const isLook = form.get("intent") === "look";
  try {
    const sent = (await send()) as FormState | ReturnType<typeof lost>;
    const state = "init" in sent ? sent.data : sent;
    if (state.unknown || isLook) dismissFailure(words);
    return state.unknown ? lost() : sent;
  } catch (error) {
    if (error instanceof Response) {
      if (isLook) dismissFailure(words);
      throw error;
    }
    if (isLook) return lost();
    throw error;
  }
}
