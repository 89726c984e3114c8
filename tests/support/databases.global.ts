import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type Database, openPostgres, wrapEmbedded } from "#app/server/database/db.server.ts";
import { openMemory } from "#app/server/database/embedded.server.ts";
import { closeQueue, openQueue } from "#app/server/jobs/queue.server.ts";
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
  const stops = [
    ...(names.some((name) => ["embedded", "installation", "night"].includes(name))
      ? [await prepareEmbedded(project)]
      : []),
    ...(onlyEmbedded ? [] : [await preparePostgres(project)]),
  ];
  return () => stops.forEach((stop) => stop());
}

async function prepareEmbedded(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "embedded-"));
  const client = await openMemory(null);
  await migrate(await wrapEmbedded(client, async () => {}));
  const archive = join(folder, "database.tar");
  writeFileSync(archive, await (await client.dumpDataDir("none")).bytes());
  await client.close();
  project.provide("embeddedArchive", archive);
  return () => rmSync(folder, { recursive: true });
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
