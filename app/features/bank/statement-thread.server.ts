import { join } from "node:path";
import { root } from "#app/server/root.server.ts";
import { openThread } from "#app/server/thread.server.ts";
import type { Statement, StatementToRead } from "./statement.server.ts";

// In development, tests and production alike the sources are there, and Node runs them as they are.
const worker = join(root, "app/features/bank/statement-worker.server.ts");

/** Reads a statement in a thread of its own. */
export const readInThread = openThread<StatementToRead, Statement>(worker);
