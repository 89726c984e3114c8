import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { log } from "#app/server/log.server.ts";
import { guardedLookup, isPublicAddress } from "./public-address.server.ts";

type FrameSettings = {
  siteOrigin: string;
  /** Allowed origins, for redirects too: our own policy refuses others. */
  frameOrigins: readonly string[];
  /** Allowed IPs: the owner chooses the addresses, but must not reach the server's network. */
  isAllowed?: (ip: string) => boolean;
  /** In milliseconds, for the whole check. */
  timeout?: number;
};

const redirectLimit = 5;
const redirects = [301, 302, 303, 307, 308];
/** Refused to a program; the answer to a browser is not known. */
const refusedToPrograms = [401, 403, 429];

/** Whether a page answers and allows our pages to frame it. Never rejects. */
export async function answersInFrame(
  address: string,
  { siteOrigin, frameOrigins, isAllowed = isPublicAddress, timeout = 4_000 }: FrameSettings,
): Promise<boolean> {
  const signal = AbortSignal.timeout(timeout);
  try {
    let url = new URL(address);
    for (let step = 0; step <= redirectLimit; step++) {
      if (!frameOrigins.includes(url.origin)) return false;
      const answer = await ask(url, isAllowed, signal);
      const { location } = answer.headers;
      if (!redirects.includes(answer.statusCode!) || !location)
        return isShown(answer, url.origin, siteOrigin);
      url = new URL(location, url);
    }
  } catch (error) {
    log.info({ host: hostOf(address), err: error }, "a calendar does not answer");
  }
  return false;
}

/** Reads the head. The name is looked up once, by the connection whose IP is checked. */
function ask(
  url: URL,
  isAllowed: (ip: string) => boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) && !isAllowed(host)) throw new Error(`${host} is no public address`);
  const { get } = url.protocol === "https:" ? https : http;
  const headers = {
    Accept: "text/html",
    "User-Agent": "Mozilla/5.0 (compatible; calendar check)",
  };
  return new Promise((resolve, reject) => {
    get(url, { signal, headers, lookup: guardedLookup(isAllowed) }, (answer) => {
      answer.destroy();
      resolve(answer);
    }).on("error", reject);
  });
}

function isShown({ statusCode, headers }: IncomingMessage, origin: string, siteOrigin: string) {
  if (refusedToPrograms.includes(statusCode!)) return true;
  if (statusCode! < 200 || statusCode! > 299) return false;
  const policies = String(headers["content-security-policy"] ?? "").split(",");
  const ancestors = policies.flatMap((policy) => ancestorsOf(policy) ?? []);
  if (ancestors.length > 0)
    return ancestors.every((sources) =>
      sources.some((source) => matches(source, origin, siteOrigin)),
    );
  // Browsers use it only where no policy names ancestors.
  const option = String(headers["x-frame-options"] ?? "")
    .split(",")[0]!
    .trim()
    .toLowerCase();
  return option !== "deny" && (option !== "sameorigin" || origin === siteOrigin);
}

/** The sources of a policy's first `frame-ancestors`: one list or none. */
function ancestorsOf(policy: string): string[][] {
  return policy
    .split(";")
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name === "frame-ancestors")
    .slice(0, 1)
    .map(([, ...sources]) => sources);
}

/** Source expressions of a policy: CSP 3, 2.3.1. */
function matches(source: string, origin: string, siteOrigin: string): boolean {
  const site = new URL(siteOrigin);
  if (source === "'self'") return origin === siteOrigin;
  if (source === "*") return true;
  if (/^[a-z][a-z\d+.-]*:$/.test(source))
    return site.protocol === source || (source === "http:" && site.protocol === "https:");
  const [, scheme, wildcard, host, port] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*\.)?([^/:*]+)(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? [];
  if (!host) return false;
  const sameScheme =
    site.protocol === `${scheme ?? new URL(origin).protocol.slice(0, -1)}:` ||
    (site.protocol === "https:" && scheme !== "https");
  const sameHost = wildcard ? site.hostname.endsWith(`.${host}`) : site.hostname === host;
  const samePort = port === "*" || (port ?? "") === site.port;
  return sameScheme && sameHost && samePort;
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : "");

const freshFor = 120_000;
const verdicts = new Map<string, { checkedAt: number; answers: Promise<boolean> }>();

/** Cached for two minutes. `address` must be one of a small known set. */
export function knownAnswer(address: string, settings: FrameSettings): Promise<boolean> {
  const known = verdicts.get(address);
  const now = performance.now();
  if (known && now - known.checkedAt < freshFor) return known.answers;
  const answers = answersInFrame(address, settings);
  verdicts.set(address, { checkedAt: now, answers });
  return answers;
}
