import * as z from "zod/mini";
import type { ClientInfo } from "#app/server/http/client-info.server.ts";
import { emailAddress, longText, text, tick } from "#app/values/rules.ts";
import { quoteLimits } from "./model.ts";

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

export function isSameEmail(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

export const declineSchema = z.object({
  version,
  reason: longText({
    max: [quoteLimits.reasonMax, "Your reason must not be longer than 500 characters."],
  }),
});

export type Declining = z.output<typeof declineSchema> & { slug: string; client: ClientInfo };
