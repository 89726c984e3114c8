import { data } from "react-router";
import { saysOverlaps } from "#app/features/diary/overlap-words.server.ts";
import type { AcceptanceResult } from "#app/features/quotes/decisions.server.ts";
import { quoteState, quoteStateLabels } from "#app/features/quotes/model.ts";
import { paidFirstMessage } from "#app/features/quotes/toasts.ts";
import type { FormState } from "#app/server/http/forms.server.ts";

/** A stale tab changes nothing; the reply says the quote's current state. */
export function refused(result: Exclude<AcceptanceResult, { ok: true }>) {
  if (result.reason === "not-found")
    return data<FormState>({ ok: false, message: "Quote not found." }, 404);
  if (result.reason === "unsettled")
    return data<FormState>(
      {
        ok: false,
        message: "Not done: the total of this quote and its details don't agree. Edit it first.",
      },
      409,
    );
  if (result.reason === "paid") {
    const message = `Not done: ${paidFirstMessage(result.paid)}`;
    return data<FormState>({ ok: false, message }, 409);
  }
  if (result.reason === "overlaps") {
    const message = `Not accepted yet. ${saysOverlaps(result.overlaps)} To accept it anyway, press Accept Quote again.`;
    return data<FormState>({ ok: false, message }, 409);
  }
  const state = quoteState(result.quote, new Date());
  const decided = state !== "pending" && state !== "draft" && state !== "expired";
  const reason = decided
    ? `has already been ${quoteStateLabels[state].toLowerCase()}`
    : "has changed since you opened it";
  return data<FormState>({ ok: false, message: `Not done: this quote ${reason}.` }, 409);
}
