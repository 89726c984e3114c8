import { and, eq, gt, not } from "drizzle-orm";
import { encode } from "uqr";
import {
  type AccountHolder,
  lifetimes,
  deviceName,
  maskedPhone,
} from "#app/features/auth/model.ts";
import { isExpiredSession, recordEndedSessions } from "#app/features/auth/sessions.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { readPage } from "#app/server/database/list.server.ts";
import { sessions, signIns } from "#app/server/database/tables.server.ts";
import { longInstant } from "#app/values/calendar.ts";
import type { ListQuery, ListShape, ListPage } from "#app/ui/admin/list-query.ts";
import { content } from "#app/content/content.ts";
import { type Factor, totpSecret, totpUri } from "#app/features/auth/factors.server.ts";
import type { FactorType } from "#app/server/database/enums.ts";

export const sessionList: ListShape = { sorts: { used: "Last used" }, sort: "-used" };
export const signInList: ListShape = { sorts: { at: "Time" }, sort: "-at" };

export type ShownSession = Pick<typeof sessions.$inferSelect, "id" | "userAgent" | "createdAt"> & {
  address: string | null;
  usedAt: Date;
  /** When a session kept on its device ends if it is not used again. */
  keptUntil: Date | null;
};

export async function listSessions(
  db: Db,
  { userId }: AccountHolder,
  list: ListQuery,
  now = new Date(),
): Promise<ListPage<ShownSession>> {
  const source = { table: sessions, sorts: { used: sessions.updatedAt }, id: sessions.id };
  const open = [
    eq(sessions.userId, userId),
    gt(sessions.expiresAt, now),
    not(isExpiredSession(now)),
  ];
  const page = await readPage<typeof sessions.$inferSelect>(db, source, list, open);
  const rows = page.rows.map((session) => {
    const { id, userAgent, ipAddress: address, createdAt, updatedAt: usedAt } = session;
    return { id, userAgent, address, createdAt, usedAt, keptUntil: keptUntil(session) };
  });
  return { ...page, rows };
}

function keptUntil({ kept, createdAt, expiresAt }: typeof sessions.$inferSelect): Date | null {
  const last = createdAt.getTime() + lifetimes.keptSession.whole;
  return kept ? new Date(Math.min(expiresAt.getTime(), last)) : null;
}

export type ShownSignIn = Pick<
  typeof signIns.$inferSelect,
  "id" | "at" | "ip" | "userAgent" | "method"
>;

export async function listSignIns(db: Db, { userId }: AccountHolder, list: ListQuery) {
  const source = { table: signIns, sorts: { at: signIns.at }, id: signIns.id };
  const page = await readPage<ShownSignIn>(db, source, list, [eq(signIns.userId, userId)]);
  const rows = page.rows.map(({ id, at, ip, userAgent, method }) => {
    return { id, at, ip, userAgent, method };
  });
  return { ...page, rows };
}

export async function endSession(
  db: Db,
  { userId, email }: AccountHolder,
  id: string,
  now = new Date(),
): Promise<void> {
  await db.transaction(async (tx) => {
    const own = and(eq(sessions.id, id), eq(sessions.userId, userId));
    const [ended] = await tx.delete(sessions).where(own).returning();
    if (!ended) return;
    const since = longInstant(ended.createdAt);
    const label = `a session: ${deviceName(ended.userAgent)}, since ${since}`;
    await recordEndedSessions(tx, email, label, now);
  });
}

/** `setUp`: an authenticator's secret, only until it is verified. */
export type ShownFactor = {
  id: string;
  type: FactorType;
  label: string;
  verifiedAt: Date | null;
  setUp: { secret: string; qrCode: QrCode } | null;
};

/** `path`: SVG path data, one unit per module. */
type QrCode = { size: number; path: string };

function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return { size, path };
}

export function showFactors(factors: readonly Factor[], email: string): Promise<ShownFactor[]> {
  return Promise.all(
    factors.map(async (factor) => {
      const { id, type, phone, verifiedAt } = factor;
      const clear = type === "totp" && !verifiedAt ? await totpSecret(factor) : null;
      return {
        id,
        type,
        label: phone ? `Text message to ${maskedPhone(phone)}` : "Authenticator app",
        verifiedAt,
        setUp:
          clear === null
            ? null
            : { secret: clear, qrCode: qrCode(totpUri(clear, content().site.brand, email)) },
      };
    }),
  );
}
