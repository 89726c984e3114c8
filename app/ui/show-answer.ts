import type { FormState } from "#app/server/http/forms.server.ts";
import { withToasts } from "./form-toasts.ts";

let loading = "";

// Before React, which sends the form in this event and may close its dialog.
if (typeof document !== "undefined")
  document.addEventListener(
    "submit",
    ({ submitter }) => {
      loading = submitter?.dataset.loading ?? "Saving...";
    },
    true,
  );

type ClientAction = { request: Request; serverAction: () => Promise<unknown> };

/** For pages whose answers say everything. Buttons hold the loading text in `data-loading`. */
export async function showAnswer<State extends FormState>({ request, serverAction }: ClientAction) {
  const text = loading;
  const form = await request.clone().formData();
  const record = String(form.get("id") ?? form.get("line") ?? "");
  return withToasts<State>(
    serverAction,
    { loading: text, failure: { title: "That didn't go through." } },
    record,
  );
}
