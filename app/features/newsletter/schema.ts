import * as z from "zod/mini";
import { emailAddress, text } from "#app/values/rules.ts";

const name = () => text({ max: [100, "Please use at most 100 characters."] });

export const newsletterSchema = z.object({
  email: emailAddress("Please enter a valid email address."),
  firstName: name(),
  lastName: name(),
  /** What the page showed, which may be older than the site's words. */
  consent: text(),
});

export type NewsletterInput = z.output<typeof newsletterSchema>;
