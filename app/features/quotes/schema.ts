import * as z from "zod/mini";
import { emailAddress, text, tick } from "#app/values/rules.ts";
import { limits } from "./model.ts";

const accepter = {
  clientName: text({
    min: [limits.nameMin, "Your full name is required."],
    max: [limits.nameMax, "Your name must not be longer than 100 characters."],
  }),
  clientEmail: emailAddress("A valid email address is required."),
  wantsExtraHour: tick(),
  wantsRehearsal: tick(),
};

const mustAccept = "You must accept the quote to proceed.";

/** The acceptance form of the quote page (specification, section 5). */
export const acceptanceSchema = z.object({
  ...accepter,
  acceptQuote: tick().check(z.refine((accepted) => accepted, mustAccept)),
  /** The total the page showed, in A$; only compared with ours. */
  totalAmount: z.optional(z.string()),
});

/** The payload of `submit-quote-acceptance`: calling it is accepting. Unknown keys, `proposalDetails` among them, are ignored. */
export const acceptanceCallSchema = z.object({
  ...accepter,
  slug: text({ min: [1, "Quote slug is missing."], max: [200, "Quote slug is missing."] }),
  acceptQuote: z.pipe(z.optional(z.boolean()), z.transform((accepted) => accepted ?? true)).check(z.refine((accepted) => accepted, mustAccept)),
  totalAmount: z.optional(z.union([z.number(), z.string()])),
});

/** What accepting takes, whichever way it came in. */
export type Acceptance = {
  clientName: string;
  clientEmail: string;
  wantsExtraHour: boolean;
  wantsRehearsal: boolean;
  totalAmount?: string | number | undefined;
};
