import { data } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { dismissFailure, type FormToasts } from "#app/ui/form-toasts.ts";

/** An unknown outcome keeps the sent form, to look again; no toast, as the page says it. */
export async function keepLostAnswer(
  form: FormData,
  send: () => Promise<unknown>,
  words: FormToasts,
) {
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const lost = () => data<FormState>({ ok: false, unknown: true, values }, 503);
  const isLook = form.get("intent") === "look";
  try {
    const sent = (await send()) as FormState | ReturnType<typeof lost>;
    const state = "init" in sent ? sent.data : sent;
    if (state.unknown || isLook) dismissFailure(words);
    return state.unknown ? lost() : sent;
  } catch (error) {
    if (error instanceof Response) {
      if (isLook) dismissFailure(words);
      throw error;
    }
    if (isLook) return lost();
    throw error;
  }
}
