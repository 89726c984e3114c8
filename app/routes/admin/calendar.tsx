import { data, Form } from "react-router";
import {
  calendarLinkCreatedAt,
  makeCalendarLink,
} from "#app/features/ameb/calendar-link.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { When } from "#app/ui/admin/when.tsx";
import type { Route } from "./+types/calendar";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Calendar" };

export async function loader({ context }: Route.LoaderArgs) {
  return { created: await calendarLinkCreatedAt(getDb(), currentAdministrator(context)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  if ((await readForm(request)).get("intent") !== "make") return data({ link: null }, 400);
  return data({ link: await makeCalendarLink(getDb(), currentAdministrator(context)) });
}

export default function CalendarPage({
  loaderData: { created },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="flex max-w-2xl flex-col items-start gap-5">
      <h1 className="display-3">Your calendar</h1>
      <p>
        Your exams, rehearsals and accepted events, in the calendar on your phone: subscribe once,
        and every change follows by itself. All times are Melbourne time. What isn't booked yet says
        so; what is cancelled disappears.
      </p>
      <p>
        Anyone with this link can see your exams and events, with the names of your clients, so keep
        it private.
      </p>
      {actionData?.link && <NewLink link={actionData.link} />}
      <p className="text-soft">
        {created ? (
          <>
            The current link was created <When at={created} />. A new link replaces it.
          </>
        ) : (
          "There's no link yet."
        )}
      </p>
      <Form method="post">
        <button
          type="submit"
          name="intent"
          value="make"
          className={actionData?.link ? "button quiet" : "button"}
        >
          Create a new link
        </button>
      </Form>
    </div>
  );
}

function NewLink({ link }: { link: string }) {
  return (
    <div className="flex w-full flex-col items-start gap-3 border-l-4 border-good bg-raised p-4">
      <label className="flex w-full flex-col">
        Copy it now; it won't be shown again.
        <input
          readOnly
          value={link}
          className="input"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </label>
      <a className="button" href={link.replace(/^https?:/, "webcal:")}>
        Subscribe on this device
      </a>
      <p className="text-soft">
        In Google Calendar choose Other calendars, From URL, and paste the link; in Outlook, Add
        calendar, Subscribe from web.
      </p>
    </div>
  );
}
