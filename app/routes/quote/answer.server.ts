import { data, href, redirect } from "react-router";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import { declineQuote } from "#app/features/quotes/decisions.server.ts";
import type { ClientResult } from "#app/features/quotes/guard.server.ts";
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

export async function acceptAsClient(request: Request, slug: string) {
  const form = await parseForm(request, acceptanceSchema);
  if (!form.ok) return form.reply;
  const answer = { ...form.value, slug, client: clientInfoOf(request) };
  const failure = await failureOf(acceptQuote(getDb(), answer), "acceptance", form.values);
  return failure ?? redirect(href("/live-piano-services/quote-confirmation"), 303);
}

export async function declineAsClient(request: Request, slug: string) {
  const form = await parseForm(request, declineSchema);
  if (!form.ok) return form.reply;
  const answer = { ...form.value, slug, client: clientInfoOf(request) };
  const message = declineToasts.failure.title;
  const failure = await failureOf(declineQuote(getDb(), answer), "decline", form.values, message);
  return failure ?? redirect(href("/quotes/:slug?", { slug }), 303);
}

/** `message`: what the page says of an error instead of its usual sentence. Null once the answer is recorded. */
async function failureOf(
  answer: Promise<ClientResult>,
  what: "acceptance" | "decline",
  values: Record<string, string>,
  message?: string,
) {
  try {
    const result = await answer;
    return result.ok ? null : refused(result.reason, values);
  } catch (error) {
    log.error({ err: error }, `${what} not recorded`);
    const unknown = unknownOutcomeNotice(error);
    const failure = unknown.notice ? unknown : { message };
    return data<FormState>({ ok: false, ...failure, values }, 503);
  }
}

/** Without scripts a button asks for the new total: nothing is checked and every field comes back. */
export async function previewTotal(request: Request) {
  const fields = Object.entries(formValues(await readForm(request)));
  const values = fields.map(([name, value]) => [name, [value].flat().join("\n")]);
  return data<FormState>({ ok: true, values: Object.fromEntries(values) });
}

type Reason = Extract<ClientResult, { ok: false }>["reason"];

function refused(reason: Reason, values: Record<string, string>) {
  if (reason === "not-found")
    return data<FormState>({ ok: false, message: quoteNotFoundMessage, values }, 404);
  // The page now shows the changed quote, or what was accepted: a notice, since nothing failed.
  const kind = reason === "stale" || reason === "accepted" ? "notice" : "message";
  return data<FormState>({ ok: false, [kind]: refusalMessages[reason], values }, 409);
}
