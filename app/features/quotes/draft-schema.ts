import * as z from "zod/mini";
import { typedAmount } from "#app/values/money.ts";
import {
  always,
  emailAddress,
  emptyOr,
  longText,
  optionalCount,
  optionalDay,
  optionalTime,
  text,
  tick,
  typedAs,
} from "#app/values/rules.ts";
import { travelMost, travelRule } from "#app/values/travel.ts";
import { quoteLimits } from "./model.ts";
import { quoteKindOf } from "./kinds.ts";

/* Amounts arrive as typed: 1200, 1,200.00 or A$1,200. */

const isAmount = (typed: string) => (typedAmount(typed) ?? Infinity) < quoteLimits.amountBelow;

const amount = (what: string) =>
  typedAs(
    isAmount,
    `${what} must be an amount such as 350 or 1,200.50, with a point before the cents.`,
    (typed) => typedAmount(typed)!,
  );
const amountOrNone = (what: string) =>
  emptyOr(isAmount, `${what} must be an amount such as 30 or 30.50, or empty.`, typedAmount);

const orNull = z.transform((value: string) => value || null);
const line = (what: string) =>
  z.pipe(
    text({
      max: [
        quoteLimits.textMax,
        `${what} must not be longer than ${quoteLimits.textMax} characters.`,
      ],
    }),
    orNull,
  );

const common = {
  clientName: text({
    min: [quoteLimits.nameMin, "The client's name must be at least 2 characters."],
    max: [quoteLimits.nameMax, "The client's name must not be longer than 100 characters."],
  }),
  clientEmail: emailAddress("A valid client email is required."),
  eventTitle: line("The event title"),
  eventDate: optionalDay("The event date must be a date."),
  eventStart: optionalTime("The start must be a time such as 6:00 pm."),
  eventEnd: optionalTime("The end must be a time such as 9:00 pm."),
  eventLocation: line("The event location"),
  travelMinutes: optionalCount(travelMost, travelRule, 0),
  guests: optionalCount(
    quoteLimits.guestsMax,
    "The number of guests must be a whole number from 1 to 100,000.",
  ),
  preparedBy: line("Prepared by"),
  validUntil: optionalDay("Valid until must be a date."),
  notes: z.pipe(
    longText({
      max: [
        quoteLimits.notesMax,
        `The notes must not be longer than ${quoteLimits.notesMax} characters.`,
      ],
    }),
    orNull,
  ),
};

type Times = { eventStart: string | null; eventEnd: string | null };

const hasStart = z.refine<Times>(({ eventStart, eventEnd }) => !eventEnd || eventStart !== null, {
  error: "An end needs a start: give both, or leave both empty.",
  path: ["eventStart"],
  when: always,
});
// An earlier end is on the next day.
const takesTime = z.refine<Times>(
  ({ eventStart, eventEnd }) => !eventEnd || eventEnd !== eventStart,
  {
    error: "The end can't be the same time as the start.",
    path: ["eventEnd"],
    when: always,
  },
);

export const livePianoDraftSchema = z
  .object({
    ...common,
    base: amount("The base price"),
    rehearsal: amount("The rehearsal"),
    offersRehearsal: tick(),
    extraHour: amount("The extra hour"),
    offersExtraHour: tick(),
    /** In the price already, as another program may have stored it. */
    containsRehearsal: tick(),
    containsExtraHour: tick(),
  })
  .check(hasStart, takesTime);

export const hourlyDraftSchema = z
  .object({
    ...common,
    invoiceType: text({
      min: [2, "Say what kind of quote it is, such as Spring Musical Quote."],
      max: [quoteLimits.nameMax, "The kind of quote must not be longer than 100 characters."],
    }).check(
      z.refine(
        (type) => quoteKindOf({ invoiceType: type }) !== "live-piano",
        "This is the other kind of quote: make a live piano quote.",
      ),
    ),
    hourlyRate: amount("The hourly rate"),
    hours: typedAs(
      (typed) =>
        /^\d{1,2}(\.(25|50?|75|0+))?$/.test(typed) && Number(typed) > 0 && Number(typed) <= 24,
      "The hours must be a number such as 3 or 2.5, with a point.",
      Number,
    ),
    preparation: amount("The show preparation"),
    student15: amountOrNone("The 15-minute rehearsal"),
    student30: amountOrNone("The 30-minute rehearsal"),
    student45: amountOrNone("The 45-minute rehearsal"),
  })
  .check(hasStart, takesTime);

export type QuoteDraft =
  | ({ kind: "live-piano" } & z.output<typeof livePianoDraftSchema>)
  | ({ kind: "hourly" } & z.output<typeof hourlyDraftSchema>);

export const quoteEmailSchema = z.object({
  subject: text({
    min: [1, "Subject cannot be empty."],
    max: [quoteLimits.textMax, "The subject must not be longer than 200 characters."],
  }),
  body: longText({
    min: [1, "Email body cannot be empty."],
    max: [10_000, "The email must not be longer than 10,000 characters."],
  }),
});

export type QuoteEmail = z.output<typeof quoteEmailSchema>;
