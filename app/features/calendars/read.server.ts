import { promisify } from "node:util";
import { gunzip, gzip, createGunzip } from "node:zlib";
import { join } from "node:path";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { eq, max } from "drizzle-orm";
import { getSettings } from "#app/server/env.server.ts";
import { root } from "#app/server/root.server.ts";
import { openThread } from "#app/server/thread.server.ts";
import {
  guardedLookup,
  isPublicAddress,
  NotPublic,
} from "#app/server/outbound/public-address.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { services } from "#app/server/database/tables.server.ts";
import { addDays, type Day, melbourneDay, startOfDay } from "#app/values/calendar.ts";
import type { BusySpan, CalendarToExpand, ExpandedCalendar } from "./expand.ts";
import { CalendarProblem, type ProblemKind } from "./schema.ts";
import { calendarFrom, NotCalendar } from "./ics.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

type KnownCalendar = Version & { url: string; body: Uint8Array | null };

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

export type Expansion = ({ ok: true } & ExpandedCalendar) | { ok: false; problem: ProblemKind };

// The sources exist in every environment, production included, and Node runs them as they are.
const worker = join(root, "app/features/calendars/expand-worker.server.ts");
const expand = openThread<CalendarToExpand, Expansion>(worker);

async function expandInThread(given: CalendarToExpand): Promise<ExpandedCalendar> {
  const expansion = await expand(given).catch((error: unknown) => {
    // It took too long or ran out of the thread's memory.
    throw new CalendarProblem("too-many", { cause: error });
  });
  if (!expansion.ok) throw new CalendarProblem(expansion.problem);
  return expansion;
}

export type CalendarNetwork = {
  isAllowed: (ip: string) => boolean;
  protocols: readonly string[];
  /** In milliseconds, in total. */
  timeout: number;
};

export const publicInternet: CalendarNetwork = {
  isAllowed: isPublicAddress,
  protocols: ["https:"],
  timeout: 10_000,
};

type Version = { etag: string | null; lastModified: string | null };
type Answer = ({ text: string } & Version) | null;

const redirectLimit = 5;
const redirects = [301, 302, 303, 307, 308];
const sizeLimit = 20_000_000;

export async function requestCalendar(
  address: string,
  { etag, lastModified }: Version,
  network: CalendarNetwork,
  from: Date,
  stopped?: AbortSignal,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(network.timeout);
  const signal = stopped ? AbortSignal.any([timeout, stopped]) : timeout;
  const conditions = {
    ...(etag && { "If-None-Match": etag }),
    ...(lastModified && { "If-Modified-Since": lastModified }),
  };
  let answer: IncomingMessage | undefined;
  try {
    answer = await follow(new URL(address), conditions, network, signal);
    if (answer.statusCode === 304 && (etag || lastModified)) return null;
    refuseStatus(answer.statusCode!);
    return {
      text: await readBody(answer, from),
      etag: versionOf(answer.headers.etag),
      lastModified: versionOf(answer.headers["last-modified"]),
    };
  } catch (error) {
    if (timeout.aborted) throw new CalendarProblem("timeout", { cause: error });
    throw asProblem(error);
  } finally {
    answer?.destroy();
  }
}

/** The server's header is sent back to it, so its length is limited. */
const versionOf = (header: string | undefined) =>
  header !== undefined && header.length <= 500 ? header : null;

async function follow(
  start: URL,
  conditions: Record<string, string>,
  network: CalendarNetwork,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = start;
  for (let step = 0; step <= redirectLimit; step++) {
    const answer = await ask(url, conditions, network, signal);
    const { location } = answer.headers;
    if (!redirects.includes(answer.statusCode!) || !location) return answer;
    answer.destroy();
    if (!URL.canParse(location, url.href)) throw new CalendarProblem("redirects");
    url = new URL(location.replace(/^webcals?:/i, "https:"), url);
  }
  throw new CalendarProblem("redirects");
}

/** The connection looks the name up itself, so that the checked IP is the one it uses. */
function ask(
  url: URL,
  conditions: Record<string, string>,
  { isAllowed, protocols }: CalendarNetwork,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (!protocols.includes(url.protocol)) throw new CalendarProblem("not-https");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) && !isAllowed(host)) throw new CalendarProblem("private");
  const { get } = url.protocol === "https:" ? https : http;
  const headers = {
    Accept: "text/calendar, text/plain;q=0.5, */*;q=0.1",
    "Accept-Encoding": "gzip",
    "User-Agent": "Mozilla/5.0 (compatible; calendar subscription)",
    ...conditions,
  };
  return new Promise((resolve, reject) => {
    get(url, { signal, headers, agent: false, lookup: guardedLookup(isAllowed) }, resolve).on(
      "error",
      reject,
    );
  });
}

function refuseStatus(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 403) throw new CalendarProblem("refused");
  if (status >= 500 || status === 408 || status === 429) throw new CalendarProblem("unavailable");
  throw new CalendarProblem("not-found");
}

/** Limits the compressed and the uncompressed size. */
async function readBody(answer: IncomingMessage, from: Date): Promise<string> {
  const encoding = answer.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding !== "identity" && !/^(x-)?gzip$/.test(encoding))
    throw new CalendarProblem("no-calendar");
  if (Number(answer.headers["content-length"]) > sizeLimit) throw new CalendarProblem("too-large");
  if (encoding === "identity") return collect(answer, from);
  const unpacked = createGunzip();
  answer.on("error", (error) => unpacked.destroy(error));
  return collect(answer.pipe(unpacked), from);
}

async function collect(stream: Readable, from: Date): Promise<string> {
  const calendar = calendarFrom(from.getTime());
  const decoder = new TextDecoder();
  let size = 0;
  // Leaving the loop ends the stream.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > sizeLimit) throw new CalendarProblem("too-large");
    calendar.add(decoder.decode(chunk, { stream: true }));
  }
  return calendar.toText();
}

const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|^ERR_SSL|^EPROTO$/;

function asProblem(error: unknown): CalendarProblem {
  if (error instanceof CalendarProblem) return error;
  if (error instanceof NotCalendar) return new CalendarProblem(error.reason);
  if (error instanceof NotPublic) return new CalendarProblem("private");
  const code = String((error as { code?: unknown }).code ?? "");
  if (code === "Z_BUF_ERROR") return new CalendarProblem("cut-off", { cause: error });
  if (code.startsWith("Z_")) return new CalendarProblem("no-calendar", { cause: error });
  if (certificateCode.test(code)) return new CalendarProblem("certificate", { cause: error });
  const brokeOff = /^(ECONNRESET|EPIPE|HPE_)/.test(code);
  return new CalendarProblem(brokeOff ? "unavailable" : "unreachable", { cause: error });
}

export type ExpansionWindow = { from: Date; until: Date; lastDay: Day };

/** While nothing can be booked: as far ahead as a new service can be. */
const usualDaysAhead = 60;

/** From yesterday until a week after the last bookable day. */
export async function expansionWindow(db: Db, now: Date): Promise<ExpansionWindow> {
  const [row] = await db
    .select({ days: max(services.daysAhead) })
    .from(services)
    .where(eq(services.active, true));
  const today = melbourneDay(now);
  const lastDay = addDays(today, (row?.days ?? usualDaysAhead) + 7);
  return { from: startOfDay(addDays(today, -1)), until: startOfDay(addDays(lastDay, 1)), lastDay };
}
