import type { Administrator } from "#app/features/auth/model.ts";
import { guardOf } from "#app/features/intake/model.ts";
import type { SettingsState } from "#app/features/invoices/admin/gst-registrations.tsx";
import { nextNumberSchema } from "#app/features/invoices/business-schema.ts";
import { type SettingsIntent, settingsToasts } from "#app/features/invoices/business-words.ts";
import { setNextNumber } from "#app/features/invoices/document-numbers.server.ts";
import { issuingRefusals } from "#app/features/invoices/issuing-copy.ts";
import { reissueWithGst } from "#app/features/invoices/reissue.server.ts";
import { sendInvoice } from "#app/features/invoices/send.server.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { check } from "#app/values/rules.ts";
import { formatCount } from "#app/values/wording.ts";

type Values = Record<string, string>;
type Task = (
  by: Administrator,
  values: Values,
) => Promise<{ status: number; state: SettingsState }>;

const done = (message: string) => ({ status: 200, state: { ok: true, of: "task", message } });
const refused = (message: string) => ({ status: 409, state: { ok: false, of: "task", message } });

export const settingsTasks: Record<SettingsIntent, Task> = {
  async number(by, values) {
    const of = `number ${values.kind}`;
    const invalid = (errors: SettingsState["errors"]) => ({
      status: 422,
      state: { ok: false, of, errors, values },
    });
    const checked = check(nextNumberSchema, values);
    if (!checked.ok) return invalid(checked.errors);
    const { kind, next } = checked.value;
    const result = await setNextNumber(getDb(), by, kind, next);
    if (result.ok) return done(settingsToasts.number.success.title);
    return invalid({ next: `Numbers only go up: ${result.next} is the lowest you can choose.` });
  },
  async resend(by, values) {
    const ids = (values.ids ?? "").split(" ").filter(Boolean);
    let sent = 0;
    for (const id of ids) {
      const result = await sendInvoice(getDb(), by, id, new Date(), guardOf(values).key);
      if (result.ok) sent++;
    }
    if (sent < ids.length || sent === 0)
      return refused(`Sent ${formatCount(sent)} of ${formatCount(ids.length)}. Check the others.`);
    return done(settingsToasts.resend.success.title);
  },
  async reissue(by, values) {
    const result = await reissueWithGst(getDb(), by, values.id ?? "");
    if (result.ok)
      return done(`${result.invoice.number} takes the place of ${result.replaced.number}.`);
    return refused(
      result.reason === "changed"
        ? "Not issued: this invoice was changed meanwhile."
        : issuingRefusals[result.reason],
    );
  },
};
