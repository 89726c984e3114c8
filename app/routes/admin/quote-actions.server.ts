import { data, href, redirect } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  decideQuote,
  type Decision,
  reverseDecision,
  withdrawQuote,
} from "#app/features/quotes/decisions.server.ts";
import { type AdminOutcome } from "#app/features/quotes/guard.server.ts";
import { sendQuote } from "#app/features/quotes/sending.server.ts";
import { beginNewVersion } from "#app/features/quotes/versions.server.ts";
import { type QuoteIntent, quoteToasts, isQuoteIntent } from "#app/features/quotes/desk-words.ts";
import { quoteEmailSchema } from "#app/features/quotes/draft-schema.ts";
import { quoteState, quoteStateLabels } from "#app/features/quotes/model.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, parseForm, readForm } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { guardOf } from "#app/features/intake/model.ts";

/* What the buttons of a quote's page ask for. */

export async function answerQuoteAction(request: Request, by: Administrator, id: string) {
  const form = await readForm(request);
  const [decision, intent, version] = [
    form.get("decision"),
    form.get("intent"),
    form.get("version"),
  ];
  if (decision === "accepted" || decision === "rejected")
    return decide(by, id, decision, version ? seen(String(version)) : undefined);
  if (!isQuoteIntent(intent))
    return data<FormState>({ ok: false, message: "Choose Accept or Reject." }, 400);
  try {
    return intent === "send" ? await send(request, by, id) : await act(intent, by, id);
  } catch (error) {
    log.error({ err: error, intent }, "quote not changed");
    return data<FormState>({ ok: false, message: quoteToasts[intent].failure.title }, 503);
  }
}

/** What is no version's number is a version that no quote has. */
const seen = (version: string) => (/^\d{1,9}$/.test(version) ? Number(version) : 0);

async function decide(
  by: Administrator,
  id: string,
  decision: Decision,
  seenVersion: number | undefined,
) {
  try {
    const outcome = await decideQuote(getDb(), by, id, decision, new Date(), seenVersion);
    return outcome.ok
      ? data<FormState>({ ok: true, message: `Quote status updated to ${decision}` })
      : refused(outcome);
  } catch (error) {
    log.error({ err: error }, "quote not decided");
    return data<FormState>(
      { ok: false, message: `Failed to update quote status to ${decision}` },
      503,
    );
  }
}

async function send(request: Request, by: Administrator, id: string) {
  const form = await parseForm(request, quoteEmailSchema);
  if (!form.ok) return form.reply;
  const outcome = await sendQuote(
    getDb(),
    by,
    id,
    form.value,
    new Date(),
    guardOf(form.values).key,
  );
  if (outcome.ok)
    return data<FormState>({
      ok: true,
      message: `The letter is on its way to ${outcome.quote.clientEmail}.`,
    });
  if (outcome.reason !== "expired") return refused(outcome);
  return data<FormState>(
    {
      ok: false,
      message:
        "Nothing was sent: the day until which the quote is valid has passed. Edit it first.",
      values: form.values,
    },
    409,
  );
}

async function act(intent: Exclude<QuoteIntent, "send">, by: Administrator, id: string) {
  const commands = {
    withdraw: withdrawQuote,
    reverse: reverseDecision,
    "new-version": beginNewVersion,
  };
  const outcome = await commands[intent](getDb(), by, id);
  if (!outcome.ok) return refused(outcome);
  if (intent === "new-version")
    return redirect(href("/admin/quotes/:id/edit", { id: outcome.quote.id }), 303);
  return data<FormState>({ ok: true, message: quoteToasts[intent].success.title });
}

/** A stale tab changes nothing, and is told how the quote stands. */
function refused(outcome: Exclude<AdminOutcome, { ok: true }>) {
  if (outcome.reason === "not-found")
    return data<FormState>({ ok: false, message: "Quote not found." }, 404);
  if (outcome.reason === "unsettled")
    return data<FormState>(
      {
        ok: false,
        message:
          "Nothing was changed: the total of this quote and its details don’t agree. Edit it first.",
      },
      409,
    );
  const state = quoteState(outcome.quote, new Date());
  const meanwhile =
    state === "pending" || state === "draft"
      ? "this quote was changed meanwhile"
      : `this quote was already ${quoteStateLabels[state].toLowerCase()} meanwhile`;
  return data<FormState>({ ok: false, message: `Nothing was changed: ${meanwhile}.` }, 409);
}
