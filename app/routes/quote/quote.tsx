import { data, href, redirect, useNavigation, useRevalidator, type ShouldRevalidateFunctionArgs } from "react-router";
import { acceptQuote } from "#app/features/quotes/commands.server.ts";
import type { PublicQuote } from "#app/features/quotes/model.ts";
import { getPublicQuote } from "#app/features/quotes/queries.server.ts";
import { QuoteDocument } from "#app/features/quotes/quote-document.tsx";
import { acceptanceSchema } from "#app/features/quotes/schema.ts";
import { acceptanceWords } from "#app/features/quotes/words.ts";
import { getDb } from "#app/server/db.server.ts";
import { evidenceOf, type FormState, parseForm } from "#app/server/http.server.ts";
import { log } from "#app/server/log.server.ts";
import { withToasts } from "#app/ui/form-toasts.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/quote";
import { QuoteMessage } from "./quote-message.tsx";

/** The link is a secret: it is neither kept, indexed nor told to other sites. */
const secret = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer" };

export const headers = () => secret;
export const meta = () => privateMeta("Your quote");

type Loaded = { state: "missing" | "failed" | "not-found" } | { state: "loaded"; quote: PublicQuote };

export async function loader({ params }: Route.LoaderArgs) {
  const answer = (loaded: Loaded, status = 200) => data(loaded, { status, headers: secret });
  if (!params.slug) return answer({ state: "missing" }, 404);
  try {
    const quote = await getPublicQuote(getDb(), params.slug);
    return quote ? answer({ state: "loaded", quote }) : answer({ state: "not-found" }, 404);
  } catch (error) {
    log.error({ err: error }, "quote not loaded");
    return answer({ state: "failed" }, 503);
  }
}

export async function action({ request, params }: Route.ActionArgs) {
  const preview = await previewOf(request);
  if (preview) return preview;
  const form = await parseForm(request, acceptanceSchema);
  if (!form.ok) return form.reply;
  const refused = (message: string | undefined, status: number) => data<FormState>({ ok: false, message, values: form.values }, status);
  try {
    const outcome = await acceptQuote(getDb(), params.slug ?? "", form.value, evidenceOf(request));
    if (!outcome.ok) return refused(outcome.reason === "rejected" ? "This quote is no longer open." : "The quote you are looking for does not exist.", outcome.reason === "rejected" ? 409 : 404);
    // Somebody who chose otherwise than what stands must see what stands.
    if ("already" in outcome && !outcome.already.same) return data<FormState>({ ok: false, notice: "This quote had been accepted before, as shown here. Nothing was changed." });
  } catch (error) {
    log.error({ err: error }, "acceptance not recorded");
    return refused(undefined, 503);
  }
  return redirect(href("/live-piano-services/quote-confirmation"), 303);
}

/** Without scripts a button asks for the new total: nothing is checked yet and everything typed comes back. */
async function previewOf(request: Request) {
  const form = await request.clone().formData().catch(() => null);
  if (form?.get("intent") !== "preview") return null;
  const values = Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  return data<FormState>({ ok: true, values });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withToasts(serverAction, acceptanceWords);
}

/** After a refusal the quote has changed under the page: always look again. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) => formMethod === "POST" || defaultShouldRevalidate;

export default function QuotePage({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  const { state: retrying, revalidate } = useRevalidator();
  if (retrying === "loading" && loaderData.state !== "loaded") return <QuoteMessage loading heading="Loading quote..." />;
  switch (loaderData.state) {
    case "missing":
      return <QuoteMessage heading="Error" message="Quote slug is missing." />;
    case "failed":
      return <QuoteMessage heading="Error" message="Failed to load quote details. It might not exist or you do not have access." retry={revalidate} />;
    case "not-found":
      return <QuoteMessage heading="Quote Not Found" message="The quote you are looking for does not exist." />;
    case "loaded":
      return <QuoteDocument quote={loaderData.quote} posted={actionData} sending={navigation.state !== "idle" && navigation.formMethod === "POST"} />;
  }
}
