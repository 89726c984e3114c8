import { entryActions } from "#app/routes/admin/diary-entry/actions.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { owner } from "./factories.ts";

/** Sends a form of an entry's page. */
export const sendEntryForm = (
  db: Db,
  intent: keyof typeof entryActions,
  id: string,
  values: Record<string, string> = {},
) =>
  entryActions[intent].answer({
    db,
    by: owner,
    id,
    values,
    form: new FormData(),
    input: undefined,
    keep() {},
  });
