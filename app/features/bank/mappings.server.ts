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
  direction: z.optional(column),
  words: z.optional(z.record(z.string(), z.enum(["in", "out"]))),
  order: z.optional(z.enum(dateOrders)),
});

/** By header key, without mappings that are no longer valid. */
export async function findMappings(
  db: Db,
  _administrator: Administrator,
): Promise<Record<string, ColumnMapping>> {
  const rows = await db.select().from(bankColumnMappings);
  const mappings = rows.flatMap(({ header, mapping }) => {
    const parsed = z.safeParse(storedMapping, mapping);
    return parsed.success ? [[header, parsed.data as ColumnMapping] as const] : [];
  });
  return Object.fromEntries(mappings);
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
