import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { cleanPdf } from "#app/server/pdf/uploads.server.ts";

/** What becomes of a PDF that somebody uploads. */
export async function cleanedPdf(content: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), "music-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "file"), content);
  await using file = await open(join(folder, "file"));
  return await cleanPdf(file);
}
