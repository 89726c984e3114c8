import { href, Form } from "react-router";
import { listDeletedBookings } from "#app/features/ameb/queries.server.ts";
import { listDeletedTemplates } from "#app/features/email/queries.server.ts";
import { listDeletedMailings } from "#app/features/newsletter/mailing-queries.server.ts";
import { retentionInWords } from "#app/features/privacy/retention.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { byInstant } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/deleted";
import { bookingActions } from "./ameb-booking/actions.server.ts";
import { templateActions } from "./email-templates/templates.server.ts";
import { mailingActions } from "./mailing/actions.server.ts";
import { answerForms, formAction } from "./form-actions.server.ts";
import { load } from "./load.server.ts";

export const handle = { title: "Recently deleted" };

export function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load deleted items.", async () => {
    const bookings = await listDeletedBookings(getDb(), by);
    const templates = await listDeletedTemplates(getDb(), by);
    const drafts = await listDeletedMailings(getDb(), by);
    const items = [
      ...bookings.map(({ id, studentParentName, deletedAt }) => ({
        kind: "booking",
        id,
        what: "AMEB booking of",
        name: studentParentName,
        deletedAt,
      })),
      ...templates.map(({ id, name, deletedAt }) => ({
        kind: "template",
        id,
        what: "Template",
        name,
        deletedAt,
      })),
      ...drafts.map(({ id, subject, deletedAt }) => ({
        kind: "newsletter",
        id,
        what: "Newsletter",
        name: subject,
        deletedAt,
      })),
    ];
    return { items: items.sort((first, second) => byInstant(second.deletedAt!, first.deletedAt!)) };
  });
}

const actionsOf = (kind = "") => {
  if (kind === "newsletter") return mailingActions;
  return kind === "booking" ? bookingActions : templateActions;
};

export const action = answerForms({
  restore: formAction({
    failure: "Failed to restore it.",
    run: (given) => actionsOf(given.values.kind).restore.answer(given),
  }),
});

export const clientAction = showAnswer;

export const shouldRevalidate = reloadAfterAnswer;

export default function Deleted({ loaderData: { items }, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/activity")}>Back to Activity</BackLink>
      <h1 className="display-3 mb-2">Recently deleted</h1>
      {items.length !== 0 && (
        <p className="mb-6 text-soft">
          Kept for {retentionInWords.deleted}, then deleted for good.
        </p>
      )}
      {actionData?.message && <FormMessage ok={actionData.ok}>{actionData.message}</FormMessage>}
      {items.length === 0 && (
        <EmptyList hint="A booking or template that you delete can be restored from here.">
          {`Nothing deleted in the last ${retentionInWords.deleted}.`}
        </EmptyList>
      )}
      <ul className="max-w-3xl border-b border-line empty:hidden">
        {items.map(({ kind, id, what, name, deletedAt }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-4 border-t border-line py-2"
          >
            <span className="min-w-0 wrap-anywhere">
              {what} <strong className="font-semibold">{name}</strong>
              {deletedAt && (
                <span className="block text-base text-soft">
                  Deleted <When at={deletedAt} />
                </span>
              )}
            </span>
            <Form method="post">
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="kind" value={kind} />
              <button
                type="submit"
                name="intent"
                value="restore"
                data-loading={`Restoring ${kind}...`}
                className="link min-h-11 cursor-pointer"
              >
                Restore
                <span className="sr-only">
                  {" "}
                  {what} {name}
                </span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}
