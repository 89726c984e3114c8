import {
  type FieldWords,
  labelFrom,
  type NounWords,
  sayValue,
} from "#app/features/audit/changes.ts";
import { placeLabels } from "#app/features/services/labels.ts";
import { longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { diaryStateLabels } from "./model.ts";

function sayInstant(value: unknown): string {
  const instant = new Date(String(value));
  return Number.isNaN(instant.getTime()) ? sayValue(value) : longInstant(instant);
}

const time = (label: string): FieldWords => ({ label, say: sayInstant });
const sayPrice = (value: unknown) =>
  typeof value === "number" ? formatMoney(value) : sayValue(value);

export const diaryWords: NounWords = {
  title: { label: "What" },
  startsAt: time("Starts"),
  endsAt: time("Ends"),
  state: { label: "Status", say: labelFrom(diaryStateLabels) },
  firm: { label: "Keeps others away" },
  price: { label: "Price", say: sayPrice },
  place: { label: "Where", say: labelFrom(placeLabels) },
  placeDetails: { label: "Address or link" },
  clientName: { label: "Client" },
  clientEmail: { label: "Email" },
  student: { label: "Student" },
  note: { label: "Client's note" },
  ownerNote: { label: "Your note" },
  cancelledBy: { label: "Cancelled by" },
  cancelledLate: { label: "Late" },
};
