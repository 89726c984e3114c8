import { data, useNavigation, useRevalidator } from "react-router";
import type { LinkedInvoice } from "#app/features/invoices/public-invoice.ts";
import type { PublicQuote } from "#app/features/quotes/model.ts";
import { getPublicQuote } from "#app/features/quotes/queries.server.ts";
import {
  acceptanceToasts,
  declineToasts,
  quoteNotFoundMessage,
} from "#app/features/quotes/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import type { Route } from "./+types/quote";
import { answerAsClient, lookAgain, previewTotal } from "./answer.server.ts";
import { countView } from "./count-view.server.ts";
import { keepLostAnswer } from "./keep-lost-answer.ts";
import { LoadedQuote } from "./loaded-quote.tsx";
import { FailedAnswer, LostAnswer } from "./lost-answer.tsx";
import { quoteInvoices } from "./quote-invoices.server.ts";
import { AboutTheLink, PageMessage } from "#app/ui/page-message.tsx";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { shortFooter } from "#app/routes/site/short-footer.ts";

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
  if (intent === "look") return lookAgain(request, slug, form?.get("about") === "decline");
  return answerAsClient(request, slug, intent === "decline");
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
