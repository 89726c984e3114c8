import * as z from "zod/mini";
import { emailAddress, longText, text } from "#app/values/rules.ts";
import { contactLimits } from "./model.ts";
import { messageStates } from "#app/server/database/enums.ts";

export const contactSchema = z.object({
  name: text({
    min: [contactLimits.nameMin, "Name must be at least 2 characters."],
    max: [contactLimits.nameMax, "Name must not be longer than 100 characters."],
  }),
  email: emailAddress("Please enter a valid email address."),
  message: longText({
    min: [contactLimits.messageMin, "Message must be at least 10 characters."],
    max: [contactLimits.messageMax, "Message must not be longer than 500 characters."],
  }),
});

export type ContactInput = z.output<typeof contactSchema>;

export const messageActionSchema = z.object({
  id: z.string(),
  of: z.enum(["message", "booking"]),
  action: z.enum([...messageStates, "genuine"]),
  /** The entry id to show next, or the list; if absent, the current page stays. */
  next: z.optional(z.string()),
});

export type MessageAction = z.output<typeof messageActionSchema>;
