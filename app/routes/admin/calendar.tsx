import { data, href, useNavigation } from "react-router";
import { CalendarLink } from "#app/features/ameb/admin/calendar-link.tsx";
import {
  calendarLinkCreatedAt,
  makeCalendarLink,
} from "#app/features/ameb/calendar-link.server.ts";
import { CalendarSources, type SourcesState } from "#app/features/calendars/admin/sources.tsx";
import { listCalendarSources } from "#app/features/calendars/sources.server.ts";
import { isSourceIntent, sourceToasts } from "#app/features/calendars/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { LoadFailed } from "#app/ui/empty-list.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import type { Route } from "./+types/calendar";
import { currentAdministrator } from "./administrator.server.ts";
import { changeSources } from "./calendar-actions.server.ts";

export const handle = { title: "Calendars" };

export async function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  try {
    const sources = await listCalendarSources(getDb(), by, new Date());
    return data({ created: await calendarLinkCreatedAt(getDb(), by), sources });
  } catch (error) {
    log.error({ err: error }, "calendars not loaded");
    return data({ created: null, sources: null }, 503);
  }
}

type CalendarState = SourcesState & {
  /** Of the owner's own calendar, just made. */
  link?: string;
};

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const by = currentAdministrator(context);
  const intent = String(form.get("intent"));
  if (isSourceIntent(intent)) return changeSources(intent, request, form, by);
  if (intent !== "make")
    return data<CalendarState>({ ok: false, message: "Choose an action." }, 400);
  return data<CalendarState>({ ok: true, link: await makeCalendarLink(getDb(), by) });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = String(form.get("intent"));
  if (!isSourceIntent(intent)) return serverAction();
  return withToasts<SourcesState>(serverAction, sourceToasts[intent], String(form.get("id") ?? ""));
}

export const shouldRevalidate = reloadAfterAnswer;

export default function CalendarPage({
  loaderData: { created, sources },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  const answer: CalendarState | undefined = actionData;
  if (!sources)
    return <LoadFailed href={href("/admin/calendar")}>Failed to load your calendars.</LoadFailed>;
  return (
    <>
      <BackLink to={href("/admin/diary")}>Back to the Diary</BackLink>
      <h1 className="display-3 mb-8">Calendars</h1>
      <div className="grid gap-x-10 gap-y-12 max-xl:max-w-4xl xl:grid-cols-2">
        <CalendarLink created={created} link={answer?.link} />
        <CalendarSources
          sources={sources}
          posted={answer}
          busy={busy}
          // Until then a link to her diary is what this page is for.
          isMain={created !== null && !answer?.link}
        />
      </div>
    </>
  );
}
