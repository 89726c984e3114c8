import { randomBytes } from "node:crypto";
import { isSigned, sign } from "#app/server/secret.server.ts";
import { type RateLimit, consume } from "#app/server/database/rate-limit.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { networkOf } from "#app/server/http/client-info.server.ts";
import type { SpamReason } from "#app/server/database/enums.ts";
import { minimumFillTime } from "./model.ts";

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
type FormToken = { is: "none" | "forged" | "hasty" } | { is: "fine"; id: string };

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

const minute = 60_000;
const hour = 60 * minute;

/** Per network. AMEB families at one school's connection send some thirty in an evening. */
export const formsWithToken: RateLimit = { burst: 40, interval: 5 * minute };

/** Bots have no token, nor do browsers without scripts, whose visitors send a form or two. */
export const formsWithoutToken: RateLimit = { burst: 5, interval: hour };

/** Behind a proxy that `TRUST_PROXY` does not count, every visitor seems to be this machine. */
export const formsFromThisMachine: RateLimit = { burst: 600, interval: 10_000 };

/** For all networks, before enquiries go to Spam; an exam board's evening brings some thirty. */
export const enquiriesOfAll: RateLimit = { burst: 120, interval: minute };

/** A token is for one form, which may be corrected and sent again. */
const usesOfToken: RateLimit = { burst: 3, interval: 24 * hour };

/** A bot without a token uses up nobody else's limit. `seconds`: to wait; null: allowed. */
export async function countForm(tx: Db, clientIp: string | null, token: FormToken, now: Date) {
  const trusted =
    token.is === "fine" && (await consume(tx, `form token ${token.id}`, usesOfToken, now)) === null;
  const limit = isThisMachine(clientIp)
    ? formsFromThisMachine
    : trusted
      ? formsWithToken
      : formsWithoutToken;
  // The client IP itself is not stored.
  const network = sign("visitor address", `${networkOf(clientIp ?? "")} ${trusted}`);
  const wait = await consume(tx, `forms ${network}`, limit, now);
  return { seconds: wait === null ? null : Math.ceil(wait / 1_000), trusted };
}

export async function isOfFlood(tx: Db, trusted: boolean, now: Date): Promise<boolean> {
  return (await consume(tx, `enquiries of all ${trusted}`, enquiriesOfAll, now)) !== null;
}

/** A keyed hash of the visitor's network; null: see {@link formsFromThisMachine}. */
export function networkMark(clientIp: string | null): string | null {
  return isThisMachine(clientIp) ? null : sign("visitor address", networkOf(clientIp!));
}

function isThisMachine(clientIp: string | null): boolean {
  return clientIp === null || clientIp === "::1" || networkOf(clientIp).startsWith("127.");
}

const maxLinks = 2;

const link = /(?:https?:\/\/|www\.)[^\s"\\]+/gi;
const markup = /<a\s|\[url[=\]]/i;

export function spamReasonOf(
  honeypot: string,
  token: FormToken,
  content: unknown,
): SpamReason | null {
  if (honeypot) return "trap";
  if (token.is === "forged" || token.is === "hasty") return token.is;
  const text = JSON.stringify(content);
  if (markup.test(text) || (text.match(link)?.length ?? 0) > maxLinks) return "links";
  return null;
}
