import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./postgres.ts";
import { createWaiter } from "./waiter.ts";

/* Debian's Caddy with the project's own files, as it stands in front of a site. */

const deploy = join(import.meta.dirname, "../../deploy");

export type Proxy = {
  url: string;
  /** Everything it has printed. */
  output: () => string;
  /** With several processes: waits until its health checks, each two seconds, have found all of them. */
  found: () => Promise<unknown>;
  stop: () => Promise<void>;
};

/** @param url where it listens, on loopback and without https; @param apps the addresses of the processes behind it */
export async function startCaddy(url: string, apps: readonly string[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "caddy-"));
  const AWAY_PORT = String(await freePort());
  const hosts = apps.map((app) => new URL(app).host.replace("localhost", "127.0.0.1"));
  const env = {
    AWAY_PORT,
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SITE_ADDRESS: url,
    APPS: hosts.join(" "),
  };
  const adapted = JSON.parse(
    execFileSync(
      "caddy",
      [
        "adapt",
        "--adapter",
        "caddyfile",
        "--config",
        join(deploy, apps.length > 1 ? "several.Caddyfile" : "Caddyfile"),
      ],
      { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    ),
  ) as object;
  const config = join(folder, "config.json");
  // Its own administration port is one for the whole machine.
  writeFileSync(config, JSON.stringify({ ...adapted, admin: { disabled: true } }));
  const child = spawn("caddy", ["run", "--config", config], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  const waiter = createWaiter();
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
    waiter.notify();
  });
  const ended = once(child, "close").then(waiter.end);
  await waiter.until(
    () => /serving initial configuration/.exec(output),
    () => `Caddy did not start:\n${output}`,
  );
  return {
    url,
    output: () => output,
    found: () =>
      waiter.until(
        // Each is asked twice: whether it is ready, and whether it is alive.
        () =>
          hosts.every((host) => output.split(`"host is up","host":"${host}"`).length > 2) || null,
        () => `Caddy has not found ${hosts.join(" and ")}:\n${output}`,
      ),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
