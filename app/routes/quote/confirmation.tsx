import { data, href, Link, redirect } from "react-router";
import type { ReactNode } from "react";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { useFocusOnArrival } from "#app/ui/form-messages.tsx";
import { Line } from "#app/ui/line.tsx";
import { dividerLine } from "#app/ui/line-paths.ts";
import { IntroLine } from "#app/ui/section.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import { shortFooter } from "#app/routes/site/short-footer.ts";
import { content } from "#app/content/content.ts";
import { nextPayment } from "#app/features/invoices/public-invoice.ts";
import { MyEmail } from "#app/ui/my-email.tsx";
import { formatMoney } from "#app/values/money.ts";
import { unbroken, unbrokenRanges } from "#app/values/unbroken.ts";
import type { Route } from "./+types/confirmation";
import { loadConfirmed, type Confirmed } from "./load.server.ts";

export const handle = shortFooter;
export const meta = () =>
  privateMeta("Thank you", "Your booking is confirmed, and what you agreed to comes by email.");
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const answered = new Headers(loaderHeaders);
  answered.set("X-Robots-Tag", "noindex");
  return answered;
}

const quoteOf = (request: Request) => new URL(request.url).searchParams.get("quote");

/** The quote's link in the query is secret here too. */
export async function loader({ request }: Route.LoaderArgs) {
  const slug = quoteOf(request);
  if (!slug) return null;
  const booking = await loadConfirmed(slug);
  // Don't thank clients for what they haven't accepted.
  if (booking === "open")
    throw redirect(href("/quotes/:slug?", { slug }), { headers: secretLinkHeaders });
  return data(booking, { headers: secretLinkHeaders });
}

// Without a quote there is nothing to ask the server for.
export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  quoteOf(request) ? serverLoader() : null;

export default function Confirmation({ loaderData: booking }: Route.ComponentProps) {
  return (
    <main className="wrap flex flex-col items-start gap-6 py-12 lg:py-20">
      <Line line={dividerLine} className="w-full text-brass md:hidden" draw />
      <div className="grid w-full items-center gap-x-16 gap-y-6 md:grid-cols-[1.25fr_1fr]">
        <div className="flex flex-col gap-6">
          {/* oxlint-disable jsx-a11y/no-autofocus -- the answer to a form that was sent without scripts */}
          <h1
            ref={useFocusOnArrival<HTMLHeadingElement>()}
            tabIndex={-1}
            autoFocus
            className="display-2 outline-none!"
          >
            Thank You for Your Acceptance!
          </h1>
          {/* oxlint-enable jsx-a11y/no-autofocus */}
          <p className="measure text-lg">
            {booking
              ? "You're booked. We've emailed you a copy of everything you agreed to."
              : "Your confirmation comes by email, with everything you agreed to."}
          </p>
        </div>
        <IntroLine />
      </div>
      {booking && <ConfirmedBooking booking={booking} />}
      <p className={booking ? "mt-6" : undefined}>
        <Link to={href("/")} className={booking ? "button quiet" : "button"}>
          Return to Home
        </Link>
      </p>
    </main>
  );
}

function ConfirmedBooking({ booking }: { booking: Confirmed }) {
  return (
    <div className="mt-4 grid w-full gap-12 lg:grid-cols-[11fr_10fr] lg:gap-20">
      <Booked booking={booking} />
      <NextSteps booking={booking} />
    </div>
  );
}

function Booked({ booking }: { booking: Confirmed }) {
  const { slug, title, day, facts, total, record } = booking;
  return (
    <section aria-label="Your booking" className="self-start border-y-2 border-brass py-8">
      <p className="text-lg text-soft wrap-anywhere">{title}</p>
      {day && (
        <p className="display-2 mt-2 font-display leading-tight text-balance">{unbroken(day)}</p>
      )}
      {facts.map((fact) => (
        <p key={fact} className="mt-2 text-lg wrap-anywhere">
          {unbrokenRanges(fact)}
        </p>
      ))}
      <p className="mt-6 flex items-baseline justify-between gap-4 border-t border-line pt-4">
        <span>{total[0]}</span>
        <span className="display-3 font-display tabular-nums">{formatMoney(total[1])}</span>
      </p>
      <p className="no-print mt-6 grid gap-3 sm:flex sm:flex-wrap">
        {day && (
          <a className="button quiet" href={href("/quotes/:slug/event.ics", { slug })}>
            Add it to your calendar
          </a>
        )}
        <a className="button quiet" href={href("/quotes/:slug/quote.pdf", { slug })}>
          Download the PDF
        </a>
      </p>
      {record && <p className="mt-4 text-base text-soft">Record no. {record}</p>}
    </section>
  );
}

function NextSteps({ booking }: { booking: Confirmed }) {
  const { invoices, deposit, balance } = booking;
  const { firstName } = content().site;
  const next = nextPayment(invoices);
  // Paid amounts, or those already asked for above, are no next step.
  const isCovered = invoices.some(
    ({ kind, rest, slug }) =>
      kind === "full" || (kind === "balance" && (rest <= 0 || slug === next?.slug)),
  );
  const hasBalance = balance[1] > 0 && !isCovered;
  const balanceTerms = balance[0].replace(/^Balance,? ?/, "");
  return (
    <section>
      <h2 className="display-3">What happens next</h2>
      <ol className="mt-4 flex flex-col">
        {next ? (
          <Step number={1} title="How to pay">
            <p>{unbroken(next.sentence)}</p>
            <p className="mt-4">
              <Link to={href("/invoices/:slug", { slug: next.slug })} className="button">
                {next.action}
              </Link>
            </p>
          </Step>
        ) : (
          <Step number={1} title="How to pay">
            <p>
              {invoices.length > 0
                ? "There's nothing to pay just now. Thank you."
                : `${firstName} will be in touch about the deposit.`}
            </p>
            {invoices.length === 0 && (
              <p className="mt-1 text-soft">
                {deposit[0]}: {formatMoney(deposit[1])}
              </p>
            )}
          </Step>
        )}
        {hasBalance && (
          <Step number={2} title="The balance">
            <p className="text-balance">
              {unbrokenRanges([formatMoney(balance[1]), balanceTerms].filter(Boolean).join(", "))}
            </p>
          </Step>
        )}
      </ol>
      <div className="border-t border-line py-5">
        <h3 className="font-sans font-semibold tracking-normal">Anything to add or change?</h3>
        <p>
          Just reply to the email, or write to <MyEmail />.
        </p>
      </div>
    </section>
  );
}

type StepProps = { number: number; title: string; children: ReactNode };

function Step({ number, title, children }: StepProps) {
  return (
    <li className="grid grid-cols-[2.5rem_1fr] border-t border-line py-5">
      <span aria-hidden="true" className="font-display text-2xl">
        {number}
      </span>
      <div>
        <h3 className="font-sans font-semibold tracking-normal">{title}</h3>
        {children}
      </div>
    </li>
  );
}
