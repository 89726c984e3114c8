import { randomBytes } from "node:crypto";

export const tokenPattern = /^[\w-]{20,64}$/;

/** 132 random bits in 22 characters; at least 128 are promised. */
export function newToken(): string {
  return randomBytes(17).toString("base64url").slice(0, 22);
}
