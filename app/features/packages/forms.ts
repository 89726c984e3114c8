import * as z from "zod/mini";
import { optionalDay, text } from "#app/values/rules.ts";

/** `paidBy`: empty if it is not paid yet. */
export const saleSchema = z.object({
  offer: text({ min: [1, "Choose a package."] }),
  paidBy: text(),
  expiresOn: optionalDay("Enter a date, or leave it empty."),
});
