import * as z from "zod/mini";
import { emailAddress, text } from "#app/values/rules.ts";
import { newsletterLimits } from "./model.ts";

const name = () => text({ max: [newsletterLimits.nameMax, "Please use at most 100 characters."] });

export const newsletterSchema = z.object({
  email: emailAddress("Please enter a valid email address."),
  firstName: name(),
  lastName: name(),
  /** What the page showed, which may be older than the site's words. */
  consent: text(),
});

export type NewsletterInput = z.output<typeof newsletterSchema>;
