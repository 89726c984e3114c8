import * as z from "zod/mini";
import { text } from "#app/values/rules.ts";
import { wrongEmail } from "./toasts.ts";

/** Erasing can't be undone, so the owner types the email to confirm. */
export function erasureSchema(email: string) {
  return z.object({
    address: text().check(
      z.refine((typed) => typed.toLowerCase() === email.toLowerCase(), { error: wrongEmail }),
    ),
  });
}
