import { data, Form, href, Link, useNavigation } from "react-router";
import { listAttachments } from "#app/features/email/attachments.server.ts";
import { resendEmail } from "#app/features/email/delivery.server.ts";
import { EmailFacts } from "#app/features/email/email-facts.tsx";
import { EmailState } from "#app/features/email/emails-table.tsx";
import { isTextMessage } from "#app/features/email/kinds.ts";
import { getEmail } from "#app/features/email/queries.server.ts";
import { resendToasts } from "#app/features/email/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import type { Route } from "./+types/email";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Email" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const email = await getEmail(getDb(), by, params.id);
  if (!email) return data({ email: null, attached: [] }, 404);
  const { html: _html, ...shown } = email;
  return data({ email: shown, attached: await listAttachments(getDb(), by, [email.id]) });
}

export async function action({ params: { id }, context }: Route.ActionArgs) {
  try {
    const again = await resendEmail(getDb(), currentAdministrator(context), id);
    return again
      ? data<FormState>({ ok: true })
      : data<FormState>(
          { ok: false, message: "Failed to send email: it is no longer marked as failed." },
          409,
        );
  } catch (error) {
    log.error({ err: error }, "email not resent");
    return data<FormState>(
      {
        ok: false,
        message: "Failed to send email: please try again in a moment.",
        ...unknownOutcomeOf(error),
      },
      503,
    );
  }
}

export const clientAction = ({ serverAction, params: { id } }: Route.ClientActionArgs) =>
  withToasts(serverAction, resendToasts, id);

export const shouldRevalidate = reloadAfterAnswer;

export default function EmailPage({
  loaderData: { email, attached },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  if (!email) return <p>This email doesn't exist.</p>;
  const isText = isTextMessage(email.kind);
  const asSent = href("/admin/sent-mail/:id/as-sent", { id: email.id });
  return (
    <article className="flex max-w-3xl flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display-3 flex flex-wrap items-center gap-4 wrap-anywhere">
          {email.subject}
        </h1>
        <EmailState email={email} />
      </header>
      {actionData?.message && <FormMessage ok={false}>{actionData.message}</FormMessage>}
      {actionData?.ok && <FormMessage ok>{resendToasts.success.title}</FormMessage>}
      <EmailFacts email={email} attached={attached} />
      <div className="flex flex-wrap gap-3">
        {email.state === "failed" && (
          <Form method="post">
            <button type="submit" className="button" disabled={busy}>
              Send Again
            </button>
          </Form>
        )}
        {!isText && (
          <a className="button quiet" href={asSent} target="_blank" rel="noopener noreferrer">
            View as Sent<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        <Link className="button quiet" to={href("/admin/sent-mail")}>
          Back to Sent Emails
        </Link>
      </div>
      {isText ? (
        <PlainText>{email.text}</PlainText>
      ) : (
        <>
          <iframe
            src={asSent}
            title="The email as it was sent"
            sandbox="allow-popups"
            className="h-[36rem] w-full resize-y border border-line bg-white"
          />
          <details>
            <summary className="min-h-9 cursor-pointer py-1 font-semibold">Plain text</summary>
            <PlainText>{email.text}</PlainText>
          </details>
        </>
      )}
    </article>
  );
}

function PlainText({ children }: { children: string }) {
  return <p className="border border-line p-5 whitespace-pre-line wrap-anywhere">{children}</p>;
}
