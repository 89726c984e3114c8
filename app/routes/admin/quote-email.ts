import { framedEmail } from "#app/features/email/outbox.server.ts";
import { previewQuoteEmail } from "#app/features/quotes/sending.server.ts";
import { getQuote } from "#app/features/quotes/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/quote-email";

type Args = Pick<Route.ActionArgs, "params" | "context">;

export const loader = (args: Route.LoaderArgs) => preview(args, null);

export async function action({ request, ...args }: Route.ActionArgs) {
  const body = (await readForm(request)).get("body");
  return preview(args, typeof body === "string" ? body : null);
}

async function preview({ params, context }: Args, body: string | null): Promise<Response> {
  const by = currentAdministrator(context);
  const quote = await getQuote(getDb(), by, params.id);
  const html = quote && (await previewQuoteEmail(getDb(), by, quote, body));
  return framedEmail(html, "allow-same-origin");
}
