import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "./postgres.ts";
import { createWatch } from "./watch.ts";

/* The built site as a process of its own, as it runs in production. */

const root = join(import.meta.dirname, "../..");

/** What `npm start`, `npm run demo` and the like give to Node: the words after `exec node`. */
function argumentsOf(script: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  return scripts[script]!.split(" ").slice(2);
}

export type Site = {
  url: string;
  dataDir: string;
  /** Its process, for whoever looks at it from outside. */
  pid: number;
  /** Everything the process has printed so far. */
  output: () => string;
  /** Waits until the process has printed something; answers with the match. */
  waitFor: (pattern: RegExp, patience?: number) => Promise<RegExpExecArray>;
  /** Ends it as an operator would; answers with its exit code, or null when a signal ended it. */
  stop: (signal?: "SIGTERM" | "SIGINT") => Promise<number | null>;
  /** Ends it as a power cut would. */
  kill: () => Promise<void>;
  /** Settles when the process has ended, however it did. */
  ended: Promise<void>;
};

/** A new folder for a site's data, and a way to be rid of it. */
export function temporaryDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), "site-"));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/**
 * The whole environment of a process under test: nothing of the one that tests leaks in. Nor does a
 * `.env`: it runs in its data folder.
 */
function environment(dataDir: string, settings: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    ...settings,
  };
}

/** Runs one of the project's programs to its end. */
export async function runProgram(
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

/** Hands on a listening socket as systemd does: the process must find its own number in the environment. */
const asSystemd = ["-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'];

/**
 * Starts the server and waits until it is ready. `settings` are its environment; the caller owns the data folder.
 * `held` is the descriptor of a socket that listens for it; PORT says then where that is.
 */
export async function startSite(
  dataDir: string,
  settings: Record<string, string> = {},
  held?: number,
): Promise<Site> {
  const port = settings.PORT ?? String(await freePort());
  const url = settings.SITE_URL ?? `http://localhost:${port}`;
  const options = {
    cwd: dataDir,
    env: environment(dataDir, { LOG_LEVEL: "info", PORT: port, ...settings }),
  };
  const start = argumentsOf("start").map((argument) =>
    argument.startsWith("-") ? argument : join(root, argument),
  );
  const child =
    held === undefined
      ? spawn(process.execPath, start, { ...options, stdio: ["ignore", "pipe", "pipe"] })
      : spawn("/bin/sh", [...asSystemd, process.execPath, ...start], {
          ...options,
          stdio: ["ignore", "pipe", "pipe", held],
        });
  return watched(child, url, dataDir, /"msg":"listening"/);
}

/** Starts one of the scripts of a copy of the project and waits until it has printed `ready`. */
export async function startScript(
  script: string,
  folder: string,
  settings: Record<string, string>,
  ready: RegExp,
): Promise<Site> {
  const PORT = String(await freePort());
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings, PORT };
  const child = spawn(process.execPath, argumentsOf(script), {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return watched(child, `http://localhost:${PORT}`, join(folder, "data"), ready, 120_000);
}

/** Waits until a process that serves at `url` has printed `ready`. */
export async function watched(
  child: ChildProcess,
  url: string,
  dataDir: string,
  ready: RegExp,
  within?: number,
): Promise<Site> {
  let output = "";
  const watch = createWatch();
  const listen = (chunk: Buffer) => {
    output += chunk;
    watch.changed();
  };
  child.stdout!.on("data", listen);
  child.stderr!.on("data", listen);
  const ended = once(child, "close").then(watch.over);
  const waitFor: Site["waitFor"] = (pattern, patience) =>
    watch.until(
      () => pattern.exec(output),
      () => `The site did not print ${pattern}, exit code ${child.exitCode}:\n${output}`,
      patience,
    );
  await waitFor(ready, within).catch((error: unknown) => {
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
