import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { getSettings } from "#app/server/env.server.ts";
import { expandInThread } from "./expand.server.ts";
import type { ExpansionWindow } from "./expansion-window.server.ts";
import type { BusySpan } from "./expand.ts";
import { type CalendarNetwork, requestCalendar, type Version } from "./request.server.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export type KnownCalendar = Version & { url: string; body: Uint8Array | null };

/** Null when nothing has changed. */
export type FreshBody = (Version & { text: string; body: Uint8Array }) | null;

/** Throws `CalendarProblem`. */
export async function readSource(
  known: KnownCalendar,
  network: CalendarNetwork,
  { from }: ExpansionWindow,
  stopped?: AbortSignal,
): Promise<FreshBody> {
  const version = known.body ? known : { etag: null, lastModified: null };
  const answer = await requestCalendar(known.url, version, network, from, stopped);
  if (!answer) return null;
  const body = await pack(answer.text);
  if (known.body && body.equals(known.body)) return null;
  return { ...answer, body };
}

export const textOf = async (body: Uint8Array) => (await unpack(body)).toString("utf8");

export type BusyRows = { busy: BusySpan[]; notice: string | null };

/** Throws `CalendarProblem`. */
export async function busyWithin(
  text: string,
  { from, until }: ExpansionWindow,
): Promise<BusyRows> {
  const { busy, skipped, partial } = await expandInThread({
    text,
    from: from.getTime(),
    until: until.getTime(),
    ownHost: new URL(getSettings().SITE_URL).hostname,
  });
  const notices = [skipped > 0 && skippedInWords(skipped), partial > 0 && partialInWords(partial)];
  return { busy, notice: notices.filter(Boolean).join(" ") || null };
}

const skippedInWords = (count: number) =>
  count === 1
    ? "One event in it couldn't be understood and is left out."
    : `${count} events in it couldn't be understood and are left out.`;

const partialInWords = (count: number) =>
  count === 1
    ? "One event repeats in a way we couldn't follow, so only its first time counts."
    : `${count} events repeat in ways we couldn't follow, so only their first times count.`;
