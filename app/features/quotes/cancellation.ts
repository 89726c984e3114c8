import * as z from "zod/mini";
import type { SettlementPlan } from "#app/features/invoices/acceptance-invoices.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { type Cents, formatMoney, typedAmount } from "#app/values/money.ts";
import { longText, text } from "#app/values/rules.ts";
import { allOf } from "#app/values/wording.ts";

const cancelledBy = ["client", "owner"] as const;
const keepChoices = ["deposit", "amount", "nothing"] as const;

export const cancellationSchema = z
  .object({
    cancelledBy: z.enum(cancelledBy, { error: "Choose who cancelled." }),
    reason: longText({
      min: [1, "Say why in a few words."],
      max: [500, "Keep the reason under 500 characters."],
    }),
    keep: z.enum(keepChoices, { error: "Choose what you keep." }),
    amount: z.pipe(
      text(),
      z.transform((typed) => (typed ? (typedAmount(typed) ?? Number.NaN) : 0)),
    ),
    seen: z.optional(z.string()),
  })
  .check(
    z.refine(({ keep, amount }) => keep !== "amount" || amount > 0, {
      path: ["amount"],
      error: "Enter an amount, such as 250.00.",
    }),
  );

export type Cancellation = z.output<typeof cancellationSchema>;

/** `says`: what will happen, in sentences; `seen`: identifies the plan when it comes back. */
export type CancellationState = FormState & { plan?: { says: string[]; seen: string } };

/** `withdraws`: a new version waits for an answer. */
export type CancellationPlan = Omit<SettlementPlan, "kept"> & { kept: Cents; withdraws: boolean };

export function cancellationSays(plan: CancellationPlan): string[] {
  const { voided, credited, drafts, withdraws, kept, toRefund, keepable } = plan;
  const numbers = allOf(voided.map(({ number }) => number!));
  return [
    ...(voided.length > 0 ? [`${numbers} will be void.`] : []),
    ...credited.map(
      ({ invoice, amount }) => `A credit note takes ${formatMoney(amount)} off ${invoice.number}.`,
    ),
    ...drafts.map(({ total }) => `The draft over ${formatMoney(total)} is deleted.`),
    ...(withdraws ? ["The new version is withdrawn, too."] : []),
    kept > 0 ? `You keep ${formatMoney(kept)}.` : "You keep nothing.",
    ...(toRefund > 0
      ? [`${formatMoney(toRefund)} goes back to the client: send it, then record the refund.`]
      : []),
    ...(keepable !== null ? [] : ["It has no invoices, so what was paid isn't known here."]),
  ];
}
