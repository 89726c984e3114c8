import {
  type FieldWords,
  labelFrom,
  type NounWords,
  sayValue,
} from "#app/features/audit/changes.ts";
import { formatAbn } from "#app/values/abn.ts";
import { formatMoney } from "#app/values/money.ts";
import { detailLabels } from "./invoice-fields.ts";
import { paymentMethodLabels } from "./payments.ts";

const money = (label: string): FieldWords => ({
  label,
  say: (value) => (typeof value === "number" ? formatMoney(value) : sayValue(value)),
});

export const invoiceWords: NounWords = {
  ...Object.fromEntries(Object.entries(detailLabels).map(([name, label]) => [name, { label }])),
  buyerAbn: { label: detailLabels.buyerAbn, say: (value) => formatAbn(sayValue(value)) },
  amount: money("Amount"),
  total: money("Total"),
  paidOn: { label: "Day" },
  method: { label: "By", say: labelFrom(paymentMethodLabels) },
  reason: { label: "Reason" },
  rest: money("Left to pay"),
};
