import { data, Form, href } from "react-router";
import { listAttachments, resendEmail } from "#app/features/email/delivery.server.ts";
import { isTextMessage } from "#app/features/email/model.ts";
import { readOwnerEmail } from "#app/features/email/outbox.server.ts";
import { getEmail, getRecordName } from "#app/features/email/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink, DetailColumns } from "#app/ui/admin/page.tsx";
import { WithWholeNumbers } from "#app/ui/admin/line-breaks.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { answerForms, formAction } from "#app/routes/admin/form-actions.server.ts";
import { EmailFacts } from "./parts.tsx";
import type { Route } from "./+types/email";
import { SubmitButton } from "#app/ui/admin/form.tsx";

export const handle = { title: "Email" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const email = await getEmail(getDb(), by, params.id);
  if (!email) return data({ email: null, isOwn: false, recordName: null, attached: [] }, 404);
  const { html: _html, ...shown } = email;
  const recordName = await getRecordName(getDb(), by, email);
  const attached = await listAttachments(getDb(), by, [email.id]);
  const isOwn = email.recipient === (await readOwnerEmail(getDb()));
  return data({ email: shown, isOwn, recordName, attached });
}

export const action = answerForms(
  {
    send: formAction({
      failure: "Failed to send email: please try again in a moment.",
      async run({ db, by, id }) {
        if (await resendEmail(db, by, id)) return { ok: true, message: "Email resent." };
        return { ok: false, message: "Failed to send email: it is no longer marked as failed." };
      },
    }),
  },
  () => "send",
);

export const clientAction = showAnswer;

export const shouldRevalidate = reloadAfterAnswer;

export default function EmailPage({
  loaderData: { email, isOwn, recordName, attached },
  actionData,
}: Route.ComponentProps) {
  if (!email) return <p>This email doesn't exist.</p>;
  const isText = isTextMessage(email.kind);
  const asSent = href("/admin/sent-mail/:id/as-sent", { id: email.id });
  return (
    <article>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-10 gap-y-5">
        <div className="min-w-0 wrap-anywhere">
          <BackLink to={href("/admin/sent-mail")}>Back to Sent Emails</BackLink>
          <h1 className="display-3">
            <WithWholeNumbers>{email.subject}</WithWholeNumbers>
          </h1>
        </div>
        <div className="flex flex-wrap gap-3">
          {email.state === "failed" && (
            <Form method="post">
              <SubmitButton loading="Sending email..." className="button min-h-11! px-4!">
                Send Again
              </SubmitButton>
            </Form>
          )}
          {!isText && (
            <a
              className="button quiet min-h-11! px-4!"
              href={asSent}
              target="_blank"
              rel="noopener noreferrer"
            >
              View as Sent<span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </div>
      </header>
      {actionData?.message && <FormMessage ok={actionData.ok}>{actionData.message}</FormMessage>}
      <DetailColumns isSideFirst side={<EmailFacts {...{ email, isOwn, recordName, attached }} />}>
        {isText ? (
          <PlainText>{email.text}</PlainText>
        ) : (
          <>
            <div className="relative border border-line bg-raised">
              <FrameHeight>{email.text}</FrameHeight>
              <iframe
                src={asSent}
                title="The email as it was sent"
                sandbox="allow-popups"
                className="absolute inset-0 mx-auto size-full max-w-2xl bg-surface"
              />
            </div>
            <details>
              <summary className="min-h-11 content-center cursor-pointer font-semibold">
                Plain text
              </summary>
              <PlainText>{email.text}</PlainText>
            </details>
          </>
        )}
      </DetailColumns>
    </article>
  );
}

function PlainText({ children }: { children: string }) {
  return <p className="border border-line p-5 whitespace-pre-line wrap-anywhere">{children}</p>;
}

/** A sandboxed frame cannot be measured, but this unseen text is about as tall; facts and amounts take more room. */
function FrameHeight({ children }: { children: string }) {
  return (
    <p
      aria-hidden="true"
      className="invisible max-w-xl px-4 pb-48 text-base whitespace-pre-line wrap-anywhere"
    >
      {children.replace(/^[^:\n]{1,40}: /gm, "\n$&")}
    </p>
  );
}
