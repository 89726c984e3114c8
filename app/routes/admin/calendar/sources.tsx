import { Form } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { When } from "#app/ui/admin/when.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { calendarSourceSchema, aheadInWords } from "#app/features/calendars/schema.ts";
import type { CalendarSource } from "#app/features/calendars/sources.server.ts";

type Props = {
  sources: readonly CalendarSource[];
  posted: FormState | undefined;
  busy: boolean;
  isMain: boolean;
};

export function CalendarSources({ sources, posted, busy, isMain }: Props) {
  return (
    <section
      id="sources"
      aria-labelledby="sources-heading"
      className="flex flex-col gap-5 xl:border-l xl:border-line xl:pl-10"
    >
      <h2 id="sources-heading" className="display-3">
        Your other calendars
      </h2>
      <p>
        Add the calendars you keep elsewhere, and nobody can book you while you're busy there. Your
        diary only reads them: nothing in them changes, and only you see what's in them.
      </p>
      {posted?.message && (posted.ok || posted.intent !== "add-source") && (
        <FormMessage key={posted.message} ok={posted.ok}>
          {posted.message}
        </FormMessage>
      )}
      {sources.length > 0 && (
        <ul className="flex flex-col gap-6">
          {sources.map((source) => (
            <li
              key={source.id}
              className={`border-l-4 pl-4 ${source.failingSince ? "border-danger" : "border-good"}`}
            >
              <Source source={source} busy={busy} />
            </li>
          ))}
        </ul>
      )}
      <NewSource
        // Empties the form after a calendar was added.
        key={sources.length}
        isFirst={sources.length === 0}
        posted={posted?.intent === "add-source" && !posted.ok ? posted : undefined}
        busy={busy}
        isMain={isMain}
      />
    </section>
  );
}

function Source({ source, busy }: { source: CalendarSource; busy: boolean }) {
  const { id, name, address } = source;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold wrap-anywhere">{name}</h3>
      <p className="text-soft wrap-anywhere">{address}</p>
      <SourceState source={source} />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <button
            type="submit"
            name="intent"
            value="check-source"
            data-loading="Checking the calendar..."
            disabled={busy}
            className="link cursor-pointer py-2"
          >
            Check now<span className="sr-only"> {name}</span>
          </button>
        </Form>
        <ConfirmedAction
          id={`remove-${id}`}
          label="Remove"
          describes={name}
          className="link cursor-pointer py-2"
          question={`Remove ${name}?`}
          yes="Remove"
          loading="Removing the calendar..."
          values={{ intent: "remove-source", id }}
          busy={busy}
        >
          <p>Its busy times no longer keep visitors from booking you.</p>
          <p>The calendar itself stays as it is. To add it again you'll need its secret address.</p>
        </ConfirmedAction>
      </div>
    </div>
  );
}

function SourceState({
  source: { checkedAt, succeededAt, failingSince, error, ahead },
}: {
  source: CalendarSource;
}) {
  if (failingSince)
    return (
      <>
        <p>
          <strong className="text-danger">
            Not working since <When at={failingSince} />.
          </strong>{" "}
          {error}
        </p>
        {succeededAt && (
          <p className="text-soft">
            Until it works again we go by what it last said (<When at={succeededAt} />
            ): {aheadInWords(ahead)}.
          </p>
        )}
      </>
    );
  return (
    <>
      <p>
        {checkedAt ? (
          <>
            Checked <When at={checkedAt} />: {aheadInWords(ahead)}.
          </>
        ) : (
          "Not checked yet."
        )}
      </p>
      {error && <p className="text-soft">{error}</p>}
    </>
  );
}

function NewSource({
  isFirst,
  posted,
  busy,
  isMain,
}: {
  isFirst: boolean;
  posted: FormState | undefined;
  busy: boolean;
  isMain: boolean;
}) {
  const { errors, handlers } = useFormErrors(calendarSourceSchema, posted?.errors);
  const values = posted?.values ?? {};
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <h3 className="font-semibold">{isFirst ? "Add a calendar" : "Add another calendar"}</h3>
      <Form method="post" className="flex flex-col gap-4" preventScrollReset {...handlers}>
        {posted?.errors && <ErrorSummary errors={errors} />}
        <FormFailure state={posted} />
        <input type="hidden" name="intent" value="add-source" />
        <Field
          name="name"
          label="Name"
          hint="What you call it, such as Family or Teaching."
          defaultValue={values.name}
          error={errors.name}
          autoComplete="off"
        />
        <Field
          name="url"
          label="Secret address"
          hint="It starts with https:// or webcal:// and usually ends with .ics."
          defaultValue={values.url}
          error={errors.url}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <WhereToFind />
        <p>
          <button
            type="submit"
            data-loading="Reading the calendar..."
            className={isMain ? "button" : "button quiet"}
            disabled={busy}
          >
            Add calendar
          </button>
        </p>
      </Form>
    </div>
  );
}

const services: readonly [service: string, steps: string][] = [
  [
    "Google",
    "On a computer, open Settings in Google Calendar, choose your calendar on the left, and copy the " +
      "Secret address in iCal format.",
  ],
  [
    "Apple",
    "In Calendar on a Mac or at icloud.com, click the person icon beside the calendar, turn on Public " +
      "Calendar and copy the link. Anyone with that link can read the calendar.",
  ],
  [
    "Outlook",
    "At outlook.com, open Settings, Calendar, Shared calendars. Under Publish a calendar choose yours " +
      "and Can view when I'm busy, publish it and copy the ICS link.",
  ],
  [
    "Proton",
    "In Proton Calendar, open Settings, Calendars, choose yours, and under Share with anyone create a " +
      "link. Limited view is enough.",
  ],
];

function WhereToFind() {
  return (
    <details>
      <summary className="link cursor-pointer py-2">Where do I find the address?</summary>
      <dl className="mt-2 flex flex-col gap-3 border-l-4 border-line pl-4">
        {services.map(([service, steps]) => (
          <div key={service}>
            <dt className="font-semibold">{service}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
