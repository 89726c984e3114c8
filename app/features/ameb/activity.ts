import { labelFrom, type NounWords } from "#app/features/audit/changes.ts";
import { amebStatusLabels } from "./model.ts";

export const bookingWords: NounWords = {
  status: { label: "Status", say: labelFrom(amebStatusLabels) },
};
