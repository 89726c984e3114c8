import * as z from "zod/mini";
import { text } from "#app/values/rules.ts";
import { wrongEmail } from "./toasts.ts";

/** Erasing cannot be undone, so the email is typed to confirm. */
export function erasureSchema(email: string) {
  return z.object({
    address: text().check(
      z.refine((typed) => typed.toLowerCase() === email.toLowerCase(), { error: wrongEmail }),
    ),
  });
}
