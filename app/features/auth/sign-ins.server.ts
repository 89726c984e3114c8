import { and, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { signIns } from "#app/server/database/tables.server.ts";
import { queueNewDevice } from "./notices.server.tsx";
import type { SignInMethod } from "./model.ts";
import { hashToken } from "./secret.server.ts";

type SignIn = {
  userId: string;
  email: string;
  method: SignInMethod;
  device: string;
  ip: string | null;
  userAgent: string | null;
};

export async function recordSignIn(
  db: Db,
  { email, device, ...signIn }: SignIn,
  now = new Date(),
): Promise<void> {
  const deviceHash = hashToken(device);
  await db.transaction(async (tx) => {
    const theirs = eq(signIns.userId, signIn.userId);
    const [any] = await tx.select({ id: signIns.id }).from(signIns).where(theirs).limit(1);
    const [same] = await tx
      .select({ id: signIns.id })
      .from(signIns)
      .where(and(theirs, eq(signIns.deviceHash, deviceHash)))
      .limit(1);
    await tx.insert(signIns).values({
      ...signIn,
      deviceHash,
      at: now,
    });
    if (any && !same) await queueNewDevice(tx, { email, ...signIn, at: now });
  });
}
