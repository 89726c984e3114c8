import { data, href, Link, redirect } from "react-router";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { useFocusOnArrival } from "#app/ui/form-messages.tsx";
import { Line } from "#app/ui/line.tsx";
import { dividerLine } from "#app/ui/line-paths.ts";
import { IntroLine } from "#app/ui/section.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/confirmation";
import { ConfirmedBooking } from "./confirmed-booking.tsx";
import { loadConfirmed } from "./load-confirmed.server.ts";
import { shortFooter } from "#app/routes/site/short-footer.ts";

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
