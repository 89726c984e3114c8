import { and, eq, isNull, ne } from "drizzle-orm";
import { symmetricEncrypt } from "better-auth/crypto";
import type { Db } from "#app/server/database/db.server.ts";
import { factors } from "#app/server/database/tables.server.ts";
import { type Factor, hasVerifiedFactor, isVerifiedFactor } from "./factors.server.ts";
import { queueFactorChanged } from "./notices.server.tsx";
import { factorLabels } from "./model.ts";
import { writeRecoveryCodes } from "./recovery-codes.server.ts";
import { newTotpSecret } from "./totp.server.ts";

export async function enrolFactor(
  db: Db,
  secret: string,
  userId: string,
  given: { type: "totp" } | { type: "phone"; phone: string },
  now = new Date(),
): Promise<Factor> {
  const own =
    given.type === "totp"
      ? { type: given.type, secret: await symmetricEncrypt({ key: secret, data: newTotpSecret() }) }
      : given;
  return db.transaction(async (tx) => {
    await tx
      .delete(factors)
      .where(
        and(eq(factors.userId, userId), eq(factors.type, given.type), isNull(factors.verifiedAt)),
      );
    const [factor] = await tx
      .insert(factors)
      .values({ userId, createdAt: now, ...own })
      .returning();
    return factor!;
  });
}

/** A first factor brings recovery codes. `taken`: another person has the phone number. */
export async function verifyFactor(
  db: Db,
  secret: string,
  factor: Factor,
  email: string,
  now = new Date(),
): Promise<{ ok: true; recoveryCodes: string[] } | { ok: false; reason: "taken" }> {
  return db.transaction(async (tx) => {
    const isFirst = !(await hasVerifiedFactor(tx, factor.userId));
    if (factor.phone) {
      const [other] = await tx
        .select({ id: factors.id })
        .from(factors)
        .where(
          and(eq(factors.phone, factor.phone), isVerifiedFactor, ne(factors.userId, factor.userId)),
        );
      if (other) return { ok: false, reason: "taken" } as const;
      await tx
        .delete(factors)
        .where(
          and(
            eq(factors.userId, factor.userId),
            eq(factors.type, "phone"),
            ne(factors.id, factor.id),
          ),
        );
    }
    await tx.update(factors).set({ verifiedAt: now }).where(eq(factors.id, factor.id));
    await queueFactorChanged(tx, {
      email,
      what: `Two-step sign-in was added: ${factorLabels[factor.type]}`,
      at: now,
    });
    return {
      ok: true,
      recoveryCodes: isFirst ? await writeRecoveryCodes(tx, secret, factor.userId) : [],
    } as const;
  });
}
