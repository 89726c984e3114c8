import * as z from "zod/mini";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { optionalDay, text } from "#app/values/rules.ts";

const packageIntents = ["sell-package", "give-credit", "end-package"] as const;
export type PackageIntent = (typeof packageIntents)[number];

export const isPackageIntent = (intent: unknown): intent is PackageIntent =>
  packageIntents.some((known) => known === intent);

const loading = "Working...";
const detail = "Please try again in a moment.";

export const packageToasts: Record<PackageIntent, FormToasts> = {
  "sell-package": {
    loading,
    success: { title: "Package sold." },
    failure: { title: "The package isn't sold.", detail },
  },
  "give-credit": {
    loading,
    success: { title: "One session more." },
    failure: { title: "The session isn't added.", detail },
  },
  "end-package": {
    loading,
    success: { title: "Package ended." },
    failure: { title: "The package isn't ended.", detail },
  },
};

/** `paidBy`: empty if it is not paid yet. */
export const saleSchema = z.object({
  offer: text({ min: [1, "Choose a package."] }),
  paidBy: text(),
  expiresOn: optionalDay("Enter a date, or leave it empty."),
});
