import * as z from "zod/mini";
import { emailAddress, text } from "#app/values/rules.ts";

/** Passwords are taken as they are typed, blanks included. */
const newPassword = z.pipe(
  z.pipe(z.optional(z.string()), z.transform((value) => value ?? "")),
  z.string().check(
    z.refine((value) => value.length >= 12, { error: "Use at least 12 characters.", abort: true }),
    z.refine((value) => value.length <= 128, "Use at most 128 characters."),
  ),
);

export const signInSchema = z.object({
  email: emailAddress("Please enter a valid email address."),
  password: z.pipe(z.pipe(z.optional(z.string()), z.transform((value) => value ?? "")), z.string().check(z.minLength(1, "Please enter your password."))),
  next: z.optional(z.string()),
});

export const setupSchema = z.object({
  token: text({ min: [1, "This link is not complete."] }),
  email: emailAddress("Please enter a valid email address."),
  password: newPassword,
});
