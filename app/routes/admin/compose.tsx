import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { Composer } from "#app/features/email/composer.tsx";
import { sendComposedEmail } from "#app/features/email/commands.server.tsx";
import { isAboutKind } from "#app/features/email/model.ts";
import { getEmailDraft, getTemplate } from "#app/features/email/queries.server.ts";
import { composedEmailSchema } from "#app/features/email/schema.ts";
import { composerToasts } from "#app/features/email/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import {
  type FormState,
  unknownOutcomeNotice,
  parseForm,
  readForm,
} from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { withToasts } from "#app/ui/form-toasts.ts";
import { guardOf } from "#app/features/intake/model.ts";
import type { Route } from "./+types/compose";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Compose Email" };

export async function loader({ params: { kind, id }, context }: Route.LoaderArgs) {
  const draft = isAboutKind(kind)
    ? await getEmailDraft(getDb(), currentAdministrator(context), { kind, id })
    : null;
  return data({ draft }, draft ? 200 : 404);
}

const failed = (message: string, status: number, values?: Record<string, string>) =>
  data<FormState>(
    { ok: false, message: `Failed to send email: ${message}`, ...(values && { values }) },
    status,
  );

export async function action({ request, params: { kind, id }, context }: Route.ActionArgs) {
  if (!isAboutKind(kind)) return failed("this record no longer exists.", 404);
  const asker = currentAdministrator(context);
  const unsent = (await readForm(request)).get("intent");
  const form = await parseForm(request, composedEmailSchema);
  if (unsent === "preview" || unsent === "template")
    return data<FormState>({ ok: false, values: await tried(form) });
  if (!form.ok) return form.reply;
  try {
    const outcome = await sendComposedEmail(
      getDb(),
      asker,
      form.value,
      { kind, id },
      { kind: "page", key: guardOf(form.values).key },
    );
    return outcome === "gone"
      ? failed("this record no longer exists.", 404, form.values)
      : data<FormState>({ ok: true });
  } catch (error) {
    log.error({ err: error }, "letter not queued");
    return failed(
      `${unknownOutcomeNotice(error).notice ?? "nothing was sent."} Please try again in a moment.`,
      503,
      form.values,
    );
  }

  /** What was typed so far, or the chosen template's words, for a browser without scripts. */
  async function tried(typed: typeof form): Promise<Record<string, string>> {
    const values = (typed.ok ? typed.values : typed.reply.data.values) ?? {};
    if (unsent === "preview") return values;
    const template =
      (await getTemplate(getDb(), asker, values.templateId ?? "")) ??
      (isAboutKind(kind) ? await getEmailDraft(getDb(), asker, { kind, id }) : null);
    return { ...values, subject: template?.subject ?? "", body: template?.body ?? "" };
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withToasts(serverAction, composerToasts);

/** The composer keeps what is written, whatever else is looked at again. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => formMethod !== "POST" && defaultShouldRevalidate;

export default function Compose({ loaderData: { draft }, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="display-3 mb-6">
        {draft ? `To ${draft.about.label}` : "This record no longer exists."}
      </h1>
      {draft && <Composer key={JSON.stringify(actionData)} draft={draft} posted={actionData} />}
    </>
  );
}
