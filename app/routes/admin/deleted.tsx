import { data, href, Form } from "react-router";
import { restoreBooking } from "#app/features/ameb/commands.server.ts";
import { bookingDeletion } from "#app/features/ameb/admin/toasts.ts";
import { listDeletedBookings } from "#app/features/ameb/queries.server.ts";
import { restoreTemplate } from "#app/features/email/templates.server.ts";
import { listDeletedTemplates } from "#app/features/email/queries.server.ts";
import { templateDeletion } from "#app/features/email/toasts.ts";
import { retentionInWords } from "#app/features/privacy/retention.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { deletionToastsFor } from "#app/ui/admin/deletion.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { byInstant } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/deleted";
import { answerDeletion, type AdminFormState } from "./deletion.server.ts";

export const handle = { title: "Recently deleted" };

export async function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  try {
    const bookings = await listDeletedBookings(getDb(), by);
    const templates = await listDeletedTemplates(getDb(), by);
    const items = [
      ...bookings.map(({ id, studentParentName, deletedAt }) => ({
        kind: "booking" as const,
        id,
        what: "AMEB booking of",
        name: studentParentName,
        deletedAt,
      })),
      ...templates.map(({ id, name, deletedAt }) => ({
        kind: "template" as const,
        id,
        what: "Template",
        name,
        deletedAt,
      })),
    ];
    return { items: items.sort((first, second) => byInstant(second.deletedAt!, first.deletedAt!)) };
  } catch (error) {
    log.error({ err: error }, "deleted items not loaded");
    return { items: null };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const by = currentAdministrator(context);
  if (form.get("intent") !== "restore")
    return data<AdminFormState>({ ok: false, message: "Choose an item to restore." }, 400);
  const cannotDelete = () => Promise.resolve(false);
  return form.get("kind") === "booking"
    ? answerDeletion(form, by, {
        remove: cannotDelete,
        restore: restoreBooking,
        words: bookingDeletion,
      })
    : answerDeletion(form, by, {
        remove: cannotDelete,
        restore: restoreTemplate,
        words: templateDeletion,
      });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  return withToasts<AdminFormState>(
    serverAction,
    deletionToastsFor(
      form.get("kind") === "booking" ? bookingDeletion : templateDeletion,
      form,
      href("/admin/deleted"),
    ),
    String(form.get("id")),
  );
}

export const shouldRevalidate = reloadAfterAnswer;

export default function Deleted({ loaderData: { items }, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/activity")}>Back to Activity</BackLink>
      <h1 className="display-3 mb-2">Recently deleted</h1>
      {items?.length !== 0 && (
        <p className="mb-6 text-soft">
          Kept for {retentionInWords.deleted}, then deleted for good.
        </p>
      )}
      {actionData?.message && <FormMessage ok={actionData.ok}>{actionData.message}</FormMessage>}
      {items === null && (
        <LoadFailed href={href("/admin/deleted")}>Failed to load deleted items.</LoadFailed>
      )}
      {items?.length === 0 && (
        <EmptyList hint="A booking or template that you delete can be restored from here.">
          {`Nothing deleted in the last ${retentionInWords.deleted}.`}
        </EmptyList>
      )}
      <ul className="max-w-3xl border-b border-line empty:hidden">
        {items?.map(({ kind, id, what, name, deletedAt }) => (
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
