import { setImmediate } from "node:timers/promises";
import { getPublicQuote } from "#app/features/quotes/queries.server.ts";
import { quotePdf } from "#app/features/quotes/pdf.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { apiFailure } from "#app/server/http/api.server.ts";
import { log } from "#app/server/log.server.ts";
import { quoteNotFoundMessage } from "#app/features/quotes/toasts.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import type { Route } from "./+types/pdf";

let turns: Promise<unknown> = Promise.resolve();

// PDFs start one after the other, so that other requests are answered in between.
function nextTurn(): Promise<unknown> {
  return (turns = turns.then(() => setImmediate()));
}

export async function loader({ params: { slug } }: Route.LoaderArgs) {
  const now = new Date();
  try {
    await nextTurn();
    const quote = await getPublicQuote(getDb(), slug, now);
    if (!quote)
      return apiFailure(404, "not-found", quoteNotFoundMessage, { headers: secretLinkHeaders });
    const name = quote.state === "accepted" ? "booking-confirmation" : "quote";
    return new Response(await quotePdf(quote, slug, now), {
      headers: {
        ...secretLinkHeaders,
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="${name}.pdf"`,
      },
    });
  } catch (error) {
    log.error({ err: error }, "PDF of a quote not made");
    return apiFailure(
      503,
      "unavailable",
      "This isn't working right now. Please try again in a moment.",
      { headers: { ...secretLinkHeaders, "Retry-After": "5" } },
    );
  }
}
