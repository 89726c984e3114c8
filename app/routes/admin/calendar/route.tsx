import { href, useNavigation } from "react-router";
import { CalendarLink } from "#app/features/ameb/admin/calendar-link.tsx";
import { calendarLinkCreatedAt } from "#app/features/ameb/calendar-link.server.ts";
import { listCalendarSources } from "#app/features/calendars/sources.server.ts";
import { readOwnerEmail } from "#app/features/email/outbox.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { isSentFrom } from "#app/server/outbound/outgoing-email.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { CalendarSources } from "./sources.tsx";
import type { Route } from "./+types/route";
import { answerCalendarForms, type CalendarState } from "./actions.server.ts";

export const handle = { title: "Calendars" };

export function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load your calendars.", async () => {
    const sources = await listCalendarSources(getDb(), by, new Date());
    const isOwnSender = isSentFrom(await readOwnerEmail(getDb()), getSettings().MAIL_FROM);
    return { created: await calendarLinkCreatedAt(getDb(), by), isOwnSender, sources };
  });
}

export const action = answerCalendarForms;

export const clientAction = showAnswer<CalendarState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function CalendarPage({
  loaderData: { created, isOwnSender, sources },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  const answer: CalendarState | undefined = actionData;
  return (
    <>
      <BackLink to={href("/admin/diary")}>Back to the Diary</BackLink>
      <h1 className="display-3 mb-8">Calendars</h1>
      <div className="grid gap-x-10 gap-y-12 max-xl:max-w-4xl xl:grid-cols-2">
        <CalendarLink created={created} link={answer?.link} isOwnSender={isOwnSender} />
        <CalendarSources
          sources={sources}
          posted={answer}
          busy={busy}
          // Until the owner has her own calendar link, that is the main action.
          isMain={created !== null && !answer?.link}
        />
      </div>
    </>
  );
}
