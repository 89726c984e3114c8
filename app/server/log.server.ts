import pino from "pino";
import { getSettings } from "./env.server.ts";

/** One JSON line per fact. Message bodies, passwords, tokens and cookies are never given to it; the list is the second fence. */
export const log = pino({
  level: getSettings().LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
  redact: {
    paths: [
      "*.password",
      "*.token",
      "*.cookie",
      "*.authorization",
      "*.html",
      "*.text",
      "*.message",
      "*.body",
      "*.slug",
    ],
    censor: "[redacted]",
  },
});

/**
 * An error without what it was about: a failed query carries its parameters in its message, and
 * those are somebody's letter, so only our own errors keep theirs.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const query = error.message.startsWith("Failed query");
  const { code } = (cause ?? error) as { code?: unknown };
  // What cannot be read is quoted by whoever tries: a parser, or PostgreSQL in its class of data exceptions.
  const quotes = error instanceof SyntaxError || String(code).startsWith("22");
  const reason = query ? `Failed query: ${cause?.message ?? ""}` : withoutEmails(error.message);
  return {
    type: error.name,
    ...(!quotes && { reason }),
    ...(typeof code === "string" && { code }),
    at: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8)
      .map((line) => line.trim()),
  };
}

/** What another server says, without the e-mail addresses that such words like to repeat. */
export function withoutEmails(words: string): string {
  return words.replace(/[^\s<>()"':;,]+@[^\s<>()"':;,]+/g, "[address]");
}

/** The fixed words of this site's addresses. */
const places = new Set<string>();

/** Takes the words that may be logged from the table of all addresses. */
export function allowPathSegments(routes: Iterable<{ path?: string } | undefined>): void {
  for (const route of routes)
    for (const word of route?.path?.split("/") ?? []) if (/^[\w.-]+$/.test(word)) places.add(word);
}

/** What a first word may look like that is none of ours, such as a misspelt one: words and numbers, as no random secret does. */
const plainWord =
  /^(?=.{1,40}$)(?:[a-z]+\d{0,6}|\d{1,14})(?:[-_](?:[a-z]+\d{0,6}|\d{1,14}))*(?:\.[a-z]{2,4})?$/;

/**
 * The path of a request as far as it is nobody's secret: our own fixed words, and any plain first
 * one. Links that are secrets and people's email addresses stay out however they are spelt or
 * encoded, since nothing is decoded.
 */
export function pathForLog(url: string): string {
  const words = new URL(url).pathname.split("/").filter(Boolean);
  return `/${words.map((word, at) => (places.has(word) || (at === 0 && plainWord.test(word)) ? word : "…")).join("/")}`.slice(
    0,
    200,
  );
}
