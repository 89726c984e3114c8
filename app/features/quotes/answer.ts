import * as z from "zod/mini";
import type { ClientInfo } from "#app/server/http/client-info.server.ts";
import { emailAddress, longText, text, tick } from "#app/values/rules.ts";
import { quoteLimits, type Quote } from "./model.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import type { QuoteRefusal } from "./guard.server.ts";
import { addOnKeys, selectedAddOns, addOnName, baseHours } from "./pricing.ts";

const mustAccept = "You must accept the quote to proceed.";
const mustBeTrue = z.refine((accepted) => accepted === true, mustAccept);

/** The version that the client saw; 1 if the request names none. */
const version = z.pipe(
  z.optional(z.union([z.number(), z.string()])),
  z.transform((given) => (given === undefined || given === "" ? 1 : Number(given))),
);

const accepting = {
  clientName: text({
    min: [quoteLimits.nameMin, "Your full name is required."],
    max: [quoteLimits.nameMax, "Your name must not be longer than 100 characters."],
  }),
  clientEmail: emailAddress("A valid email address is required."),
  version,
  acceptQuote: tick().check(mustBeTrue),
};

/** From the quote page. Amounts are in A$ and only compared with ours. */
export const acceptanceSchema = z.object({
  ...accepting,
  wantsExtraHour: tick(),
  wantsRehearsal: tick(),
  totalAmount: z.optional(z.union([z.number(), z.string()])),
});

const slug = text({ min: [1, "Quote slug is missing."], max: [200, "Quote slug is missing."] });

/** The payload of `submit-quote-acceptance`. Calling it is accepting. */
export const acceptanceRequestSchema = z.extend(acceptanceSchema, {
  slug,
  acceptQuote: z
    .pipe(
      z.optional(z.boolean()),
      z.transform((accepted) => accepted ?? true),
    )
    .check(mustBeTrue),
  proposalDetails: z.optional(z.unknown()),
});

/** The payload of `submit-{name}-quote`. */
export const namedAcceptanceRequestSchema = z.object({
  ...accepting,
  slug,
  totalBaseInvoice: z.optional(z.unknown()),
  onSitePerformanceCost: z.optional(z.unknown()),
  showPreparationFee: z.optional(z.unknown()),
  rehearsalBundleCostPerStudent: z.optional(z.unknown()),
});

export type Acceptance = {
  slug: string;
  /** The API function called, which must be the one of the quote's type. */
  calledAs?: string;
  client: ClientInfo;
  clientName: string;
  clientEmail: string;
  wantsExtraHour: boolean;
  wantsRehearsal: boolean;
  version: number;
  totalAmount?: unknown;
  onSitePerformanceCost?: unknown;
  showPreparationFee?: unknown;
  rehearsalBundleCostPerStudent?: unknown;
  proposalDetails?: unknown;
};

export const declineSchema = z.object({
  version,
  reason: longText({
    max: [quoteLimits.reasonMax, "Your reason must not be longer than 500 characters."],
  }),
});

export type Declining = z.output<typeof declineSchema> & { slug: string; client: ClientInfo };

export const acceptanceToasts: FormToasts = {
  loading: "Submitting your acceptance...",
  success: { title: "Quote accepted successfully!" },
  failure: {
    title: "Failed to submit quote acceptance.",
    detail: "Nothing was recorded. Please try again in a moment.",
  },
};

export const declineToasts: FormToasts = {
  loading: "Sending your answer...",
  success: { title: "You've declined this quote." },
  failure: {
    title: "Failed to decline the quote.",
    detail: "Nothing was recorded. Please try again in a moment.",
  },
};

export const notArrived = "It didn't arrive, so nothing was recorded. Please send it again.";

export const refusalMessages: Record<QuoteRefusal, string> = {
  accepted: "This quote has already been accepted; nothing has changed.",
  unsettled:
    "The price of this quote is being checked, so it can't be accepted just now. Nothing was recorded.",
  rejected: "This quote is no longer open.",
  withdrawn: "This quote is no longer open.",
  declined: "This quote has been declined, so it's no longer open.",
  cancelled: "This booking was cancelled, so its quote is no longer open.",
  expired: "This quote has expired and can no longer be accepted.",
  stale:
    "This quote has changed since you opened it, so nothing was recorded. Here's the current version.",
};

/** For API callers. */
export function alreadyAcceptedMessage(quote: Quote): string {
  const chosen = selectedAddOns(quote);
  const hours = baseHours(quote);
  const addOns = addOnKeys.filter((key) => chosen[key]).map((key) => addOnName(key, hours));
  const what = [formatMoney(toCents(quote.totalAmount)), ...addOns].join(" with ");
  return `This quote has already been accepted, for ${what}. Nothing has changed.`;
}

export const quoteNotFoundMessage = "The quote you are looking for does not exist.";
