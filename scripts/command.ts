import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import type { Settings } from "../app/server/env.server.ts";
import { startupErrorReason } from "../app/server/startup-errors.server.ts";

export function argument(usage: string): string {
  const given = process.argv.slice(2);
  if (given.length !== 1 || given[0]!.startsWith("-")) stop(usage);
  return given[0]!;
}

export async function settingsOrStop(): Promise<Settings> {
  if (existsSync(".env")) loadEnvFile(".env");
  process.env.LOG_LEVEL ??= "warn";
  const { getSettings } = await import("../app/server/env.server.ts");
  try {
    return getSettings();
  } catch (error) {
    return stop(error);
  }
}

export function stop(reason: unknown): never {
  console.error(startupErrorReason(reason) ?? reason);
  process.exit(1);
}
