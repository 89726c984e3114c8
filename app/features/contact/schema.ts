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

/** What the owner does with a message, or with a booking in quarantine. */
export const messageActionSchema = z.object({
  id: z.string(),
  of: z.enum(["message", "booking"]),
  action: z.enum([...messageStates, "genuine"]),
  /** What is shown after it: an entry's id, or the list. Without it the answer stays where it was asked. */
  next: z.optional(z.string()),
});

export type MessageAction = z.output<typeof messageActionSchema>;
