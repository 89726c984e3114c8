import * as z from "zod/mini";
import { newsletterSenders } from "#app/server/database/enums.ts";
import { longText, optionalDay, optionalTime, text, tick, typedAs } from "#app/values/rules.ts";
import { restorableNotice } from "#app/features/audit/model.ts";
import type { DeletionToasts } from "#app/ui/admin/deletion.tsx";
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

/** A mail service's limit may be far below what a server could send. */
const mostPerMinute = 600;
const paceMessage = `Please enter a number from 1 to ${mostPerMinute}.`;

export const newsletterPaceSchema = z.object({
  perMinute: typedAs(
    (typed) => /^[1-9]\d{0,2}$/.test(typed) && +typed <= mostPerMinute,
    paceMessage,
    Number,
  ),
  sender: z.optional(z.enum(newsletterSenders)),
});

export type NewsletterPace = z.output<typeof newsletterPaceSchema>;

export const bouncedSchema = z.object({
  pasted: longText({ min: [3, "Paste the email that came back."], ...atMost(50_000) }),
});

export const tagSchema = z.object({
  tag: text({ min: [1, "Which tag?"], ...atMost(40) }),
  query: text(),
});

export const consentSchema = z.object({
  words: longText({ min: [3, "Which words did they agree to?"], ...atMost(300) }),
  query: text(),
});

export const mailingDeletion: DeletionToasts = {
  question: (name) =>
    `Are you sure you want to delete ${name ? `the draft “${name}”` : "this draft"}? ` +
    restorableNotice,
  deleting: {
    loading: "Deleting draft...",
    success: { title: "Draft deleted." },
    failure: { title: "Failed to delete the draft." },
  },
  restoring: {
    loading: "Restoring draft...",
    success: { title: "Draft restored." },
    failure: { title: "Failed to restore the draft." },
  },
};

export const noTracking =
  "It tracks nobody: it has no hidden picture, and its links go straight to the pages you name.";
