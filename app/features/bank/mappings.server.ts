import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { bankColumnMappings } from "#app/server/database/tables.server.ts";
import { type ColumnMapping, dateOrders } from "./model.ts";

const column = z.number().check(z.nonnegative());
const storedMapping = z.object({
  date: column,
  text: z.array(column),
  amount: z.optional(column),
  credit: z.optional(column),
  order: z.optional(z.enum(dateOrders)),
});

/** How a statement with this header was read last; null for what nobody can read any more. */
export async function findMapping(
  db: Db,
  _administrator: Administrator,
  header: string,
): Promise<ColumnMapping | null> {
  const [found] = await db
    .select({ mapping: bankColumnMappings.mapping })
    .from(bankColumnMappings)
    .where(eq(bankColumnMappings.header, header));
  const parsed = z.safeParse(storedMapping, found?.mapping);
  return parsed.success ? (parsed.data as ColumnMapping) : null;
}

export async function rememberMapping(
  db: Db,
  _administrator: Administrator,
  header: string,
  mapping: ColumnMapping,
  now = new Date(),
): Promise<void> {
  await db
    .insert(bankColumnMappings)
    .values({ header, mapping, updatedAt: now })
    .onConflictDoUpdate({
      target: bankColumnMappings.header,
      set: { mapping, updatedAt: now },
    });
}
