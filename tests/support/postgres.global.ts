import pg from "pg";
import type { TestProject } from "vitest/node";
import { openPostgres } from "#app/server/database/db.server.ts";
import { closeQueue, openQueue } from "#app/server/jobs/queue.server.ts";
import { preparedDatabase, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run; each test file makes databases of its own on it, most of them as copies of one that
 * is migrated here. Tests end processes, but cut no power: what the kernel has been given is as good as on the disk.
 */
export default async function setup(project: TestProject) {
  const server = await startPostgres("-c fsync=off");
  await prepare(server.url(), server.url(preparedDatabase));
  project.provide("postgresUrl", server.url());
  return () => server.stop();
}

async function prepare(server: string, prepared: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${preparedDatabase}`);
  await client.end();
  const database = await openPostgres(prepared);
  await openQueue(database);
  await closeQueue();
  await database.close();
}
