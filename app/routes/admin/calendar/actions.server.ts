import { makeCalendarLink } from "#app/features/ameb/calendar-link.server.ts";
import { calendarSourceSchema, aheadInWords } from "#app/features/calendars/schema.ts";
import {
  addCalendarSource,
  checkCalendarSource,
  removeCalendarSource,
} from "#app/features/calendars/sources.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { answerForms, formAction } from "#app/routes/admin/form-actions.server.ts";

export type CalendarState = FormState & { link?: string };

export const answerCalendarForms = answerForms<CalendarState>({
  make: formAction({
    failure: "Failed to create your link.",
    run: async ({ db, by }) => ({ ok: true, link: await makeCalendarLink(db, by) }),
  }),
  "add-source": formAction({
    schema: calendarSourceSchema,
    failure: "Failed to add the calendar.",
    async run({ db, by, input }) {
      const added = await addCalendarSource(db, by, input);
      if (!added.ok) return { ...added, status: 422 };
      return { ok: true, message: `Calendar added. It has ${aheadInWords(added.ahead)}.` };
    },
  }),
  "check-source": formAction({
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
  "remove-source": formAction({
    failure: "Failed to remove the calendar.",
    async run({ db, by, form }) {
      await removeCalendarSource(db, by, String(form.get("id") ?? ""));
      return { ok: true, message: "Calendar removed." };
    },
  }),
});
