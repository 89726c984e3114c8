import {
  type FieldWords,
  labelFrom,
  type NounWords,
  sayValue,
} from "#app/features/audit/changes.ts";
import { formatMoney } from "#app/values/money.ts";
import { paymentMethodLabels } from "./payments.ts";

const money = (label: string): FieldWords => ({
  label,
  say: (value) => (typeof value === "number" ? formatMoney(value) : sayValue(value)),
});

export const invoiceWords: NounWords = {
  amount: money("Amount"),
  total: money("Total"),
  paidOn: { label: "Day" },
  method: { label: "By", say: labelFrom(paymentMethodLabels) },
  reason: { label: "Reason" },
  rest: money("Left to pay"),
};
