import * as z from "zod/mini";
import { longText } from "#app/values/rules.ts";

export const reasonMost = 500;

/** What the page showed; a missing or strange one is taken for an older page's. */
const shownVersion = z.pipe(
  z.optional(z.string()),
  z.transform((text) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : 0)),
);

export const cancelSchema = z.object({
  reason: longText({ max: [reasonMost, `Please keep it under ${reasonMost} characters`] }),
  version: shownVersion,
});

export const moveSchema = z.object({ version: shownVersion });
