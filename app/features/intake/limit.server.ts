import { type RateLimit, consume } from "#app/server/database/rate-limit.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { networkOf } from "#app/server/http/network.server.ts";
import { sign } from "#app/server/secret.server.ts";
import type { FormToken } from "./form-token.server.ts";

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
export async function countForm(
  tx: Db,
  clientIp: string | null,
  token: FormToken,
  now: Date,
): Promise<{ seconds: number | null; trusted: boolean }> {
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
