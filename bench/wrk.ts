import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/* One run of wrk: 32 connections for some seconds, compressed as gzip. */

const script = join(import.meta.dirname, "wrk.lua");
let sent = 0;

export type RequestKind = "page" | "quote" | "form" | "acceptance";
/** Requests a second, and milliseconds within which half and 99 in 100 were answered. */
export type LoadRun = { perSecond: number; p50: number; p99: number; requests: number };

/** Throws when an answer was no success: refusals are quick, and must not be counted as speed. */
export async function runWrk(url: string, kind: RequestKind, seconds: number): Promise<LoadRun> {
  // Requests of different runs are unlike one another too.
  const from = sent;
  const child = spawn(
    "wrk",
    [
      "-t1",
      "-c32",
      `-d${seconds}s`,
      "--timeout",
      "10s",
      "--latency",
      "-H",
      "Accept-Encoding: gzip",
      "-s",
      script,
      url,
      "--",
      kind,
      String(from),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  const line = output.split("\n").find((found) => found.startsWith("{"));
  if (!line) throw new Error(`wrk has measured nothing at ${url}: ${output}`);
  const {
    requests,
    seconds: took,
    p50,
    p99,
    errors,
  } = JSON.parse(line) as {
    requests: number;
    seconds: number;
    p50: number;
    p99: number;
    errors: number;
  };
  if (errors > 0) throw new Error(`${errors} of ${requests} requests failed at ${url} (${kind}).`);
  if (kind === "form" || kind === "acceptance") sent += requests + 64;
  return { perSecond: requests / took, p50, p99, requests };
}
