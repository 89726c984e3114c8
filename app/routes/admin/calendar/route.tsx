import { href, Form } from "react-router";
import { calendarLinkCreatedAt, makeCalendarLink } from "#app/features/ameb/diary.server.ts";
import {
  listCalendarSources,
  addCalendarSource,
  checkCalendarSource,
  removeCalendarSource,
  type CalendarSource,
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
import { calendarSourceSchema, aheadInWords } from "#app/features/calendars/schema.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { When } from "#app/ui/admin/when.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import type { Route } from "./+types/route";

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

type Props = {
  sources: readonly CalendarSource[];
  posted: FormState | undefined;
  isMain: boolean;
};

function CalendarSources({ sources, posted, isMain }: Props) {
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
              <Source source={source} />
            </li>
          ))}
        </ul>
      )}
      <NewSource
        // Empties the form after a calendar was added.
        key={sources.length}
        isFirst={sources.length === 0}
        posted={posted?.intent === "add-source" && !posted.ok ? posted : undefined}
        isMain={isMain}
      />
    </section>
  );
}

function Source({ source }: { source: CalendarSource }) {
  const { id, name, address } = source;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold wrap-anywhere">{name}</h3>
      <p className="text-soft wrap-anywhere">{address}</p>
      <SourceState source={source} />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <SubmitButton
            name="intent"
            value="check-source"
            loading="Checking the calendar..."
            className="link cursor-pointer py-2"
          >
            Check now<span className="sr-only"> {name}</span>
          </SubmitButton>
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

type NewSourceProps = { isFirst: boolean; posted: FormState | undefined; isMain: boolean };

function NewSource({ isFirst, posted, isMain }: NewSourceProps) {
  const { form, summary, field } = usePostedForm(calendarSourceSchema, posted);
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <h3 className="font-semibold">{isFirst ? "Add a calendar" : "Add another calendar"}</h3>
      <Form className="flex flex-col gap-4" {...form}>
        {summary}
        <FormFailure state={posted} />
        <input type="hidden" name="intent" value="add-source" />
        <Field
          {...field("name")}
          label="Name"
          hint="What you call it, such as Family or Teaching."
          autoComplete="off"
        />
        <Field
          {...field("url")}
          label="Secret address"
          hint="It starts with https:// or webcal:// and usually ends with .ics."
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <WhereToFind />
        <p>
          <SubmitButton
            loading="Reading the calendar..."
            className={isMain ? "button" : "button quiet"}
          >
            Add calendar
          </SubmitButton>
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

type LinkProps = {
  created: Date | null;
  /** Only right after its creation: the link is shown once. */
  link: string | undefined;
  /** The owner's emails are sent from the email address that they go to. */
  isOwnSender: boolean;
};

function CalendarLink({ created, link, isOwnSender }: LinkProps) {
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
