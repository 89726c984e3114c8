import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import type { ClientResult } from "#app/features/quotes/guard.server.ts";
import {
  acceptanceRequestSchema,
  namedAcceptanceRequestSchema,
} from "#app/features/quotes/schema.ts";
import {
  acceptanceToasts,
  alreadyAcceptedMessage,
  quoteNotFoundMessage,
  refusalMessages,
} from "#app/features/quotes/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readApiRequest } from "#app/server/http/api-request.server.ts";
import { apiFailure } from "#app/server/http/api-response.server.ts";
import { clientInfoOf } from "#app/server/http/client-info.server.ts";
import { formatMoney, toCents } from "#app/values/money.ts";

export async function submitQuoteAcceptance(request: Request): Promise<Response> {
  const payload = await readApiRequest(request, acceptanceRequestSchema);
  if (!payload.ok) return payload.reply;
  const client = clientInfoOf(request);
  return respond(await acceptQuote(getDb(), { ...payload.value, client }));
}

/** Accepts only quotes of the type that `name` comes from, and no add-ons. */
export function submitNamedQuote(name: string) {
  return async (request: Request): Promise<Response> => {
    const payload = await readApiRequest(request, namedAcceptanceRequestSchema);
    if (!payload.ok) return payload.reply;
    const { totalBaseInvoice, ...acceptance } = payload.value;
    const input = {
      ...acceptance,
      totalAmount: totalBaseInvoice,
      wantsExtraHour: false,
      wantsRehearsal: false,
      calledAs: name,
      client: clientInfoOf(request),
    };
    return respond(await acceptQuote(getDb(), input));
  };
}

function respond(result: ClientResult): Response {
  if (result.ok) {
    const { totalAmount } = result.quote;
    return Response.json({
      message: acceptanceToasts.success.title,
      totalAmount: Number(totalAmount),
      total: formatMoney(toCents(totalAmount)),
    });
  }
  if (result.reason === "not-found") return apiFailure(404, "not-found", quoteNotFoundMessage);
  if (result.reason === "accepted")
    return apiFailure(409, "accepted", alreadyAcceptedMessage(result.quote));
  const version = result.reason === "stale" ? ` It is version ${result.quote.version} now.` : "";
  return apiFailure(409, result.reason, refusalMessages[result.reason] + version);
}
