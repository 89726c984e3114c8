import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { freePort } from "./postgres.ts";

/*
 * Debian's nginx as it comes, sending one file: what everything else is compared with. And the
 * recipe's, in front of the site.
 */

export const nginx = "/usr/sbin/nginx";
const recipe = join(import.meta.dirname, "../../deploy/nginx.conf");

export type Nginx = {
  plain: string;
  proxied: string;
  /** Everything it has written to its logs. */
  output: () => string;
  stop: () => Promise<void>;
};

/** Starts both in one nginx. `page` is the file that the plain one sends, with a gzip sibling, `files` others. */
export async function startNginx(
  application: string,
  page = Buffer.from(""),
  files: Readonly<Record<string, Buffer>> = {},
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  // nginx works as a user of its own.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "root"));
  writeFileSync(join(folder, "root/page.html"), page);
  writeFileSync(join(folder, "root/page.html.gz"), gzipSync(page, { level: 9 }));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, "root", name), content);
  const [plain, proxied] = [await freePort(), await freePort()];
  writeFileSync(
    join(folder, "plain.conf"),
    `server { listen 127.0.0.1:${plain}; root ${join(folder, "root")}; default_type text/html; gzip_static on; }\n`,
  );
  const placed = readFileSync(recipe, "utf8")
    .replace("listen 80;", `listen 127.0.0.1:${proxied};`)
    .replace("127.0.0.1:3000", new URL(application).host.replace("localhost", "127.0.0.1"))
    .replaceAll(/\/var\/(lib|log)\/nginx\//g, `${folder}/`);
  writeFileSync(join(folder, "recipe.conf"), placed);
  const settings = readFileSync("/etc/nginx/nginx.conf", "utf8")
    .replace("/run/nginx.pid", join(folder, "pid"))
    .replaceAll("/var/log/nginx/", `${folder}/`)
    .replace("/etc/nginx/conf.d/*.conf", join(folder, "plain.conf"))
    .replace("/etc/nginx/sites-enabled/*", join(folder, "recipe.conf"));
  writeFileSync(join(folder, "nginx.conf"), settings);
  const child = spawn(
    nginx,
    ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log"), "-g", "daemon off;"],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  const ended = once(child, "close");
  const url = (port: number, path: string) => `http://127.0.0.1:${port}${path}`;
  await answers(url(plain, "/page.html"));
  return {
    plain: url(plain, "/page.html"),
    proxied: url(proxied, ""),
    output: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".log"))
        .map((name) => readFileSync(join(folder, name), "utf8"))
        .join(""),
    async stop() {
      child.kill("SIGQUIT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nginx does not answer at ${url}.`);
}
