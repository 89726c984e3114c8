import * as fs from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openEmbeddedDatabase } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import {
  lastMigration,
  migrationNames,
  migrationsUpTo,
} from "#app/server/database/migrations.server.ts";
import { begun } from "#tests/support/begun.ts";
import * as debian from "#tests/support/debian.ts";
import { freePort } from "#tests/support/postgres.ts";
import { copyOfProject } from "#tests/support/project-copy.ts";
import { send } from "#tests/support/request.ts";
import { waitUntilReady } from "#tests/support/site.ts";

/*
 * The two ways to a whole server, from an empty Debian: the image that compose.yaml runs, and deploy/install.
 * Only root may make either.
 */

const project = join(import.meta.dirname, "../..");
let place: string;
let image: Promise<Image>;
let server: Promise<string>;

describe.skipIf(userInfo().uid !== 0)("from an empty Debian", () => {
  beforeAll(async () => {
    place = fs.mkdtempSync(join(tmpdir(), "whole-server-"));
    await debian.makeDebian(join(place, "debian"));
    // Beside each other, for two cores.
    image = begun(buildImage());
    server = begun(installServer());
  }, 600_000);

  afterAll(async () => {
    await Promise.allSettled([image, server]);
    // Faster than Node with so many files.
    await debian.runProgram("rm", "-rf", place);
  }, 600_000);

  test("the image is small, and runs as an ordinary user with the packages of production", async () => {
    const { root, config } = await image;
    expect(config).toMatchObject({
      User: "site",
      Volumes: { "/data": {} },
      Healthcheck: { Test: expect.arrayContaining(["CMD", "node"]) },
    });
    const size = await debian.runProgram("du", "-sm", root);
    expect(Number.parseInt(size, 10)).toBeLessThan(450);
    const packages = join(root, "opt/site/node_modules");
    expect(fs.readdirSync(packages)).toEqual(expect.arrayContaining(["react", "sharp", "pg"]));
    for (const name of ["typescript", "vite", "vitest", "drizzle-kit"])
      expect(fs.existsSync(join(packages, name))).toBe(false);
  });

  test("a container serves within half a minute, writes to its volume only, and stops within ten seconds", async () => {
    // Until then this machine is busy with it.
    await server;
    const container = await aContainer();
    const began = performance.now();
    const { url, stop } = await container.start();
    expect((await send(url, "/login")).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(30_000);
    const { config } = await image;
    const healthy = quoted(config.Healthcheck.Test.slice(1));
    await container.run(healthy);
    const touched = await container.run("touch /opt/site/file /etc/file || id -un");
    expect(touched.match(/Read-only file system/g)).toHaveLength(2);
    expect(touched).toContain("site\n");
    const asked = performance.now();
    expect(await stop()).toBe(0);
    expect(performance.now() - asked).toBeLessThan(10_000);
    await expect(container.run(healthy)).rejects.toMatchObject({ code: 1 });
  });

  test("an update killed on the way completes at the next start, and its sealed backups restore", async () => {
    const container = await aContainer();
    await fillVersionBefore(container.data);
    await debian.runProgram("chown", "-R", `${userId}:${userId}`, container.data);
    await container.run("deploy/run backup-key /data/key");
    const killed = container.begin();
    const updates = join(container.data, "update-backups");
    await expect.poll(() => fs.existsSync(updates) && fs.readdirSync(updates)).toHaveLength(1);
    killed.kill("SIGKILL");

    const site = await container.start();
    expect((await send(site.url, "/readyz")).status).toBe(200);
    const made = fs.readdirSync(updates);
    expect(made).toEqual(expect.arrayContaining([expect.stringMatching(/Z\.backup$/)]));
    const night = await container.run(
      "deploy/backup-every-night /data/backups & " +
        "until ls /data/backups/*.backup; do sleep 1; done; kill $! && wait $!",
    );
    expect(night).toContain("it is sealed with");
    await site.kill();
    expect(await container.run("deploy/restore-drill /data/backups")).toMatch(
      /10000 {2}contact_messages\n[\s\S]*was restored and answers/,
    );
    const { db, close } = await openEmbeddedDatabase(container.data, null, null);
    expect(await lastMigration(db)).toBe(migrationNames().at(-1));
    const count = sql`select count(*)::int as count from contact_messages`;
    expect(await rowsOf(db, count)).toEqual([{ count: 10_000 }]);
    await close();
  });

  test("deploy/install makes a server with one command, and changes nothing when run again", async () => {
    const root = await server;
    const inRoot = (path: string) => fs.readFileSync(join(root, path), "utf8");
    const settings = inRoot("etc/site/site.env");
    expect(settings).toContain(
      "\nSITE_URL=https://www.example.com\nOWNER_EMAIL=clara@example.com\n",
    );
    const { mode, gid } = fs.statSync(join(root, "etc/site/site.env"));
    expect([mode & 0o777, gid > 0]).toEqual([0o640, true]);
    expect(inRoot("etc/caddy/Caddyfile")).toContain("\nwww.example.com {\n");
    const again = await debian.runInside({ root }, "deploy/install");
    expect(again).toContain("is built already");
    expect(again).not.toMatch(/Debian's packages|newer Node/);
    expect(inRoot("etc/site/site.env")).toBe(settings);
    const wanted = [
      "multi-user.target.wants/site.service",
      "multi-user.target.wants/caddy.service",
      "sockets.target.wants/site.socket",
      "timers.target.wants/site-backup.timer",
    ];
    for (const unit of wanted) fs.lstatSync(join(root, "etc/systemd/system", unit));
    expect(await debian.runInside({ root }, "deploy/run owner clara@example.com")).toContain(
      "https://www.example.com/login/setup?token=",
    );

    // As systemd starts it.
    const [, start] = /^ExecStart=(.*)$/m.exec(inRoot("etc/systemd/system/site.service"))!;
    const PORT = String(await freePort());
    const env = { NODE_ENV: "production", DATA_DIR: "/var/lib/site", PORT };
    const started = debian.startInside(
      { root, user: "site:site", env },
      `set -a && . /etc/site/site.env && exec ${start}`,
    );
    const site = await waitUntilReady(started, `http://localhost:${PORT}`, root, listening);
    onTestFinished(site.kill);
    const headers = { Host: "www.example.com", "X-Forwarded-Proto": "https" };
    expect((await send(site.url, "/login", { headers })).status).toBe(200);
  });
});

const listening = /"msg":"listening"/;
const userId = 10_001;

type Image = {
  root: string;
  config: { Cmd: string[]; Env: string[]; Healthcheck: { Test: string[] } };
};

/** With Debian's own tool, in whose storage nothing but plain folders is used. */
async function buildImage(): Promise<Image> {
  const [storage, runs, slim] = ["storage", "run", "slim"].map((name) => join(place, name));
  const buildah = (...args: string[]) =>
    debian.runProgram(
      "buildah",
      "--storage-driver=vfs",
      `--root=${storage}`,
      `--runroot=${runs}`,
      ...args,
    );
  const imageOf = async (name: string, env: Record<string, string> = {}) => {
    const container = await buildah("from", "scratch");
    await buildah("add", "--quiet", container, slim!, "/");
    for (const setting of Object.entries(env))
      await buildah("config", `--env=${setting.join("=")}`, container);
    await buildah("commit", "--quiet", "--rm", container, `localhost/${name}`);
  };
  await debian.copySlim(join(place, "debian"), slim!);
  await imageOf("debian");
  // In the place of Node's own image: a Node and an npm.
  await debian.runProgram("npm", "install", "--global", `--prefix=${slim}/usr/local`, "npm@11");
  fs.cpSync(process.execPath, join(slim!, "usr/local/bin/node"));
  await imageOf("node", debian.networkSettings);
  const bases = ["--build-arg=NODE=localhost/node", "--build-arg=DEBIAN=localhost/debian"];
  const how = ["--isolation=chroot", "--format=docker", "--pull-never", ...bases];
  await buildah("build", ...how, "--tag=localhost/site", project);
  const { Docker } = JSON.parse(await buildah("inspect", "--type=image", "localhost/site")) as {
    Docker: { config: Image["config"] };
  };
  const root = await buildah("mount", await buildah("from", "--pull-never", "localhost/site"));
  return { root, config: Docker.config };
}

const quoted = (words: string[]) =>
  words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");

/** What runs the image: its file system, read-only but for the volume, its user and its settings. */
async function aContainer() {
  const { root, config } = await image;
  const data = fs.mkdtempSync(join(place, "data-"));
  fs.chownSync(data, userId, userId);
  const PORT = String(await freePort());
  const env = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  // The network is the machine's here, so ports are chosen.
  const chosen = { PORT, DRILL_PORT: String(await freePort()) };
  const here = (): debian.Place => {
    const key = fs.existsSync(join(data, "key")) && { BACKUP_KEY_FILE: "/data/key" };
    return { root, user: `${userId}:${userId}`, env: { ...env, ...chosen, ...key }, data };
  };
  const begin = () => {
    const child = debian.startInside(here(), `exec ${quoted(config.Cmd)}`);
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  return {
    data,
    begin,
    start: () => waitUntilReady(begin(), `http://localhost:${PORT}`, data, listening),
    run: (command: string) => debian.runInside(here(), command.replace(":3000", `:${PORT}`)),
  };
}

/** The database as the version before the last migration left it. */
async function fillVersionBefore(dataDir: string): Promise<void> {
  const before = migrationsUpTo(migrationNames().at(-2)!);
  const { db, close } = await openEmbeddedDatabase(dataDir, null, before);
  await db.execute(sql`insert into contact_messages (name, email, message)
    select 'Ada', 'ada' || n || '@visitor.example', repeat('A message. ', 100)
    from generate_series(1, 10000) as n`);
  await close();
  fs.rmSync(before, { recursive: true });
}

async function installServer(): Promise<string> {
  const root = join(place, "server");
  await debian.runProgram("cp", "-a", join(place, "debian"), root);
  const copy = copyOfProject({ packages: false });
  await debian.runProgram("mv", copy.folder, join(root, "opt/site"));
  await debian.runProgram("chown", "-R", "0:0", join(root, "opt/site"));
  await debian.runProgram("chmod", "755", join(root, "opt/site"));
  const install = "apt-get install -qq --yes --no-install-recommends";
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  // What a server has and the smallest Debian has not.
  await debian.runInside({ root, env }, `apt-get update -qq && ${install} systemd >/dev/null`);
  await debian.runInside({ root }, "deploy/install www.example.com clara@example.com");
  return root;
}
