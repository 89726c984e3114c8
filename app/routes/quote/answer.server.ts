import { data, href, redirect } from "react-router";
import {
  acceptQuote,
  findAcceptance,
  findDecline,
} from "#app/features/quotes/acceptance.server.ts";
import { declineQuote } from "#app/features/quotes/decisions.server.ts";
import type { ClientResult } from "#app/features/quotes/guard.server.ts";
import { acceptanceSchema, declineSchema } from "#app/features/quotes/schema.ts";
import {
  acceptanceToasts,
  declineToasts,
  notArrived,
  quoteNotFoundMessage,
  refusalMessages,
} from "#app/features/quotes/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { clientInfoOf } from "#app/server/http/client-info.server.ts";
import {
  type FormState,
  parseForm,
  readForm,
  unknownOutcomeOf,
} from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { formValues } from "#app/values/rules.ts";

type ClientAnswer = {
  what: "acceptance" | "decline";
  values: Record<string, string>;
  next: string;
  record: () => Promise<ClientResult>;
  /** Finds the record after its reply was lost. */
  find: () => Promise<ClientResult | null>;
};

async function readAcceptance(request: Request, slug: string) {
  const form = await parseForm(request, acceptanceSchema);
  if (!form.ok) return form.reply;
  const input = { ...form.value, slug, client: clientInfoOf(request) };
  return {
    what: "acceptance",
    values: form.values,
    next: confirmationOf(slug),
    record: () => acceptQuote(getDb(), input),
    find: () => findAcceptance(getDb(), input),
  } satisfies ClientAnswer;
}

async function readDecline(request: Request, slug: string) {
  const form = await parseForm(request, declineSchema);
  if (!form.ok) return form.reply;
  const input = { ...form.value, slug, client: clientInfoOf(request) };
  return {
    what: "decline",
    values: form.values,
    next: `${href("/quotes/:slug?", { slug })}#outcome`,
    record: () => declineQuote(getDb(), input),
    find: () => findDecline(getDb(), input),
  } satisfies ClientAnswer;
}

function confirmationOf(slug: string): string {
  const page = href("/live-piano-services/quote-confirmation");
  return `${page}?${new URLSearchParams({ quote: slug })}`;
}

/** If the database's reply is lost, looks up what was recorded. */
export async function answerAsClient(request: Request, slug: string, declines: boolean) {
  const answer = await (declines ? readDecline : readAcceptance)(request, slug);
  if (!("what" in answer)) return answer;
  const { what, values, next, record } = answer;
  try {
    const result = await record();
    return result.ok ? redirect(next, 303) : refused(result.reason, values);
  } catch (error) {
    log.error({ err: error }, `${what} not recorded`);
    if (unknownOutcomeOf(error).unknown) return lookFor(answer, 503);
    const { title, detail } = (declines ? declineToasts : acceptanceToasts).failure;
    return data<FormState>({ ok: false, message: title, detail, values }, 503);
  }
}

/** The same form, sent only to ask whether the answer was recorded. */
export async function lookAgain(request: Request, slug: string, declines: boolean) {
  const answer = await (declines ? readDecline : readAcceptance)(request, slug);
  return "what" in answer ? lookFor(answer, 200) : answer;
}

/** `status`: for an answer that has not arrived. */
async function lookFor({ what, values, next, find }: ClientAnswer, status: number) {
  try {
    const found = await find();
    if (!found) return data<FormState>({ ok: false, notice: notArrived, values }, status);
    return found.ok ? redirect(next, 303) : refused(found.reason, values);
  } catch (error) {
    log.error({ err: error }, `${what} not found out`);
    return data<FormState>({ ok: false, unknown: true, values }, 503);
  }
}

/** Without scripts a button asks for the new total: fields come back unchecked. */
export async function previewTotal(request: Request) {
  const fields = Object.entries(formValues(await readForm(request)));
  const values = fields.map(([name, value]) => [name, [value].flat().join("\n")]);
  return data<FormState>({ ok: true, values: Object.fromEntries(values) });
}

type Reason = Extract<ClientResult, { ok: false }>["reason"];

function refused(reason: Reason, values: Record<string, string>) {
  if (reason === "not-found")
    return data<FormState>({ ok: false, message: quoteNotFoundMessage, values }, 404);
  // A notice, since nothing failed: the page shows the changed or accepted quote.
  const kind = reason === "stale" || reason === "accepted" ? "notice" : "message";
  return data<FormState>({ ok: false, [kind]: refusalMessages[reason], values }, 409);
}
