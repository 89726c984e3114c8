import { randomBytes } from "node:crypto";

/** A public link's secret part: 132 random bits in 22 characters (contract rule 9). */
export function newSlug(): string {
  return randomBytes(17).toString("base64url").slice(0, 22);
}
