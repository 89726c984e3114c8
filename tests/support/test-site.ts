import { onTestFinished } from "vitest";
import { type Site, startSite, temporaryDataDir } from "./site.ts";
import { createStore, type DatabaseKind, type TestStore } from "./store.ts";

/* Sites, databases and folders that are gone when the test is over. */

export async function startForTest(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Site> {
  const site = await startSite(dataDir, settings);
  onTestFinished(site.kill);
  return site;
}

export async function storeForTest(kind: DatabaseKind): Promise<TestStore> {
  const store = await createStore(kind);
  onTestFinished(store.remove);
  return store;
}

export function dataDirForTest(): string {
  const { dataDir, remove } = temporaryDataDir();
  onTestFinished(remove);
  return dataDir;
}
