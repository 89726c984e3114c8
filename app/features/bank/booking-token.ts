import { isUuid } from "#app/values/uuid.ts";
import type { Proposal, Unmatched } from "./proposals.ts";

export type BookingToken = {
  lineId: number;
  parts: { invoiceId: string; amount: number }[];
};

/**
 * A proposal as a form sends it: the line, what it pays, and what that leaves. As long as the same is
 * proposed it is the same text.
 */
export function tokenOf({ id, proposal }: { id: number; proposal: Proposal | Unmatched }): string {
  if (proposal.kind === "unmatched") return `${id}`;
  const parts = proposal.parts.map(({ invoice, amount }) => `${invoice.id}:${amount}`);
  return [id, proposal.left, ...parts].join(" ");
}

/** Null for what is no proposal. */
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

/** Null for what is no line's number. */
export function toLineId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
