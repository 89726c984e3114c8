import { join } from "node:path";

// Right for the bundle too: build/server is as deep in the project as this folder.
export const root = join(import.meta.dirname, "../..");
