import { minimumFillTime } from "#app/values/form-guard.ts";
import { isSigned, sign } from "#app/server/secret.server.ts";

/** A stamp that says when somebody began to fill in a form. It names nobody. */
export function newStamp(now = new Date()): string {
  const began = now.getTime().toString(36);
  return `${began}.${sign("form stamp", began)}`;
}

/**
 * What a stamp says of a form that arrives now: `none` without one (the page needs no scripts),
 * `forged` when it is not ours, `hasty` when no person fills in a form that fast.
 */
export function readStamp(stamp: string, now: Date): "none" | "forged" | "hasty" | "fine" {
  if (!stamp) return "none";
  const [began = "", signature = ""] = stamp.split(".");
  if (!isSigned("form stamp", began, signature)) return "forged";
  return now.getTime() - Number.parseInt(began, 36) < minimumFillTime ? "hasty" : "fine";
}
