import { join } from "node:path";
import { root } from "#app/server/root.server.ts";
import { openThread } from "#app/server/thread.server.ts";
import type { Statement, StatementToRead } from "./statement.server.ts";

// A source file: Node runs TypeScript in development, tests and production.
const worker = join(root, "app/features/bank/statement-worker.server.ts");

export const readInThread = openThread<StatementToRead, Statement>(worker);
