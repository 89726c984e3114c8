import * as z from "zod/mini";
import { longText } from "#app/values/rules.ts";

export const reasonMost = 500;

/** A missing or invalid version counts as an old page's. */
export const readShownVersion = (text = "") => (/^\d{1,10}$/.test(text) ? Number(text) : 0);

const shownVersion = z.pipe(z.optional(z.string()), z.transform(readShownVersion));

export const cancelSchema = z.object({
  reason: longText({ max: [reasonMost, `Please keep it under ${reasonMost} characters`] }),
  version: shownVersion,
});

export const moveSchema = z.object({ version: shownVersion });
