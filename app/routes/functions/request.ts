import { apiFailure } from "#app/server/http/api.server.ts";
import { unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import type { Route } from "./+types/request";
import {
  addMailchimpSubscriber,
  sendAdminEmail,
  sendAmebBookingEmail,
  submitNamedQuote,
  submitQuoteAcceptance,
} from "./functions.server.ts";

/** Each runs the same command as the page's form. */
const apiFunctions: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  "add-mailchimp-subscriber": addMailchimpSubscriber,
  "send-admin-email": sendAdminEmail,
  "send-ameb-booking-email": sendAmebBookingEmail,
  "submit-quote-acceptance": submitQuoteAcceptance,
};

/** One `submit-{name}-quote` per type of quote; the quote checks the name. */
function namedAcceptance(name: string) {
  return /^submit-.+-quote$/.test(name) ? submitNamedQuote(name) : undefined;
}

const lost =
  "We couldn't tell whether it arrived: with the same Idempotency-Key it won't arrive twice.";

export function loader() {
  return apiFailure(405, "method", "Call this function with POST.", { headers: { Allow: "POST" } });
}

export async function action({ request, params }: Route.ActionArgs) {
  const apiFunction = Object.hasOwn(apiFunctions, params.name)
    ? apiFunctions[params.name]
    : namedAcceptance(params.name);
  if (!apiFunction) return apiFailure(404, "not-found", "There is no function of this name.");
  try {
    return await apiFunction(request);
  } catch (error) {
    log.error({ err: error, function: params.name }, "function failed");
    const outcome = unknownOutcomeOf(error).unknown ? lost : "Nothing was recorded.";
    const message = `This isn't working right now. ${outcome} Please try again in a moment.`;
    return apiFailure(503, "unavailable", message, { headers: { "Retry-After": "5" } });
  }
}
