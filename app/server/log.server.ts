import pino from "pino";
import { getSettings } from "./env.server.ts";

/** One JSON line per fact. Message bodies, passwords, tokens and cookies are never given to it; the list is the second fence. */
export const log = pino({
  level: getSettings().LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
  redact: {
    paths: ["*.password", "*.token", "*.cookie", "*.authorization", "*.html", "*.text", "*.message", "*.body", "*.slug"],
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
  const code = (cause ?? error) as { code?: unknown };
  return {
    type: error.name,
    reason: query ? `Failed query: ${cause?.message ?? ""}` : withoutAddresses(error.message),
    ...(typeof code.code === "string" && { code: code.code }),
    at: error.stack?.split("\n").filter((line) => /^\s+at /.test(line)).slice(0, 8).map((line) => line.trim()),
  };
}

/** What another server says, without the e-mail addresses that such words like to repeat. */
export function withoutAddresses(words: string): string {
  return words.replace(/[^\s<>()"':;,]+@[^\s<>()"':;,]+/g, "[address]");
}

/** The path of a request, shortened; links that are secrets and addresses of people stay out of the log, however they are spelt. */
export function pathForLog(url: string): string {
  return new URL(url).pathname.replace(/^\/+(quotes|calendar|admin\/clients)\/.+/i, "/$1/…").slice(0, 200);
}
