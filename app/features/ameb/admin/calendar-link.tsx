import { Form } from "react-router";
import { When } from "#app/ui/admin/when.tsx";

type Props = {
  created: Date | null;
  /** Only right after its creation: the link is shown once. */
  link: string | undefined;
  /** The owner's emails are sent from the email address that they go to. */
  isOwnSender: boolean;
};

export function CalendarLink({ created, link, isOwnSender }: Props) {
  return (
    <section aria-labelledby="link-heading" className="flex flex-col items-start gap-5">
      <h2 id="link-heading" className="display-3">
        Your diary on your phone
      </h2>
      <p>
        Subscribe once with a private link, and the calendar on your phone or computer follows every
        change by itself. Anyone who has the link can read your clients' names, so keep it to
        yourself.
      </p>
      {isOwnSender && (
        <p className="border-l-4 border-brass bg-raised p-4">
          Emails to you are sent from your own address, and calendars take in no invitations from
          oneself. This link brings your appointments in all the same.
        </p>
      )}
      {link && <NewLink link={link} />}
      {created && (
        <p className="text-soft">
          Your link was created <When at={created} />. A new one replaces it.
        </p>
      )}
      <Form method="post">
        <button
          type="submit"
          name="intent"
          value="make"
          data-loading="Creating your link..."
          className={created || link ? "button quiet" : "button"}
        >
          {created || link ? "Create a new link" : "Create your link"}
        </button>
      </Form>
      <p className="text-base text-soft">
        It shows your appointments, days away, exams, rehearsals and accepted events, in Melbourne
        time. Whatever isn't confirmed yet is marked, and a cancelled appointment stays, marked as
        cancelled, for 30 days.
      </p>
    </section>
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
