import { createHash, createHmac, randomBytes } from "node:crypto";

/** How a long random token is kept. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** How a short code is kept. It has so few values that only the installation's secret hides it. */
export function hashCode(secret: string, purpose: string, code: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${code}`).digest("base64url");
}

/** An id of a row in the tables of the sign-in library. */
export const newAuthId = () => randomBytes(16).toString("base64url");
