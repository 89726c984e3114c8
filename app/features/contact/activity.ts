import { labelFrom, type NounWords } from "#app/features/audit/changes.ts";
import { messageStateLabels } from "./model.ts";

export const messageWords: NounWords = {
  state: { label: "Status", say: labelFrom(messageStateLabels) },
};
