import * as z from "zod/mini";
import { emailAddress, longText, text, tick } from "#app/values/rules.ts";
import { quoteLimits } from "./model.ts";

const accepter = {
  clientName: text({
    min: [quoteLimits.nameMin, "Your full name is required."],
    max: [quoteLimits.nameMax, "Your name must not be longer than 100 characters."],
  }),
  clientEmail: emailAddress("A valid email address is required."),
  wantsExtraHour: tick(),
  wantsRehearsal: tick(),
};

const mustAccept = "You must accept the quote to proceed.";
const mustBeTrue = z.refine((accepted) => accepted === true, mustAccept);

/** Which version somebody had in front of them. Whoever names none has seen the first. */
const version = z.pipe(
  z.optional(z.union([z.number(), z.string()])),
  z.transform((given) => (given === undefined || given === "" ? 1 : Number(given))),
);

/** The acceptance form of the quote page (specification, section 5). */
export const acceptanceSchema = z.object({
  ...accepter,
  version,
  acceptQuote: tick().check(mustBeTrue),
  /** The total the page showed, in A$; only compared with ours. */
  totalAmount: z.optional(z.string()),
});

/** The client's No, with a reason if they like. */
export const declineSchema = z.object({
  version,
  reason: longText({
    max: [quoteLimits.reasonMax, "Your reason must not be longer than 500 characters."],
  }),
});

const slug = text({ min: [1, "Quote slug is missing."], max: [200, "Quote slug is missing."] });

/** The payload of `submit-quote-acceptance`: calling it is accepting. Unknown keys, `proposalDetails` among them, are ignored. */
export const acceptanceCallSchema = z.object({
  ...accepter,
  slug,
  version,
  acceptQuote: z
    .pipe(
      z.optional(z.boolean()),
      z.transform((accepted) => accepted ?? true),
    )
    .check(mustBeTrue),
  totalAmount: z.optional(z.union([z.number(), z.string()])),
});

/** The payload of `submit-{name}-quote`. The figures in it are only compared with ours. */
export const namedAcceptanceCallSchema = z.object({
  clientName: accepter.clientName,
  clientEmail: accepter.clientEmail,
  slug,
  version,
  acceptQuote: tick().check(mustBeTrue),
  totalBaseInvoice: z.optional(z.unknown()),
  onSitePerformanceCost: z.optional(z.unknown()),
  showPreparationFee: z.optional(z.unknown()),
});

/** What accepting takes, whichever way it came in. */
export type Acceptance = {
  clientName: string;
  clientEmail: string;
  wantsExtraHour: boolean;
  wantsRehearsal: boolean;
  version: number;
  totalAmount?: unknown;
  onSitePerformanceCost?: unknown;
  showPreparationFee?: unknown;
};

export type Declining = { version: number; reason: string };
