import type { NounWords } from "#app/features/audit/changes.ts";

export const templateWords: NounWords = { body: { label: "Message" } };
