import { isUuid } from "#app/values/uuid.ts";
import type { Proposal, Unmatched } from "./proposals.ts";

export type BookingToken = {
  lineId: number;
  parts: { invoiceId: string; amount: number }[];
};

/** The form value of a proposal: the same text as long as the proposal is unchanged. */
export function tokenOf({ id, proposal }: { id: number; proposal: Proposal | Unmatched }): string {
  if (proposal.kind === "unmatched") return `${id}`;
  const parts = proposal.parts.map(({ invoice, amount }) => `${invoice.id}:${amount}`);
  return [id, proposal.left, ...parts].join(" ");
}

export function readToken(token: string): BookingToken | null {
  const [line = "", left = "", ...parts] = token.split(" ");
  const lineId = toLineId(line);
  const read = parts.map((part) => {
    const [invoiceId = "", amount = ""] = part.split(":");
    return { invoiceId, amount: Number(amount) };
  });
  const isWhole = read.every(
    ({ invoiceId, amount }) => isUuid(invoiceId) && Number.isSafeInteger(amount) && amount > 0,
  );
  return lineId !== null && left !== "" && read.length > 0 && isWhole
    ? { lineId, parts: read }
    : null;
}

export function toLineId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
