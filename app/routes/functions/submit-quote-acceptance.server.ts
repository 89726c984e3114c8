import { acceptQuote } from "#app/features/quotes/commands.server.ts";
import { acceptanceCallSchema } from "#app/features/quotes/schema.ts";
import { acceptanceWords } from "#app/features/quotes/words.ts";
import { getDb } from "#app/server/db.server.ts";
import { evidenceOf, failure, readCall } from "#app/server/http.server.ts";
import { formatMoney, toCents } from "#app/values/money.ts";

/** `submit-quote-acceptance`: the quote page's acceptance, for programs. */
export async function submitQuoteAcceptance(request: Request): Promise<Response> {
  const call = await readCall(request, acceptanceCallSchema);
  if (!call.ok) return call.reply;
  const { slug, ...input } = call.value;
  const outcome = await acceptQuote(getDb(), slug, input, evidenceOf(request));
  if (outcome.ok) {
    const { totalAmount } = outcome.quote;
    return Response.json({ message: acceptanceWords.success.title, totalAmount: Number(totalAmount), total: formatMoney(toCents(totalAmount)) });
  }
  if (outcome.reason === "not-found") return failure(404, "not-found", "The quote you are looking for does not exist.");
  return failure(409, outcome.reason, "This quote is no longer open: it was rejected.");
}
