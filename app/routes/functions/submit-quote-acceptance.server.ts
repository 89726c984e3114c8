import { type AcceptanceOutcome, acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import { acceptanceCallSchema, namedAcceptanceCallSchema } from "#app/features/quotes/schema.ts";
import {
  acceptanceToasts,
  quoteNotFoundMessage,
  refusalMessages,
  alreadyAcceptedMessage,
} from "#app/features/quotes/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readApiRequest } from "#app/server/http/api-request.server.ts";
import { apiFailure } from "#app/server/http/api-response.server.ts";
import { clientInfoOf } from "#app/server/http/client-info.server.ts";
import { formatMoney, toCents } from "#app/values/money.ts";

/** `submit-quote-acceptance`: the quote page's acceptance, for programs. */
export async function submitQuoteAcceptance(request: Request): Promise<Response> {
  const call = await readApiRequest(request, acceptanceCallSchema);
  if (!call.ok) return call.reply;
  const { slug, ...input } = call.value;
  return answer(await acceptQuote(getDb(), slug, input, clientInfoOf(request)));
}

/** `submit-{name}-quote`: the same for the second kind of quote, under the name of its type and no other. */
export function submitNamedQuote(name: string) {
  return async (request: Request): Promise<Response> => {
    const call = await readApiRequest(request, namedAcceptanceCallSchema);
    if (!call.ok) return call.reply;
    const { slug, totalBaseInvoice, ...input } = call.value;
    const acceptance = {
      ...input,
      totalAmount: totalBaseInvoice,
      wantsExtraHour: false,
      wantsRehearsal: false,
    };
    return answer(
      await acceptQuote(getDb(), slug, acceptance, clientInfoOf(request), new Date(), name),
    );
  };
}

function answer(outcome: AcceptanceOutcome): Response {
  if (outcome.ok) {
    const { totalAmount } = outcome.quote;
    return Response.json({
      message: acceptanceToasts.success.title,
      totalAmount: Number(totalAmount),
      total: formatMoney(toCents(totalAmount)),
    });
  }
  if (outcome.reason === "not-found") return apiFailure(404, "not-found", quoteNotFoundMessage);
  if (outcome.reason === "accepted")
    return apiFailure(409, "accepted", alreadyAcceptedMessage(outcome.quote));
  const version = outcome.reason === "stale" ? ` It is version ${outcome.quote.version} now.` : "";
  return apiFailure(409, outcome.reason, refusalMessages[outcome.reason] + version);
}
