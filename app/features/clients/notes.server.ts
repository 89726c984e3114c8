import { eq } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { clientNotes } from "#app/server/database/tables.server.ts";
import { isInstant } from "#app/values/calendar.ts";
import type { ClientNotes } from "./model.ts";
import { latestPhone } from "./people.server.ts";

/** Before the owner's first note, the phone number is the latest that the person gave. */
export async function getClientNotes(
  db: Db,
  _by: Administrator,
  email: string,
): Promise<ClientNotes> {
  const address = email.toLowerCase();
  const [row] = await db.select().from(clientNotes).where(eq(clientNotes.email, address));
  const [given] = row ? [] : await rowsOf<{ phone: string }>(db, latestPhone(address));
  if (!row) return { phone: given?.phone ?? "", notes: "", updatedAt: null };
  return { phone: row.phone ?? "", notes: row.notes ?? "", updatedAt: updatedAtText(row) };
}

/** Another program may have stored an invalid time. */
const updatedAtText = ({ updatedAt }: { updatedAt: Date }): string =>
  isInstant(updatedAt) ? updatedAt.toISOString() : String(updatedAt);

type Given = { phone: string; notes: string; updatedAt?: string | undefined };

/** `stale`: another tab changed the notes since this one loaded them; nothing is saved. */
export function saveClientNotes(
  db: Db,
  by: Administrator,
  email: string,
  { phone, notes, updatedAt }: Given,
  now = new Date(),
): Promise<"saved" | "stale"> {
  const address = email.toLowerCase();
  return db.transaction(async (tx) => {
    // Of two simultaneous first notes the second waits here and is then stale.
    const [first] = await tx
      .insert(clientNotes)
      .values({ email: address, phone, notes, updatedAt: now })
      .onConflictDoNothing()
      .returning({ email: clientNotes.email });
    if (!first) {
      const [row] = await tx
        .select({ updatedAt: clientNotes.updatedAt })
        .from(clientNotes)
        .where(eq(clientNotes.email, address))
        .for("update");
      if (!row || updatedAtText(row) !== updatedAt) return "stale";
      await tx
        .update(clientNotes)
        .set({ phone, notes, updatedAt: now })
        .where(eq(clientNotes.email, address));
    }
    const subject = { kind: "records", label: `phone and notes of ${address}` } as const;
    await recordActivity(tx, { actor: by.email, action: "changed", subject }, now);
    return "saved";
  });
}
