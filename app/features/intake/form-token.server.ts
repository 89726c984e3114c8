import { randomBytes } from "node:crypto";
import { minimumFillTime } from "./model.ts";
import { isSigned, sign } from "#app/server/secret.server.ts";

/** How long a form may lie open; what was made before counts as if there were none. */
const tokenLifetime = 24 * 3_600_000;

/** How far the clocks of two machines may be apart. */
const clockSkew = 1_000;

const thisProcess = randomBytes(6).toString("base64url");

/** A stamp that says when somebody began to fill in a form, and which process says so. It names nobody. */
export function newFormToken(now = new Date(), madeBy = thisProcess): string {
  const text = `${now.getTime().toString(36)}.${madeBy}`;
  return `${text}.${sign("form token", text)}`;
}

/**
 * What a stamp says of a form that arrives now: `none` without one (the page needs no scripts) or
 * with one that is too old, `forged` when it is not ours, `hasty` when no person fills in a form
 * that fast.
 */
export type FormToken = { is: "none" | "forged" | "hasty" } | { is: "fine"; id: string };

export function readFormToken(stamp: string, now: Date): FormToken {
  if (!stamp) return { is: "none" };
  const end = stamp.lastIndexOf(".");
  const [text, signature] = [stamp.slice(0, Math.max(end, 0)), stamp.slice(end + 1)];
  if (!isSigned("form token", text, signature)) return { is: "forged" };
  const [began = "", madeBy] = text.split(".");
  const age = now.getTime() - Number.parseInt(began, 36);
  if (age > tokenLifetime) return { is: "none" };
  // By another machine's clock the form may seem to have taken a second less, or to come early.
  const skewed = madeBy !== thisProcess || age < 0;
  const least = skewed ? -clockSkew : minimumFillTime;
  return age < least ? { is: "hasty" } : { is: "fine", id: signature };
}
