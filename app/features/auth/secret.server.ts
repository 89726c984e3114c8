import { createHash, createHmac, randomBytes } from "node:crypto";

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** For short codes: they have so few values that only the installation's secret hides them. */
export function hashCode(secret: string, purpose: string, code: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${code}`).digest("base64url");
}

export const newAuthId = () => randomBytes(16).toString("base64url");
