import pino from "pino";
import { getSettings } from "./env.server.ts";

/** Callers never pass message bodies, passwords, tokens or cookies; redaction is a safeguard. */
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
  // Parsers and PostgreSQL's data exceptions (class 22) quote what they cannot read.
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

/** Perhaps a misspelt path: words and numbers, unlike any random secret. */
const plainSegment =
  /^(?=.{1,40}$)(?:[a-z]+\d{0,6}|\d{1,14})(?:[-_](?:[a-z]+\d{0,6}|\d{1,14}))*(?:\.[a-z]{2,4})?$/;

/** Hides possible secret links and email addresses. Decodes nothing, so no encoding bypasses it. */
export function pathForLog(url: string): string {
  const segments = new URL(url).pathname.split("/").filter(Boolean);
  const isLoggable = (segment: string, at: number) =>
    knownSegments.has(segment) || (at === 0 && plainSegment.test(segment));
  return `/${segments.map((segment, at) => (isLoggable(segment, at) ? segment : "…")).join("/")}`.slice(
    0,
    200,
  );
}

/** For a part whose failure must not break the page: returns null and logs the error. */
export async function orNull<T>(loading: PromiseLike<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    log.error({ err: error }, "part of a page not loaded");
    return null;
  }
}
