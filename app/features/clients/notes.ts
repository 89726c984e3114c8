import * as z from "zod/mini";
import { longText, text } from "#app/values/rules.ts";
import { notesLimits } from "./model.ts";

const { phoneMax, notesMax } = notesLimits;

export const notesSchema = z.object({
  phone: text({ max: [phoneMax, `Please use at most ${phoneMax} characters.`] }),
  notes: longText({ max: [notesMax, `Please use at most ${notesMax} characters.`] }),
  updatedAt: z.optional(z.string()),
});
