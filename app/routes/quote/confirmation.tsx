import { data, href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { nextPayment } from "#app/features/invoices/client-wording.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { useFocusOnArrival } from "#app/ui/form-messages.tsx";
import { Line } from "#app/ui/line.tsx";
import { dividerLine } from "#app/ui/line-paths.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/confirmation";
import { quoteInvoices } from "./quote-invoices.server.ts";

export const meta = () => privateMeta("Thank you");
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const answered = new Headers(loaderHeaders);
  answered.set("X-Robots-Tag", "noindex");
  return answered;
}

const quoteOf = (request: Request) => new URL(request.url).searchParams.get("quote");

/** With the link of the quote in the query, which is as secret here: what is to be paid for it. */
export async function loader({ request }: Route.LoaderArgs) {
  const slug = quoteOf(request);
  if (!slug) return null;
  return data(nextPayment(await quoteInvoices(slug)), { headers: secretLinkHeaders });
}

// Without a quote there is nothing to ask the server for.
export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  quoteOf(request) ? serverLoader() : null;

export default function Confirmation({ loaderData: next }: Route.ComponentProps) {
  return (
    <main className="wrap flex min-h-[60vh] flex-col items-start justify-center gap-6 py-20">
      <Line line={dividerLine} className="w-80 max-w-full text-brass" draw />
      {/* oxlint-disable jsx-a11y/no-autofocus -- the answer to a form that was sent without scripts */}
      <h1
        ref={useFocusOnArrival<HTMLHeadingElement>()}
        tabIndex={-1}
        autoFocus
        className="display-2"
      >
        Thank You for Your Acceptance!
      </h1>
      {/* oxlint-enable jsx-a11y/no-autofocus */}
      <p className="measure text-lg">
        You're booked. We've emailed you a copy of everything you agreed to.{" "}
        {next ? next.sentence : `${content().site.firstName} will be in touch about the deposit.`}
      </p>
      <p className="flex flex-wrap gap-3">
        {next && (
          <Link to={href("/invoices/:slug", { slug: next.slug })} className="button">
            {next.action}
          </Link>
        )}
        <Link to={href("/")} className={next ? "button quiet" : "button"}>
          Return to Home
        </Link>
      </p>
    </main>
  );
}
