import * as z from "zod/mini";
import { longText, optionalDay, optionalTime, text, tick } from "#app/values/rules.ts";
import { mailingLimits } from "./mailing.ts";

const atMost = (most: number) => ({
  max: [most, `Use at most ${most} characters.`] as [number, string],
});

/** A draft may have gaps; sending refuses them. */
export const mailingSchema = z.object({
  subject: text(atMost(mailingLimits.line)),
  body: longText(atMost(mailingLimits.body)),
  pictureId: text(),
  pictureAlt: text(atMost(mailingLimits.line)),
  buttonLabel: text(atMost(60)),
  buttonUrl: text(atMost(mailingLimits.url)),
  audience: text(atMost(mailingLimits.line)),
  inArchive: tick(),
  day: optionalDay("Choose a day."),
  time: optionalTime("Choose a time."),
});

export type MailingInput = z.output<typeof mailingSchema>;
