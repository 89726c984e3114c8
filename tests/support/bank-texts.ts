import type { ColumnMapping } from "#app/features/bank/model.ts";
import { readStatement } from "#app/features/bank/statement.server.ts";

export const readText = (text: string, chosen: ColumnMapping | null = null) =>
  readStatement({ text, today: "2026-11-22", remembered: {}, ...(chosen && { chosen }) });

export const readCredits = (text: string, mapping: ColumnMapping | null = null) => {
  const statement = readText(text, mapping);
  if (statement.is !== "read") throw new Error(JSON.stringify(statement));
  return statement.credits.map(({ day, amount, text: line }) => [day, amount, line]);
};

export const readRefusal = (text: string, mapping: ColumnMapping | null = null) => {
  const statement = readText(text, mapping);
  return statement.is === "refused" ? statement.message : statement.is;
};
