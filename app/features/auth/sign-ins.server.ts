import { and, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { signIns } from "#app/server/database/tables.server.ts";
import { queueNewDevice } from "./notices.server.tsx";
import type { SignInMethod } from "./model.ts";
import { hashToken } from "./secret.server.ts";

/** Ends the sessions of a person that have shown no second factor. */
/** Ends a session that is a week old. The library ends the idle ones. */
type SignIn = {
  userId: string;
  email: string;
  method: SignInMethod;
  device: string;
  ip: string | null;
  userAgent: string | null;
};

/** Records a sign-in; the account's owner is told when it came from a device that none before it came from. */
export async function recordSignIn(
  db: Db,
  { email, device, ...signIn }: SignIn,
  now = new Date(),
): Promise<void> {
  const deviceHash = hashToken(device);
  await db.transaction(async (tx) => {
    const ofThem = eq(signIns.userId, signIn.userId);
    const [any] = await tx.select({ id: signIns.id }).from(signIns).where(ofThem).limit(1);
    const [same] = await tx
      .select({ id: signIns.id })
      .from(signIns)
      .where(and(ofThem, eq(signIns.deviceHash, deviceHash)))
      .limit(1);
    await tx.insert(signIns).values({ ...signIn, deviceHash, at: now });
    // The very first sign-in is the making of the account.
    if (any && !same) await queueNewDevice(tx, { email, ...signIn, at: now });
  });
}
