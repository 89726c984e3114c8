import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeContentState, withContent, wordsOf } from "../app/content/state.server.ts";
import type { Finding } from "../app/features/launch/finding.ts";
import {
  backupFindings,
  keyFindings,
  recordFindings,
} from "../app/features/launch/records.server.ts";
import { listPublicSamples, loadOverrides } from "#app/features/site-content/queries.server.ts";
import { type SampleFinding, sampleFindings } from "../app/features/site-content/samples.server.ts";
import type { Db } from "../app/server/database/db.server.ts";
import type { Settings } from "../app/server/env.server.ts";

/** Wrong settings are findings themselves. */
export async function dataFindings(
  environment: Readonly<Record<string, string | undefined>>,
  now = new Date(),
): Promise<Finding[]> {
  process.env.LOG_LEVEL ??= "warn";
  const { readSettings } = await import("../app/server/env.server.ts");
  let settings: Settings;
  try {
    settings = readSettings(environment);
  } catch (error) {
    return (error as Error).message
      .split("\n")
      .map((line) => ({ where: line.split(" ")[0]!, what: line.slice(line.indexOf(" ") + 1) }));
  }
  return [
    ...(await databaseFindings(settings)),
    ...backupFindings(settings.DATA_DIR, now),
    ...keyFindings(settings.BACKUP_KEY_FILE),
  ];
}

async function databaseFindings(settings: Settings): Promise<Finding[]> {
  const where = settings.DATABASE_URL ? "DATABASE_URL" : "DATA_DIR";
  if (!settings.DATABASE_URL && !existsSync(join(settings.DATA_DIR, "database")))
    return [
      { where, what: "holds no database yet: start the site once and make its owner" },
      ...wordFindings(),
    ];
  const { openDatabase } = await import("../app/server/database/db.server.ts");
  try {
    // Without migrations: a check changes nothing.
    const { db, close } = await openDatabase(settings, null, "none");
    try {
      const words = makeContentState(await loadOverrides(db));
      const records = await withContent(words, () => recordFindings(db));
      return [...records, ...(await publishedWordFindings(db))];
    } finally {
      await close();
    }
  } catch (error) {
    const inUse = (error as Error).name === "DatabaseInUse";
    return [
      {
        where,
        what: inUse
          ? "is held by the running site: stop it, so that its data can be looked at"
          : "cannot be read: it does not answer, or the site has not been started on it since the last release",
      },
    ];
  }
}

/** What this installation's pages and emails still say of nobody, document by document and field by field. */
export async function publishedWordFindings(db: Db): Promise<Finding[]> {
  return asFindings(await listPublicSamples(db));
}

/** Where nothing has been published yet. */
export function wordFindings(): Finding[] {
  return asFindings(sampleFindings(wordsOf({})));
}

function asFindings(samples: readonly SampleFinding[]): Finding[] {
  return samples.map(({ label, value, mayBeMeant }) => ({
    where: label,
    what: mayBeMeant ? `is ${value}, as the samples say` : value,
    kind: mayBeMeant ? "choice" : "words",
  }));
}
