import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { getSettings } from "#app/server/env.server.ts";
import { expandInThread } from "./expand.server.ts";
import type { ExpansionWindow } from "./expansion-window.server.ts";
import type { BusySpan } from "./expand.ts";
import { type CalendarNetwork, requestCalendar, type Version } from "./request.server.ts";

/* A calendar as it is stored: what it said last, and when it says that the owner is busy. */

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** What is known of a calendar from the time before. */
export type KnownCalendar = Version & { url: string; body: Uint8Array | null };

/** Null where it says the same as before. */
export type FreshBody = (Version & { text: string; body: Uint8Array }) | null;

/** Throws `CalendarProblem`. */
export async function readSource(
  known: KnownCalendar,
  network: CalendarNetwork,
  stopped?: AbortSignal,
): Promise<FreshBody> {
  const version = known.body ? known : { etag: null, lastModified: null };
  const answer = await requestCalendar(known.url, version, network, stopped);
  if (!answer) return null;
  // Google's says of each event that it was made just now, at every request.
  const text = answer.text.replace(/^DTSTAMP[:;][^\r\n]*\r?\n/gim, "");
  const body = await pack(text);
  if (known.body && body.equals(known.body)) return null;
  return { text, body, etag: answer.etag, lastModified: answer.lastModified };
}

export const textOf = async (body: Uint8Array) => (await unpack(body)).toString("utf8");

export type BusyRows = { busy: BusySpan[]; notice: string | null };

/** Throws `CalendarProblem`. */
export async function busyWithin(
  text: string,
  { from, until }: ExpansionWindow,
): Promise<BusyRows> {
  const { busy, skipped } = await expandInThread({
    text,
    from: from.getTime(),
    until: until.getTime(),
    ownHost: new URL(getSettings().SITE_URL).hostname,
  });
  return { busy, notice: skipped > 0 ? skippedInWords(skipped) : null };
}

const skippedInWords = (count: number) =>
  count === 1
    ? "One event in it couldn't be understood and is left out."
    : `${count} events in it couldn't be understood and are left out.`;
