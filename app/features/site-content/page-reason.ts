import { cutCharacters, oneLine } from "#app/values/text.ts";

const longest = 200;

/** Server paths, source files and database statements: the message must not show them. */
const inside = [
  /(?<![\w/])[\\/][^\s\\/]+[\\/]/,
  /\b[A-Za-z]:[\\/](?!\/)/,
  /\bfile:/,
  /\.[cm]?[jt]sx?\b/,
  /^Failed query/,
];

export function pageReason(page: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [said = ""] = message.trim().split(/\n\s*at\s/, 1);
  const line = cutCharacters(oneLine(said), longest).replace(/[\s.]+$/, "");
  const isTold = line !== "" && !inside.some((pattern) => pattern.test(line));
  const why = isTold ? `: ${line}.` : ". The server's log says why.";
  return `The ${page} page can't be made with these words${why} Nothing was published.`;
}
