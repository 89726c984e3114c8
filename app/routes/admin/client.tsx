import { data, href, Link, useNavigation } from "react-router";
import { type HistoryEntry, getClientHistory } from "#app/features/clients/queries.server.ts";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { deleteMailchimpMember } from "#app/features/newsletter/commands.server.ts";
import { erasePerson } from "#app/features/privacy/commands.server.ts";
import { findPerson } from "#app/features/privacy/person.server.ts";
import { PersonData } from "#app/features/privacy/person-data.tsx";
import { erasureSchema } from "#app/features/privacy/schema.ts";
import { erasedNotice, erasureToasts } from "#app/features/privacy/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { countsInWords } from "#app/features/privacy/erasure.server.ts";
import { type FormState, parseForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { longInstant } from "#app/values/calendar.ts";
import type { Route } from "./+types/client";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Client" };

export async function loader({ params: { email }, context }: Route.LoaderArgs) {
  try {
    const history = await getClientHistory(getDb(), currentAdministrator(context), email);
    const found = await findPerson(getDb(), currentAdministrator(context), email);
    return data({ email, history, refused: found.person ? null : found.reason });
  } catch (error) {
    log.error({ err: error }, "client not loaded");
    return data({ email, history: null, refused: null }, 503);
  }
}

export async function action({ request, params: { email }, context }: Route.ActionArgs) {
  const form = await parseForm(request, erasureSchema(email));
  if (!form.ok) return form.reply;
  try {
    const found = await findPerson(getDb(), currentAdministrator(context), email);
    if (!found.person) return data<FormState>({ ok: false, message: found.reason }, 422);
    const outcome = await erasePerson(getDb(), currentAdministrator(context), found.person, {
      deleteMailchimpMember,
    });
    return data<FormState>({
      ok: true,
      notice: erasedNotice(countsInWords(outcome.erased), outcome.keptQuotes),
    });
  } catch (error) {
    log.error({ err: error }, "client data not deleted");
    return data<FormState>(
      { ok: false, message: erasureToasts.failure.title, ...unknownOutcomeOf(error) },
      503,
    );
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withToasts(serverAction, erasureToasts);
}

export const shouldRevalidate = reloadAfterAnswer;

export default function Client({
  loaderData: { email, history, refused },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  return (
    <div className="max-w-3xl">
      <h1 className="display-3 wrap-anywhere">{history?.names.join(", ") || email}</h1>
      <p className="mb-8">
        <a className="link wrap-anywhere" href={`mailto:${email}`}>
          {email}
        </a>
      </p>
      {(actionData?.notice ?? actionData?.message) && (
        <FormMessage ok={actionData!.ok}>{actionData!.notice ?? actionData!.message}</FormMessage>
      )}
      {history === null && (
        <LoadFailed href={href("/admin/clients/:email", { email })}>
          Failed to load this client.
        </LoadFailed>
      )}
      {history?.entries.length === 0 && (
        <EmptyList>No messages, bookings, quotes or emails yet.</EmptyList>
      )}
      <ol aria-label="Client history" className="flex flex-col">
        {history?.entries.map((entry) => (
          <Entry key={`${entry.kind} ${entry.id} ${entry.title}`} {...entry} />
        ))}
      </ol>
      <PersonData
        key={String(actionData?.ok)}
        email={email}
        refused={refused}
        posted={actionData}
        busy={busy}
      />
    </div>
  );
}

function Entry({ kind, id, at, title, text }: HistoryEntry) {
  return (
    <li className="border-t border-line py-4">
      <p className="text-base text-soft">{longInstant(at)}</p>
      <p className="font-semibold wrap-anywhere">
        <EntryTitle kind={kind} id={id} title={title} />
      </p>
      <p className="whitespace-pre-line wrap-anywhere first-letter:uppercase">{text}</p>
      {(kind === "message" || kind === "booking") && (
        <ComposeButton
          kind={kind === "message" ? "inbox" : "ameb-bookings"}
          id={id}
          className="link cursor-pointer"
        >
          Reply
        </ComposeButton>
      )}
    </li>
  );
}

function EntryTitle({ kind, id, title }: Pick<HistoryEntry, "kind" | "id" | "title">) {
  const to =
    kind === "quote"
      ? href("/admin/quotes/:id", { id })
      : kind === "email"
        ? href("/admin/sent-mail/:id", { id })
        : null;
  return to ? (
    <Link className="link" to={to}>
      {title}
    </Link>
  ) : (
    title
  );
}
