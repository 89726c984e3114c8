import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type Database, openPostgres, wrapEmbedded } from "#app/server/database/db.server.ts";
import { openMemory } from "#app/server/database/embedded.server.ts";
import { migrationsFolder } from "#app/server/database/migrations.server.ts";
import { closeQueue, openQueue } from "#app/server/jobs/queue.server.ts";
import { root } from "#app/server/root.server.ts";
import { openClient, preparedDatabase, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    /** The data folder of an embedded database, migrated and with the job queue in it, as an archive. */
    embeddedArchive: string;
  }
}

/** Prepares what the chosen projects need: a PostgreSQL server, an embedded database to start from, or both. */
export default async function setup(project: TestProject): Promise<() => void> {
  const names = project.vitest.projects.map(({ name }) => name);
  const onlyEmbedded = names.every((name) => name === "embedded");
  if (names.some((name) => ["embedded", "installation", "night", "night-alone"].includes(name)))
    await prepareEmbedded(project);
  return onlyEmbedded ? () => {} : preparePostgres(project);
}

/** What the archive depends on, beside its migrations. */
const sources = [
  "package-lock.json",
  "app/server/jobs/queue.server.ts",
  "tests/support/databases.global.ts",
];

/** Made once and kept, until something else would come of it. */
async function prepareEmbedded(project: TestProject): Promise<void> {
  const hash = createHash("sha256");
  const migrations = readdirSync(migrationsFolder, { recursive: true, withFileTypes: true });
  for (const file of [
    ...migrations
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
    ...sources.map((name) => join(root, name)),
  ])
    hash.update(readFileSync(file));
  const folder = join(root, "node_modules/.cache");
  const archive = join(folder, `embedded-${hash.digest("hex").slice(0, 16)}.tar`);
  project.provide("embeddedArchive", archive);
  if (existsSync(archive)) return;
  const client = await openMemory(null);
  await migrate(await wrapEmbedded(client, async () => {}));
  mkdirSync(folder, { recursive: true });
  for (const old of globSync(join(folder, "embedded-*"))) rmSync(old);
  // Another run may do the same.
  const unfinished = `${archive}.${process.pid}`;
  writeFileSync(unfinished, await (await client.dumpDataDir("none")).bytes());
  renameSync(unfinished, archive);
  await client.close();
}

/**
 * One server for the whole run; each test file makes databases of its own on it, most of them as copies of one that
 * is migrated here. Tests end processes, but cut no power: what the kernel has been given is as good as on the disk.
 */
async function preparePostgres(project: TestProject): Promise<() => void> {
  const server = await startPostgres("-c fsync=off");
  const client = await openClient(server.url());
  await client.query(`create database ${preparedDatabase}`);
  await client.end();
  await migrate(await openPostgres(server.url(preparedDatabase)));
  project.provide("postgresUrl", server.url());
  return () => server.stop();
}

/** Opening a database migrates it; opening the queue adds the queue's own tables. */
async function migrate(database: Database): Promise<void> {
  await openQueue(database);
  await closeQueue();
  await database.close();
}
