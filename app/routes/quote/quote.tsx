import {
  data,
  href,
  useNavigation,
  useRevalidator,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { site } from "#app/content/site.ts";
import { getSignedIn, isAdministrator } from "#app/features/auth/session.server.ts";
import { AcceptanceForm } from "#app/features/quotes/acceptance-form.tsx";
import { recordView } from "#app/features/quotes/views.server.ts";
import { DeclineForm } from "#app/features/quotes/decline-form.tsx";
import type { PublicQuote } from "#app/features/quotes/model.ts";
import { getPublicQuote } from "#app/features/quotes/queries.server.ts";
import { QuoteDocument } from "#app/features/quotes/quote-document.tsx";
import { QuoteOutcome, PreviousAcceptanceNote } from "#app/features/quotes/quote-outcome.tsx";
import {
  acceptanceToasts,
  declineToasts,
  quoteNotFoundMessage,
} from "#app/features/quotes/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { withToasts } from "#app/ui/form-toasts.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { type FormState, readForm } from "#app/server/http/forms.server.ts";
import { origin } from "#app/document/origin.ts";
import type { Route } from "./+types/quote";
import { acceptAsClient, declineAsClient, previewTotal } from "./answer.server.ts";
import { QuoteMessage } from "./quote-message.tsx";
import { secretLinkHeaders } from "./secret.server.ts";

export const headers = () => secretLinkHeaders;
export const meta = () => privateMeta("Your quote");

type Loaded =
  | { state: "missing" | "failed" | "not-found" }
  | { state: "loaded"; quote: PublicQuote; slug: string };

export async function loader({ request, params: { slug } }: Route.LoaderArgs) {
  const answer = (loaded: Loaded, status = 200) =>
    data(loaded, { status, headers: secretLinkHeaders });
  if (!slug) return answer({ state: "missing" }, 404);
  try {
    const quote = await getPublicQuote(getDb(), slug);
    if (!quote) return answer({ state: "not-found" }, 404);
    await countView(request, slug, quote);
    return answer({ state: "loaded", quote, slug });
  } catch (error) {
    log.error({ err: error }, "quote not loaded");
    return answer({ state: "failed" }, 503);
  }
}

/** A page that a person asked for and the owner did not. A count that fails is no reason to show less. */
async function countView(request: Request, slug: string, { state }: PublicQuote): Promise<void> {
  const { headers: asked } = request;
  const ahead = ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) => asked.has(name));
  const opened =
    request.method === "GET" &&
    asked.get("accept")?.includes("text/html") &&
    !asked.has("content-type") &&
    !ahead;
  if (!opened || (state !== "pending" && state !== "expired")) return;
  try {
    const user = asked.has("cookie") ? await getSignedIn(request) : null;
    if (!user || !isAdministrator(user)) await recordView(getDb(), slug);
  } catch (error) {
    log.warn({ err: error }, "view not counted");
  }
}

export async function action({ request, params: { slug = "" } }: Route.ActionArgs) {
  switch ((await readForm(request)).get("intent")) {
    case "preview":
      return previewTotal(request);
    case "decline":
      return declineAsClient(request, slug);
    default:
      return acceptAsClient(request, slug);
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const declining = (await request.clone().formData()).get("intent") === "decline";
  return withToasts(serverAction, declining ? declineToasts : acceptanceToasts);
}

/** After a refusal the quote has changed under the page: always look again. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => formMethod === "POST" || defaultShouldRevalidate;

export default function QuotePage({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  const { state: retrying, revalidate } = useRevalidator();
  if (retrying === "loading" && loaderData.state !== "loaded")
    return <QuoteMessage loading heading="Loading quote..." />;
  switch (loaderData.state) {
    case "missing":
      return <QuoteMessage heading="Error" message="Quote slug is missing." />;
    case "failed":
      return (
        <QuoteMessage
          heading="Error"
          message="Failed to load quote details. It might not exist or you do not have access."
          retry={revalidate}
        />
      );
    case "not-found":
      return <QuoteMessage heading="Quote Not Found" message={quoteNotFoundMessage} />;
    case "loaded":
      return (
        <LoadedQuote
          {...loaderData}
          posted={actionData}
          sending={navigation.state !== "idle" && navigation.formMethod === "POST"}
        />
      );
  }
}

function LoadedQuote({
  quote,
  slug,
  posted,
  sending,
}: {
  quote: PublicQuote;
  slug: string;
  posted: FormState | undefined;
  sending: boolean;
}) {
  const paper = (
    <>
      <p className="no-print mt-8">
        <a className="link" href={href("/quotes/:slug/quote.pdf", { slug })}>
          {quote.state === "accepted"
            ? "Download your booking confirmation (PDF)"
            : "Download this quote (PDF)"}
        </a>
      </p>
      <p className="mt-6 hidden print:block">
        {site.brand} · {site.email} · {origin() + href("/quotes/:slug?", { slug })}
      </p>
    </>
  );
  return (
    <main className="wrap max-w-3xl! py-12 lg:py-16">
      <QuoteDocument quote={quote}>
        {posted?.notice && (
          <p role="status" className="mt-6 border-l-4 border-brass bg-raised p-4 font-semibold">
            {posted.notice} {posted.detail}
          </p>
        )}
        {posted?.message && (
          <p role="alert" className="mt-6 border-l-4 border-danger bg-raised p-4 font-semibold">
            {posted.message}
          </p>
        )}
        {quote.state === "pending" && !quote.priceMismatch ? (
          <>
            {quote.previousAcceptance && (
              <PreviousAcceptanceNote previous={quote.previousAcceptance} />
            )}
            <AcceptanceForm quote={quote} posted={posted} sending={sending} />
            {paper}
            <DeclineForm quote={quote} posted={posted} sending={sending} />
          </>
        ) : (
          <QuoteOutcome quote={quote}>{paper}</QuoteOutcome>
        )}
      </QuoteDocument>
    </main>
  );
}
