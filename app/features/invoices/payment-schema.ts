import * as z from "zod/mini";
import { paymentMethods, refundPurposes } from "#app/server/database/enums.ts";
import { isDay } from "#app/values/calendar.ts";
import { typedAmount } from "#app/values/money.ts";
import { longText, text } from "#app/values/rules.ts";

const amount = z.pipe(
  text().check(
    z.refine((typed) => (typedAmount(typed) ?? 0) > 0, "Enter an amount, such as 775.00."),
  ),
  z.transform((typed) => typedAmount(typed)!),
);
const paidOn = text().check(z.refine(isDay, "Enter the date."));
const method = z.enum(paymentMethods, { error: "Choose how it was paid." });
const reason = (missing: string) =>
  longText({ min: [1, missing], max: [500, "Keep the reason under 500 characters."] });

export const paymentSchema = z.object({ paidOn, amount, method });

export const refundSchema = z.object({
  refundFor: z.enum(refundPurposes, { error: "Choose what the refund is for." }),
  paidOn,
  amount,
  method,
  reason: reason("Say why the money went back."),
});

export const undoSchema = z.object({
  payment: z.pipe(
    text().check(z.refine((typed) => /^\d{1,15}$/.test(typed), "Choose an entry.")),
    z.transform(Number),
  ),
  reason: reason("Say what was wrong with this entry."),
});

export const voidSchema = z.object({ reason: reason("Say why the invoice no longer counts.") });

const creditReason = reason("Say what is credited. The credit note shows it.");

export const creditSchema = z.object({ amount, reason: creditReason });

export const refundCreditSchema = z.object({ reason: creditReason });
