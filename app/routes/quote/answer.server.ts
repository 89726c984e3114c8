import { data, href, redirect } from "react-router";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import { declineQuote } from "#app/features/quotes/decisions.server.ts";
import { type QuoteRefusal } from "#app/features/quotes/guard.server.ts";
import { acceptanceSchema, declineSchema } from "#app/features/quotes/schema.ts";
import {
  declineToasts,
  quoteNotFoundMessage,
  refusalMessages,
} from "#app/features/quotes/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { clientInfoOf } from "#app/server/http/client-info.server.ts";
import {
  type FormState,
  parseForm,
  readForm,
  unknownOutcomeNotice,
} from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { formValues } from "#app/values/rules.ts";

/* What the forms of the quote page ask for: a new total, the acceptance, or the No. */

export async function answerClient(request: Request, slug: string) {
  const posted = await readForm(request).catch(() => null);
  const intent = posted?.get("intent");
  if (posted && intent === "preview") return previewed(posted);
  return intent === "decline" ? decline(request, slug) : accept(request, slug);
}

/** Without scripts a button asks for the new total: nothing is checked yet and everything typed comes back. */
function previewed(posted: FormData) {
  const values = Object.entries(formValues(posted)).map(([name, value]) => [
    name,
    [value].flat().join("\n"),
  ]);
  return data<FormState>({ ok: true, values: Object.fromEntries(values) });
}

async function accept(request: Request, slug: string) {
  const clientInfo = clientInfoOf(request);
  const form = await parseForm(request, acceptanceSchema);
  if (!form.ok) return form.reply;
  try {
    const outcome = await acceptQuote(getDb(), slug, form.value, clientInfo);
    if (!outcome.ok) return refused(outcome.reason, form.values);
  } catch (error) {
    log.error({ err: error }, "acceptance not recorded");
    return data<FormState>({ ok: false, ...unknownOutcomeNotice(error), values: form.values }, 503);
  }
  return redirect(href("/live-piano-services/quote-confirmation"), 303);
}

async function decline(request: Request, slug: string) {
  const clientInfo = clientInfoOf(request);
  const form = await parseForm(request, declineSchema);
  if (!form.ok) return form.reply;
  try {
    const outcome = await declineQuote(getDb(), slug, form.value, clientInfo);
    if (!outcome.ok) return refused(outcome.reason, form.values);
  } catch (error) {
    log.error({ err: error }, "decline not recorded");
    const doubt = unknownOutcomeNotice(error);
    const said = doubt.notice ? doubt : { message: declineToasts.failure.title };
    return data<FormState>({ ok: false, ...said, values: form.values }, 503);
  }
  return redirect(href("/quotes/:slug?", { slug }), 303);
}

function refused(reason: QuoteRefusal | "not-found", values: Record<string, string>) {
  if (reason === "not-found")
    return data<FormState>({ ok: false, message: quoteNotFoundMessage, values }, 404);
  // A changed quote is no failure of the client's: it can be accepted as it is now. Nor is one that was accepted: what stands is shown.
  return data<FormState>(
    {
      ok: false,
      [reason === "stale" || reason === "accepted" ? "notice" : "message"]: refusalMessages[reason],
      values,
    },
    409,
  );
}
