import { apiFailure } from "#app/server/http/api-response.server.ts";
import { unknownOutcomeNotice } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import type { Route } from "./+types/request";
import { addMailchimpSubscriber } from "./add-mailchimp-subscriber.server.ts";
import { sendAdminEmail } from "./send-admin-email.server.ts";
import { sendAmebBookingEmail } from "./send-ameb-booking-email.server.ts";
import { submitNamedQuote, submitQuoteAcceptance } from "./submit-quote-acceptance.server.ts";

/** The server functions of the specification, by name. They run the same commands as the pages' forms. */
const functions: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  "add-mailchimp-subscriber": addMailchimpSubscriber,
  "send-admin-email": sendAdminEmail,
  "send-ameb-booking-email": sendAmebBookingEmail,
  "submit-quote-acceptance": submitQuoteAcceptance,
};

/** `submit-{name}-quote`: there is one for every type of quote, so which names exist only the quotes know. */
function namedAcceptance(name: string) {
  return /^submit-.+-quote$/.test(name) ? submitNamedQuote(name) : undefined;
}

export function loader() {
  return apiFailure(405, "method", "Call this function with POST.", { headers: { Allow: "POST" } });
}

export async function action({ request, params }: Route.ActionArgs) {
  const call = Object.hasOwn(functions, params.name)
    ? functions[params.name]
    : namedAcceptance(params.name);
  if (!call) return apiFailure(404, "not-found", "There is no function of this name.");
  try {
    return await call(request);
  } catch (error) {
    log.error({ err: error, function: params.name }, "function failed");
    return apiFailure(
      503,
      "unavailable",
      `This does not work right now. ${unknownOutcomeNotice(error).notice ?? "Nothing was recorded."} Please try again in a moment.`,
      { headers: { "Retry-After": "5" } },
    );
  }
}
