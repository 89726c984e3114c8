import { setImmediate } from "node:timers/promises";
import { getPublicQuote } from "#app/features/quotes/queries.server.ts";
import { quotePdf } from "#app/features/quotes/pdf.server.ts";
import { quoteNotFoundMessage } from "#app/features/quotes/answer.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { secretFile } from "#app/server/http/secret-link.server.ts";
import type { Route } from "./+types/pdf";

let turns: Promise<unknown> = Promise.resolve();

// PDFs start one after the other, so that other requests are answered in between.
function nextTurn(): Promise<unknown> {
  return (turns = turns.then(() => setImmediate()));
}

export function loader({ params: { slug } }: Route.LoaderArgs) {
  const now = new Date();
  return secretFile(quoteNotFoundMessage, async () => {
    await nextTurn();
    const quote = await getPublicQuote(getDb(), slug, now);
    if (!quote) return null;
    return {
      name: quote.state === "accepted" ? "booking-confirmation.pdf" : "quote.pdf",
      type: "application/pdf",
      content: await quotePdf(quote, slug, now),
    };
  });
}
