import { useEffect } from "react";
import { useFetcher } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { withToasts } from "./form-toasts.ts";

type Toasts = {
  loading?: string;
  /** After a redirect, whose page does not say what was done. */
  done?: string;
  /** If the server cannot be reached. */
  failure?: string;
};

let next: Toasts = {};

/** Before a form is sent by a script; a pressed button or its form says the same in `data-loading` and so on. */
export function announce(toasts: Toasts): void {
  next = toasts;
}

// Before React, which sends the form in this event and may close its dialog.
if (typeof document !== "undefined")
  document.addEventListener(
    "submit",
    ({ target, submitter }) => {
      announce({ ...(target as HTMLFormElement).dataset, ...submitter?.dataset });
    },
    true,
  );

let send: ((action: string, values: Readonly<Record<string, string>>) => void) | null = null;

/** Sends an Undo after its row or page has gone. The admin layout renders one. */
export function UndoSender() {
  const { submit } = useFetcher();
  useEffect(() => {
    send = (action, values) => void submit(values, { method: "post", action });
    return () => {
      send = null;
    };
  }, [submit]);
  return null;
}

/** As {@link showAnswer}; a file that the server would refuse for its size is not sent. */
export const showAnswerTo =
  <State extends FormState>(intent: string, most: number, tooLarge: string) =>
  async (args: ClientAction) => {
    const file = (await args.request.clone().formData()).get("file");
    return file instanceof File && file.size > most
      ? { ok: false, intent, errors: { file: tooLarge } }
      : showAnswer<State>(args);
  };

type ClientAction = { request: Request; serverAction: () => Promise<unknown> };

/** The `clientAction` of pages whose answers say everything. What can be taken back offers Undo. */
export async function showAnswer<State extends FormState>({ request, serverAction }: ClientAction) {
  const { loading = "Saving...", done, failure = "That didn't go through." } = next;
  const form = await request.clone().formData();
  const { pathname, search } = new URL(request.url);
  const record = String(form.get("id") ?? form.get("line") ?? pathname);
  const undo = (fields: Readonly<Record<string, string>>) => ({
    label: "Undo",
    run() {
      announce({ loading: fields.intent === "restore" ? "Restoring..." : "Undoing..." });
      send?.(pathname + search, fields);
    },
  });
  return withToasts<State>(
    serverAction,
    { loading, done, failure: { title: failure }, undo },
    record,
  );
}
