import { createHash, createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#app/server/env.server.ts";

/** The installation's secret. Without `AUTH_SECRET` one is generated once and kept beside the embedded database. */
export function authSecret({ AUTH_SECRET, DATA_DIR }: Pick<Settings, "AUTH_SECRET" | "DATA_DIR">): string {
  if (AUTH_SECRET) return AUTH_SECRET;
  const file = join(DATA_DIR, "auth-secret");
  if (!existsSync(file)) {
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  }
  return readFileSync(file, "utf8").trim();
}

/** A long random token as it is kept: nobody can go back from here. */
export function hashed(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** A short code as it is kept: it has so few values that only the installation's secret hides it. */
export function sealed(secret: string, purpose: string, code: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${code}`).digest("base64url");
}
