import pino from "pino";
import { getSettings } from "./env.server.ts";

/** Message bodies, passwords, tokens and cookies are never passed to it; redaction is a second line of defence. */
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

/** The message of a failed query contains its parameters, such as a visitor's message. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const query = error.message.startsWith("Failed query");
  const { code } = (cause ?? error) as { code?: unknown };
  // Parsers, and PostgreSQL in its class of data exceptions, quote what they cannot read.
  const quotesInput = error instanceof SyntaxError || String(code).startsWith("22");
  const reason = query ? `Failed query: ${cause?.message ?? ""}` : withoutEmails(error.message);
  return {
    type: error.name,
    ...(!quotesInput && { reason }),
    ...(typeof code === "string" && { code }),
    at: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8)
      .map((line) => line.trim()),
  };
}

/** Mail servers repeat email addresses in their error messages. */
export function withoutEmails(message: string): string {
  return message.replace(/[^\s<>()"':;,]+@[^\s<>()"':;,]+/g, "[address]");
}

const knownSegments = new Set<string>();

export function allowPathSegments(routes: Iterable<{ path?: string } | undefined>): void {
  for (const route of routes)
    for (const segment of route?.path?.split("/") ?? [])
      if (/^[\w.-]+$/.test(segment)) knownSegments.add(segment);
}

/** A misspelt path, perhaps: words and numbers, unlike any random secret. */
const plainSegment =
  /^(?=.{1,40}$)(?:[a-z]+\d{0,6}|\d{1,14})(?:[-_](?:[a-z]+\d{0,6}|\d{1,14}))*(?:\.[a-z]{2,4})?$/;

/**
 * Keeps only known segments and a plain first one: other segments may be secret links or email
 * addresses. Nothing is decoded, so no encoding gets them past this.
 */
export function pathForLog(url: string): string {
  const segments = new URL(url).pathname.split("/").filter(Boolean);
  const isLoggable = (segment: string, at: number) =>
    knownSegments.has(segment) || (at === 0 && plainSegment.test(segment));
  return `/${segments.map((segment, at) => (isLoggable(segment, at) ? segment : "…")).join("/")}`.slice(
    0,
    200,
  );
}
