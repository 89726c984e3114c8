import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { Composer } from "#app/features/email/admin/composer.tsx";
import { sendComposedEmail } from "#app/features/email/compose.server.tsx";
import { type AboutKind, isAboutKind, keyedText } from "#app/features/email/fields.ts";
import type { ComposerState } from "#app/features/email/model.ts";
import { getEmailDraft, getTemplate } from "#app/features/email/queries.server.ts";
import { composedEmailSchema } from "#app/features/email/schema.ts";
import { composerToasts, missingFieldsToast } from "#app/features/email/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm, readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { withToasts } from "#app/ui/form-toasts.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/compose";
import { emailSource } from "./email-records.server.ts";

export const handle = { title: "Compose Email" };

const draftAbout = (by: Administrator, kind: AboutKind, id: string) =>
  getEmailDraft(getDb(), by, emailSource(by, { kind, id }));

export async function loader({ params: { kind, id }, context }: Route.LoaderArgs) {
  const draft = isAboutKind(kind)
    ? await draftAbout(currentAdministrator(context), kind, id)
    : null;
  return data({ draft }, draft ? 200 : 404);
}

const failed = (message: string, status: number, values?: Record<string, string>) =>
  data<ComposerState>(
    { ok: false, message: `Failed to send email: ${message}`, ...(values && { values }) },
    status,
  );

export async function action({ request, params: { kind, id }, context }: Route.ActionArgs) {
  if (!isAboutKind(kind)) return failed("this record no longer exists.", 404);
  const by = currentAdministrator(context);
  const intent = (await readForm(request)).get("intent");
  const form = await parseForm(request, composedEmailSchema);
  if (intent === "preview" || intent === "template")
    return data<ComposerState>({ ok: false, values: await previewed(form) });
  if (!form.ok) return form.reply;
  try {
    const outcome = await sendComposedEmail(
      getDb(),
      by,
      { ...keyedText(form.value), anyway: form.values.anyway === "yes" },
      emailSource(by, { kind, id }),
      { kind: "page", key: guardOf(form.values).key },
    );
    if (typeof outcome === "object")
      return data<ComposerState>(
        { ok: false, notice: missingFieldsToast, ...outcome, values: form.values },
        422,
      );
    return outcome === "gone"
      ? failed("this record no longer exists.", 404, form.values)
      : data<ComposerState>({ ok: true });
  } catch (error) {
    log.error({ err: error }, "email not queued");
    const unknown = unknownOutcomeOf(error);
    if (!unknown.unknown)
      return failed("email not sent. Please try again in a moment.", 503, form.values);
    return data<ComposerState>({ ok: false, ...unknown, values: form.values }, 503);
  }

  /** For browsers without scripts: the typed values, or the chosen template. */
  async function previewed(typed: typeof form): Promise<Record<string, string>> {
    const values = (typed.ok ? typed.values : typed.reply.data.values) ?? {};
    if (intent === "preview") return values;
    const template =
      (await getTemplate(getDb(), by, values.templateId ?? "")) ??
      (isAboutKind(kind) ? await draftAbout(by, kind, id) : null);
    return { ...values, subject: template?.subject ?? "", body: template?.body ?? "" };
  }
}

export const clientAction = ({ serverAction, params: { id } }: Route.ClientActionArgs) =>
  withToasts<ComposerState>(serverAction, composerToasts, id);

// A reload must not replace what is typed.
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
      {!draft && <EmptyList>It may have been deleted while this page was open.</EmptyList>}
      {draft && <Composer key={JSON.stringify(actionData)} draft={draft} posted={actionData} />}
    </>
  );
}
