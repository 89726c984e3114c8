import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "./postgres.ts";
import { createWaiter } from "./waiter.ts";

const root = join(import.meta.dirname, "../..");

/** The arguments of Node in a script of package.json, and what it sets in the environment before. */
function partsOf(script: string): { args: string[]; env: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const words = scripts[script]!.split(" ");
  const node = words.indexOf("node");
  const settings = words.slice(0, node).filter((word) => word.includes("="));
  const env = Object.fromEntries(settings.map((word) => word.split("=", 2) as [string, string]));
  return { args: words.slice(node + 1), env };
}

export type Site = {
  url: string;
  dataDir: string;
  pid: number;
  /** Everything the process has printed so far. */
  output: () => string;
  /** Waits until the process has printed a match of `pattern`, and returns the match. */
  waitFor: (pattern: RegExp, timeout?: number) => Promise<RegExpExecArray>;
  /** Ends it as an operator would; returns its exit code, or null when a signal ended it. */
  stop: (signal?: "SIGTERM" | "SIGINT") => Promise<number | null>;
  /** Ends it as a power cut would. */
  kill: () => Promise<void>;
  /** Settles when the process has ended, however it did. */
  ended: Promise<void>;
};

export function temporaryDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), "site-"));
  // The helpers of a killed process may still end their files.
  const options = { recursive: true, force: true, maxRetries: 20 };
  return { dataDir, remove: () => rmSync(dataDir, options) };
}

const asImport = (source: string) => `--import=data:text/javascript,${encodeURIComponent(source)}`;

/** Of some twenty pages that each start and each publication compress, quality 11 takes 40 ms for each. */
const quickPages = `
  import zlib, { constants } from "node:zlib";
  import { syncBuiltinESMExports } from "node:module";
  const { brotliCompressSync } = zlib;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  zlib.brotliCompressSync = (text) => brotliCompressSync(text, { params });
  syncBuiltinESMExports();`;
const withQuickPages = `
  import threads from "node:worker_threads";
  const execArgv = ${JSON.stringify([asImport(quickPages)])};
  threads.Worker = class extends threads.Worker {
    constructor(file, options) { super(file, { ...options, execArgv }); }
  };`;

/*
 * Tests end processes, but cut no power: what the kernel has been given is as good as on the disk. Most of
 * them start a site for a few requests: to compile the embedded database well would take longer.
 */
const preload = asImport(`
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  import { setFlagsFromString } from "node:v8";
  ${process.env.QUICK_PAGES ? withQuickPages : ""}
  fs.fsyncSync = () => {};
  syncBuiltinESMExports();
  ${process.env.BRIEF_SITES ? 'setFlagsFromString("--liftoff-only");' : ""}`);

/** Nothing of the test run's environment leaks in; nor does a `.env`, as the site runs in its data folder. */
function environment(dataDir: string, settings: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    ...settings,
    NODE_OPTIONS: [preload, settings.NODE_OPTIONS].filter(Boolean).join(" "),
  };
}

/** Runs a script of the project to its end. */
export async function runScript(
  file: string,
  args: readonly string[],
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: dataDir,
    env: environment(dataDir, settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code: child.exitCode, stdout, stderr };
}

/** Passes on a listening socket as systemd does: LISTEN_PID must be the process's own id. */
const asSystemd = ["-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'];

/**
 * Starts the server and waits until it is ready. The caller removes the data folder.
 * `socketFd` is the file descriptor of a socket that already listens on PORT.
 */
export async function startSite(
  dataDir: string,
  settings: Record<string, string> = {},
  socketFd?: number,
): Promise<Site> {
  const port = settings.PORT ?? String(await freePort());
  const url = settings.SITE_URL ?? `http://localhost:${port}`;
  const { args, env } = partsOf("start");
  const options = {
    cwd: dataDir,
    env: environment(dataDir, { LOG_LEVEL: "info", PORT: port, ...env, ...settings }),
  };
  const stdio: StdioOptions = ["ignore", "pipe", "pipe", socketFd];
  const start = args.map((argument) =>
    argument.startsWith("-") ? argument : join(root, argument),
  );
  const child =
    socketFd === undefined
      ? spawn(process.execPath, start, { ...options, stdio: ["ignore", "pipe", "pipe"] })
      : spawn("/bin/sh", [...asSystemd, process.execPath, ...start], { ...options, stdio });
  return waitUntilReady(child, url, dataDir, /"msg":"listening"/);
}

/** Starts an npm script in a copy of the project and waits until it has printed `ready`. */
export async function startScript(
  script: string,
  folder: string,
  settings: Record<string, string>,
  ready: RegExp,
): Promise<Site> {
  const PORT = String(await freePort());
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings, PORT };
  const child = spawn(process.execPath, partsOf(script).args, {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return waitUntilReady(child, `http://localhost:${PORT}`, join(folder, "data"), ready, 120_000);
}

/** Waits until a process that serves at `url` has printed `ready`. */
export async function waitUntilReady(
  child: ChildProcess,
  url: string,
  dataDir: string,
  ready: RegExp,
  startTimeout = 120_000,
): Promise<Site> {
  let output = "";
  const waiter = createWaiter();
  const listen = (chunk: Buffer) => {
    output += chunk;
    waiter.notify();
  };
  child.stdout!.on("data", listen);
  child.stderr!.on("data", listen);
  const ended = once(child, "close").then(waiter.end);
  const waitFor: Site["waitFor"] = (pattern, timeout) =>
    waiter.until(
      () => pattern.exec(output),
      () => `The site did not print ${pattern}, exit code ${child.exitCode}:\n${output}`,
      timeout,
    );
  await waitFor(ready, startTimeout).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  return {
    url,
    dataDir,
    pid: child.pid!,
    output: () => output,
    waitFor,
    ended,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
