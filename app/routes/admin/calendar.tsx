import { data, Form } from "react-router";
import {
  calendarLinkCreatedAt,
  makeCalendarLink,
} from "#app/features/ameb/calendar-link.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { longInstant } from "#app/values/calendar.ts";
import type { Route } from "./+types/calendar";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Exam calendar" };

export async function loader({ context }: Route.LoaderArgs) {
  return { created: await calendarLinkCreatedAt(getDb(), currentAdministrator(context)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  if ((await readForm(request)).get("intent") !== "make") return data({ link: null }, 400);
  return data({ link: await makeCalendarLink(getDb(), currentAdministrator(context)) });
}

export default function ExamCalendar({
  loaderData: { created },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="flex max-w-2xl flex-col items-start gap-5">
      <h1 className="display-3">Exam days in your own calendar</h1>
      <p>
        Subscribe to a private link in the calendar on your phone: every exam day appears there, in
        Melbourne time, and follows each change. Anyone with this link can see your exams, so keep
        it private.
      </p>
      {actionData?.link && (
        <label className="flex w-full flex-col">
          Copy it now; it won't be shown again.
          <input
            readOnly
            value={actionData.link}
            className="input"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </label>
      )}
      <p className="text-soft">
        {created
          ? `The current link was created on ${longInstant(created)}. A new link replaces it.`
          : "There's no link yet."}
      </p>
      <Form method="post">
        <button type="submit" name="intent" value="make" className="button">
          Create a new link
        </button>
      </Form>
    </div>
  );
}
