import { data } from "react-router";
import { draftSchemas, isDraftKind } from "#app/features/quotes/draft.ts";
import type { QuoteDraft } from "#app/features/quotes/draft-schema.ts";
import { quoteToasts } from "#app/features/quotes/toasts.ts";
import {
  type FormState,
  parseForm,
  readForm,
  unknownOutcomeOf,
} from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";

type Reply = ReturnType<typeof data<FormState>>;

/** The draft, or a reply if it is invalid or only a preview is wanted. */
export async function readEditor(
  request: Request,
): Promise<
  | { ok: true; draft: QuoteDraft; mark: string; values: Record<string, string> }
  | { ok: false; reply: Reply }
> {
  const posted = await readForm(request);
  const kind = posted.get("kind");
  if (!isDraftKind(kind))
    return {
      ok: false,
      reply: data(
        { ok: false, message: "Something went wrong sending the form. Please try again." },
        400,
      ),
    };
  const form = await parseForm(request, draftSchemas[kind]);
  if (posted.get("intent") === "preview")
    return {
      ok: false,
      reply: data({ ok: true, values: form.ok ? form.values : (form.reply.data.values ?? {}) }),
    };
  if (!form.ok) return form;
  return {
    ok: true,
    draft: { kind, ...form.value } as QuoteDraft,
    mark: String(posted.get("mark") ?? ""),
    values: form.values,
  };
}

export function notSaved(error: unknown, values: Record<string, string>): Reply {
  log.error({ err: error }, "quote not saved");
  return data<FormState>(
    { ok: false, message: quoteToasts.save.failure.title, ...unknownOutcomeOf(error), values },
    503,
  );
}
