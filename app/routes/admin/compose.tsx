import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { Composer } from "#app/features/email/admin/composer.tsx";
import { sendComposedEmail } from "#app/features/email/compose.server.tsx";
import { type AboutKind, isAboutKind, keyedText } from "#app/features/email/fields.ts";
import { type ComposerState, emailSent, missingFieldsToast } from "#app/features/email/model.ts";
import { getEmailDraft } from "#app/features/email/queries.server.ts";
import { composedEmailSchema } from "#app/features/email/templates.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/compose";
import { emailSource } from "./email-records.server.ts";
import { answerForms, formAction } from "./form-actions.server.ts";

export const handle = { title: "Compose Email" };

const draftAbout = (by: Administrator, kind: AboutKind, id: string) =>
  getEmailDraft(getDb(), by, emailSource(by, { kind, id }));

export async function loader({ params: { kind, id }, context }: Route.LoaderArgs) {
  const draft = isAboutKind(kind)
    ? await draftAbout(currentAdministrator(context), kind, id)
    : null;
  return data({ draft }, draft ? 200 : 404);
}

const failed = (why: string) => `Failed to send email: ${why}`;

const gone = { ok: false, message: failed("this record no longer exists."), status: 404 };

/** `preview` and `template` are of browsers without scripts: the form again. */
export const action = (args: Route.ActionArgs) =>
  answerForms<ComposerState>({
    "": formAction({
      schema: composedEmailSchema,
      failure: failed("email not sent. Please try again in a moment."),
      async run({ db, by, id, input, values }) {
        const { kind } = args.params;
        if (!isAboutKind(kind)) return gone;
        const email = { ...keyedText(input), anyway: values.anyway === "yes" };
        const form = { kind: "page", key: guardOf(values).key } as const;
        const outcome = await sendComposedEmail(db, by, email, emailSource(by, { kind, id }), form);
        if (outcome === "gone") return gone;
        if (typeof outcome === "object")
          return { ok: false, notice: missingFieldsToast, ...outcome, status: 422 };
        return { ok: true, message: emailSent };
      },
    }),
    preview: formAction({
      failure: failed("please try again in a moment."),
      run: () => Promise.resolve({ ok: false, status: 200 }),
    }),
    template: formAction({
      failure: failed("please try again in a moment."),
      async run({ by, id, values }) {
        const { kind } = args.params;
        const draft = isAboutKind(kind) ? await draftAbout(by, kind, id) : null;
        const template = draft?.templates.find((one) => one.id === values.templateId) ?? draft;
        const { subject = "", body = "" } = template ?? {};
        return { ok: false, values: { ...values, subject, body }, status: 200 };
      },
    }),
  })(args);

export const clientAction = showAnswer<ComposerState>;

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
