import { onTestFinished } from "vitest";
import { type Site, startSite, temporaryDataDir } from "./site.ts";

/* Sites and folders that are gone when the test is over. */

export async function startForTest(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Site> {
  const site = await startSite(dataDir, settings);
  onTestFinished(site.kill);
  return site;
}

export function dataDirForTest(): string {
  const { dataDir, remove } = temporaryDataDir();
  onTestFinished(remove);
  return dataDir;
}
