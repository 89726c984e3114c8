import { randomBytes } from "node:crypto";
import { minimumFillTime } from "./model.ts";
import { isSigned, sign } from "#app/server/secret.server.ts";

/** In milliseconds; an older token counts as none. */
const tokenLifetime = 24 * 3_600_000;

/** How far the clocks of two machines may differ, in milliseconds. */
const clockSkew = 1_000;

const thisProcess = randomBytes(6).toString("base64url");

/** Says when filling in began and on which process's clock; nothing about the visitor. */
export function newFormToken(now = new Date(), madeBy = thisProcess): string {
  const text = `${now.getTime().toString(36)}.${madeBy}`;
  return `${text}.${sign("form token", text)}`;
}

/** `none`: missing or too old; `forged`: not signed by us; `hasty`: faster than a person. */
export type FormToken = { is: "none" | "forged" | "hasty" } | { is: "fine"; id: string };

export function readFormToken(token: string, now: Date): FormToken {
  if (!token) return { is: "none" };
  const end = token.lastIndexOf(".");
  const [text, signature] = [token.slice(0, Math.max(end, 0)), token.slice(end + 1)];
  if (!isSigned("form token", text, signature)) return { is: "forged" };
  const [began = "", madeBy] = text.split(".");
  const age = now.getTime() - Number.parseInt(began, 36);
  if (age > tokenLifetime) return { is: "none" };
  // Another machine's clock may make the form seem a second faster, or from the future.
  const skewed = madeBy !== thisProcess || age < 0;
  const minimumAge = skewed ? -clockSkew : minimumFillTime;
  return age < minimumAge ? { is: "hasty" } : { is: "fine", id: signature };
}
