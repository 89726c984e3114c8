import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  type CancellationState,
  cancellationSays,
  cancellationSchema,
} from "#app/features/quotes/cancellation.ts";
import { cancelBooking } from "#app/features/quotes/cancellation.server.tsx";
import { isRepeated } from "#app/features/quotes/decisions.server.ts";
import { quoteToasts } from "#app/features/quotes/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import { formatMoney } from "#app/values/money.ts";
import { refused } from "./quote-refusals.server.ts";

/** The first press shows what will happen; the second does it if that is unchanged. */
export async function cancelQuoteBooking(request: Request, by: Administrator, id: string) {
  const form = await parseForm(request, cancellationSchema);
  if (!form.ok) return form.reply;
  const { value, values } = form;
  const result = await cancelBooking(getDb(), by, id, value);
  const done = { ok: true, message: quoteToasts.cancel.success.title };
  if (result.ok) return data<CancellationState>(done);
  if (result.reason === "amount") {
    const amount = `At most ${formatMoney(result.most)} can be kept.`;
    return data<CancellationState>({ ok: false, errors: { amount }, values }, 422);
  }
  if (result.reason !== "unseen")
    return (await isRepeated(getDb(), by, result, "cancelled"))
      ? data<CancellationState>(done)
      : refused(result);
  const plan = { says: cancellationSays(result.plan), seen: result.seen };
  return value.seen
    ? data<CancellationState>({ ok: false, notice: changedNotice, values, plan }, 409)
    : data<CancellationState>({ ok: false, notice: planNotice, values, plan });
}

const planNotice = "Nothing is cancelled yet. Check what will happen.";
const changedNotice = "Not cancelled: something has changed. Check what would happen now.";
