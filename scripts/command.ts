import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import type { Settings } from "../app/server/env.server.ts";
import { startupErrorReason } from "../app/server/startup-errors.server.ts";

/** The one name, and the options, that a command is given. */
export function givenName<T extends ParseArgsOptionsConfig>(usage: string, options: T) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (positionals.length === 1) return { name: positionals[0]!, values };
  } catch {
    // Told below.
  }
  return stop(usage);
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
