import { href } from "react-router";
import { CalendarSources, CalendarLink } from "./sources.tsx";
import { calendarLinkCreatedAt, makeCalendarLink } from "#app/features/ameb/calendar.server.ts";
import {
  listCalendarSources,
  addCalendarSource,
  checkCalendarSource,
  removeCalendarSource,
} from "#app/features/calendars/sources.server.ts";
import { readOwnerEmail } from "#app/features/email/outbox.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { isSentFrom } from "#app/server/outbound/outgoing-email.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import type { Route } from "./+types/route";
import { calendarSourceSchema, aheadInWords } from "#app/features/calendars/schema.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";

export const handle = { title: "Calendars" };

export function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load your calendars.", async () => {
    const sources = await listCalendarSources(getDb(), by, new Date());
    const isOwnSender = isSentFrom(await readOwnerEmail(getDb()), getSettings().MAIL_FROM);
    return { created: await calendarLinkCreatedAt(getDb(), by), isOwnSender, sources };
  });
}

export const action = answerForms<CalendarState>({
  make: ownerAction({
    failure: "Failed to create your link.",
    run: async ({ db, by }) => ({ ok: true, link: await makeCalendarLink(db, by) }),
  }),
  "add-source": ownerAction({
    schema: calendarSourceSchema,
    failure: "Failed to add the calendar.",
    async run({ db, by, input }) {
      const added = await addCalendarSource(db, by, input);
      if (!added.ok) return { ...added, status: 422 };
      return { ok: true, message: `Calendar added. It has ${aheadInWords(added.ahead)}.` };
    },
  }),
  "check-source": ownerAction({
    failure: "Failed to check the calendar.",
    async run({ db, by, form }) {
      const source = await checkCalendarSource(db, by, String(form.get("id") ?? ""));
      if (!source)
        return { ok: false, message: "That calendar was removed meanwhile.", status: 404 };
      const { name, failingSince, error, ahead } = source;
      return failingSince
        ? { ok: false, message: `${name} isn't working. ${error}` }
        : { ok: true, message: `${name} works: ${aheadInWords(ahead)}.` };
    },
  }),
  "remove-source": ownerAction({
    failure: "Failed to remove the calendar.",
    async run({ db, by, form }) {
      await removeCalendarSource(db, by, String(form.get("id") ?? ""));
      return { ok: true, message: "Calendar removed." };
    },
  }),
});

export const clientAction = showAnswer<CalendarState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function CalendarPage({
  loaderData: { created, isOwnSender, sources },
  actionData,
}: Route.ComponentProps) {
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
          // Until the owner has her own calendar link, that is the main action.
          isMain={created !== null && !answer?.link}
        />
      </div>
    </>
  );
}

type CalendarState = FormState & { link?: string };
