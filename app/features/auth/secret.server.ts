import { createHash, createHmac } from "node:crypto";

/** A long random token as it is kept: nobody can go back from here. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** A short code as it is kept: it has so few values that only the installation's secret hides it. */
export function hashCode(secret: string, purpose: string, code: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${code}`).digest("base64url");
}
