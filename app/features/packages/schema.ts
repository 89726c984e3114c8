import * as z from "zod/mini";
import { optionalDay, text } from "#app/values/rules.ts";

/** The form that sells a package. `paidBy`: empty where it is not paid yet. */
export const saleSchema = z.object({
  offer: text({ min: [1, "Choose a package."] }),
  paidBy: text(),
  expiresOn: optionalDay("Enter a date, or leave it empty."),
});
