import * as z from "zod/mini";
import { allOf, countOf } from "#app/values/wording.ts";
import { text } from "#app/values/rules.ts";

const wrongEmail = "That doesn't match the client's email.";
export const notAnEmail = "This isn't an email address, so there's no client data here.";
export const studioEmail =
  "This is one of your own addresses. Its emails are about other people, so they stay.";

export function erasedNotice(erased: string, kept: { quotes: number; invoices: number }): string {
  const forTax = [
    kept.quotes > 0 && countOf(kept.quotes, "accepted quote"),
    kept.invoices > 0 && countOf(kept.invoices, "invoice"),
  ].filter((part) => part !== false);
  if (forTax.length === 0) return erased ? `Deleted: ${erased}.` : "There was nothing to delete.";
  return `Deleted: ${erased || "nothing"}. Kept for tax: ${allOf(forTax)}.`;
}

export const testimonialTick = (author: string) => `testimonial ${author}`;

/** Erasing can't be undone, so the owner types the email to confirm. */
export function erasureSchema(email: string) {
  return z.object({
    address: text().check(
      z.refine((typed) => typed.toLowerCase() === email.toLowerCase(), { error: wrongEmail }),
    ),
  });
}
