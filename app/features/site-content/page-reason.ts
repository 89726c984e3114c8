import { cutCharacters, oneLine } from "#app/values/text.ts";

const longest = 200;

/** A path on the server's disk, a file of the program, a statement for the database. */
const inside = [
  /(?<![\w/])[\\/][^\s\\/]+[\\/]/,
  /\b[A-Za-z]:[\\/](?!\/)/,
  /\bfile:/,
  /\.[cm]?[jt]sx?\b/,
  /^Failed query/,
];

/** Why a page was not made, for the person who publishes: of the error one line, and nothing of the inside. */
export function pageReason(page: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [said = ""] = message.trim().split(/\n\s*at\s/, 1);
  const line = cutCharacters(oneLine(said), longest).replace(/[\s.]+$/, "");
  const isTold = line !== "" && !inside.some((pattern) => pattern.test(line));
  const why = isTold ? `: ${line}.` : ". The server's log says why.";
  return `The ${page} page can't be made with these words${why} Nothing was published.`;
}
