import { type NewPayment, recordPayment } from "#app/features/invoices/payments.server.ts";
import { matchTyped } from "#app/features/invoices/reported-payments.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { cardActor } from "./model.ts";

type Movement = Omit<NewPayment, "method"> & { externalId: string };

/** Books once, even if the owner typed it or it is reported again. */
export async function bookReported(tx: Db, movement: Movement, now: Date) {
  await matchTyped(tx, movement, cardActor, now);
  return recordPayment(tx, { ...movement, method: "card" }, cardActor, now);
}
