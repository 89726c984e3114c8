import type { Db } from "#app/server/database/db.server.ts";
import { requireAllowed, resetCounter } from "./counters.server.ts";
import { isPassword } from "./credentials.server.ts";
import { reauthenticationLimit } from "./limits.server.ts";
import { refuse } from "./refusals.server.ts";

export async function reauthenticate(db: Db, userId: string, password: string): Promise<void> {
  const limit = reauthenticationLimit(userId);
  await requireAllowed(db, limit);
  if (!(await isPassword(db, userId, password)))
    throw refuse("BAD_REQUEST", "INVALID_PASSWORD", "That password isn't right.");
  await resetCounter(db, limit);
}
