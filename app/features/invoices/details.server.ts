import { eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { cancelReminders } from "#app/features/reminders/plan.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { lockAccount } from "./accounts.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { changeableDetails, detailNames, type TypedDetails } from "./invoice-fields.ts";
import { type Invoice, invoiceState, isRefundOpen } from "./model.ts";
import { isDueDay } from "./new-invoice.server.ts";
import { recordInvoice } from "./record.server.ts";
import { replanInvoiceReminders } from "./reminder-plans.server.ts";
import { queueInvoice } from "./send.server.tsx";

/** `closed`: void, a credit note, or its page has ended. `settled`: nothing is left to pay. */
export type DetailsRefusal = "closed" | "settled" | "due" | "changed";

export type DetailsResult =
  | { ok: true; invoice: Invoice; sent: boolean }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: DetailsRefusal; invoice: Invoice };

const updatedIntro =
  "Here's your invoice again, updated: please use it in place of the earlier one. Its number and " +
  "amount are the same. A PDF of it is attached.";

/** Idempotent. */
export function changeDetails(
  db: Db,
  by: Administrator,
  id: string,
  { typed, version, send }: { typed: TypedDetails; version: number; send: boolean },
  now = new Date(),
): Promise<DetailsResult> {
  return db.transaction(async (tx) => {
    const invoice = await lockAccount(tx, id);
    if (!invoice) return { ok: false, reason: "not-found" };
    const changed = detailNames.filter((name) => (typed[name] ?? invoice[name]) !== invoice[name]);
    if (changed.length === 0) return { ok: true, invoice, sent: false };
    const reason = refusalOf(invoice, { dueOn: typed.dueOn, version }, melbourneDay(now));
    if (reason) return { ok: false, reason, invoice };
    const after = Object.fromEntries(changed.map((name) => [name, typed[name]]));
    await tx
      .update(salesInvoices)
      .set({ ...after, version: version + 1 })
      .where(eq(salesInvoices.id, id));
    const before = Object.fromEntries(changed.map((name) => [name, invoice[name]]));
    const current = { ...invoice, ...after, version: version + 1 };
    await recordInvoice(tx, by.email, "changed the details of", current, now, { before, after });
    if (changed.includes("dueOn")) {
      // Also stops a reminder in the outbox that names the earlier day.
      await cancelReminders(tx, "invoice", [id], now);
      await replanInvoiceReminders(tx, [current], now);
    }
    const isSendable = invoice.number !== null && invoice.buyerEmail !== "";
    const sent = send && isSendable && !isRefundOpen(invoice);
    if (sent)
      await queueInvoice(tx, current, await getBusinessDetails(tx), { intro: updatedIntro });
    return { ok: true, invoice: current, sent };
  });
}

function refusalOf(
  invoice: Invoice,
  { dueOn = invoice.dueOn, version }: { dueOn: string | null | undefined; version: number },
  today: string,
): DetailsRefusal | null {
  const changeable = changeableDetails(invoice, invoiceState(invoice, today));
  if (!changeable) return "closed";
  if (invoice.version !== version) return "changed";
  if (dueOn === invoice.dueOn) return null;
  if (changeable !== "all") return "settled";
  return dueOn && isDueDay(dueOn, today) ? null : "due";
}
