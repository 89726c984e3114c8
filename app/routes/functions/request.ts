import {
  apiFailure,
  idempotencyKey,
  readApiRequest,
  idempotencyKeyReused,
} from "#app/server/http/api.server.ts";
import { unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import type { Route } from "./+types/request";
import { answerApiRequest } from "#app/features/intake/intake.server.ts";
import { subscribe, isAlreadyOnList } from "#app/features/newsletter/commands.server.tsx";
import { alreadySubscribed, subscribed } from "#app/features/newsletter/model.ts";
import { newsletterSchema } from "#app/features/newsletter/schema.ts";
import { clientInfoOf } from "#app/server/http/client-info.server.ts";
import { getSignedIn, administratorOf } from "#app/features/auth/session.server.ts";
import { sendComposedEmail } from "#app/features/email/compose.server.tsx";
import { emailSent } from "#app/features/email/model.ts";
import { composedEmailSchema } from "#app/features/email/templates.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { storeAmebEnquiry } from "#app/features/ameb/commands.server.tsx";
import { amebApiSchema, amebToasts } from "#app/features/ameb/schema.ts";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import type { ClientResult } from "#app/features/quotes/guard.server.ts";
import {
  acceptanceRequestSchema,
  namedAcceptanceRequestSchema,
  acceptanceToasts,
  alreadyAcceptedMessage,
  quoteNotFoundMessage,
  refusalMessages,
} from "#app/features/quotes/answer.ts";
import { formatMoney, toCents } from "#app/values/money.ts";

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

function addMailchimpSubscriber(request: Request): Promise<Response> {
  return answerApiRequest(
    request,
    "newsletter",
    newsletterSchema,
    (tx, input, arrival) =>
      subscribe(tx, input, arrival, { form: "call", ...clientInfoOf(request) }),
    async (outcome) => ((await isAlreadyOnList(outcome)) ? alreadySubscribed : subscribed),
  );
}

/** Needs an administrator's session. Sends once per `Idempotency-Key`. */
async function sendAdminEmail(request: Request): Promise<Response> {
  const user = await getSignedIn(request);
  if (!user) return apiFailure(401, "not-signed-in", "Sign in as an administrator first.");
  const by = administratorOf(user);
  if (!by || by.role === "viewer")
    return apiFailure(403, "no-access", "Only an administrator may send email.");
  const call = await readApiRequest(request, composedEmailSchema);
  if (!call.ok) return call.reply;
  const outcome = await sendComposedEmail(getDb(), by, call.value, null, {
    kind: "api",
    key: idempotencyKey(request),
  });
  if (outcome === "other") return idempotencyKeyReused();
  return Response.json({ message: emailSent });
}

function sendAmebBookingEmail(request: Request): Promise<Response> {
  return answerApiRequest(
    request,
    "ameb",
    amebApiSchema,
    storeAmebEnquiry,
    () => amebToasts().success.title,
  );
}

async function submitQuoteAcceptance(request: Request): Promise<Response> {
  const payload = await readApiRequest(request, acceptanceRequestSchema);
  if (!payload.ok) return payload.reply;
  const client = clientInfoOf(request);
  return respond(await acceptQuote(getDb(), { ...payload.value, client }));
}

/** Accepts only quotes of the type that `name` comes from, and no add-ons. */
function submitNamedQuote(name: string) {
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
