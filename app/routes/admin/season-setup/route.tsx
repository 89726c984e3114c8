import { randomUUID } from "node:crypto";
import { readExamPlaces } from "#app/features/ameb/queries.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { BackLink, PageHead } from "#app/ui/admin/page.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { href, Form, Link } from "react-router";
import type { ReactNode } from "react";
import { amebLimits } from "#app/features/ameb/model.ts";
import {
  type ExamSession,
  optionsOf,
  type ExamPlaces,
  sessionDays,
  type Venue,
} from "#app/features/ameb/places.ts";
import { guardNames, guardOf } from "#app/features/intake/model.ts";
import { FoldedForm } from "#app/ui/admin/folded.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { useToday } from "#app/ui/admin/when.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { FormFailure, FormSuccess } from "#app/ui/form-messages.tsx";
import { usualTravel, travelOf, travelRule } from "#app/values/travel.ts";
import {
  removeSession,
  removeVenue,
  saveSession,
  saveVenue,
  saveVenueTravel,
} from "#app/features/ameb/places.server.ts";
import { answerForms, formAction } from "#app/routes/admin/form-actions.server.ts";
import * as z from "zod/mini";
import { isDay } from "#app/values/calendar.ts";
import { always, text } from "#app/values/rules.ts";
import { isUuid } from "#app/values/text.ts";
import type { Route } from "./+types/route";

const tooLong: [number, string] = [amebLimits.textMax, "Use at most 100 characters."];
const day = text().check(z.refine(isDay, "Enter a date."));

const sessionSchema = z
  .object({
    sessionName: text({ min: [1, "Give it a name, such as Spring 2026."], max: tooLong }),
    firstDay: day,
    lastDay: day,
  })
  .check(
    z.refine(
      ({ firstDay, lastDay }) => !isDay(firstDay) || !isDay(lastDay) || firstDay <= lastDay,
      {
        error: "The last day can't be before the first.",
        path: ["lastDay"],
        when: always,
      },
    ),
  );

const venueSchema = z.object({
  venueName: text({ min: [1, "Give it a name, such as AMEB Studios."], max: tooLong }),
  address: text({ max: [200, "Use at most 200 characters."] }),
});

const anyVenue = text().check(z.refine(isUuid, "Choose a venue."));

const venueTravelSchema = z
  .object({
    from: anyVenue,
    to: anyVenue,
    minutes: text().check(z.refine((typed) => !typed || travelOf(typed) !== null, travelRule)),
  })
  .check(
    z.refine(({ from, to }) => from !== to, {
      error: "Choose two different venues.",
      path: ["to"],
      when: always,
    }),
  );

const gone = (what: string) => ({
  ok: false,
  message: `Not saved: this ${what} was removed meanwhile.`,
  status: 404,
});

/** `id`: of the session or venue that changes; empty for a new one. */
const saveSeasonSetup = answerForms({
  session: formAction({
    schema: sessionSchema,
    failure: "Failed to save the session.",
    async run({ db, by, input: { sessionName, ...days }, values }) {
      const session = { id: values.id || null, key: guardOf(values).key };
      const isSaved = await saveSession(db, by, {
        ...session,
        values: { name: sessionName, ...days },
      });
      return isSaved ? { ok: true, message: "Session saved." } : gone("session");
    },
  }),
  "remove-session": formAction({
    failure: "Failed to remove the session.",
    async run({ db, by, values }) {
      await removeSession(db, by, values.id ?? "");
      return { ok: true, message: "Session removed." };
    },
  }),
  venue: formAction({
    schema: venueSchema,
    failure: "Failed to save the venue.",
    async run({ db, by, input: { venueName, address }, values }) {
      const venue = { id: values.id || null, key: guardOf(values).key };
      const isSaved = await saveVenue(db, by, { ...venue, values: { name: venueName, address } });
      return isSaved ? { ok: true, message: "Venue saved." } : gone("venue");
    },
  }),
  "remove-venue": formAction({
    failure: "Failed to remove the venue.",
    async run({ db, by, values }) {
      await removeVenue(db, by, values.id ?? "");
      return { ok: true, message: "Venue removed." };
    },
  }),
  travel: formAction({
    schema: venueTravelSchema,
    failure: "Failed to save the minutes.",
    async run({ db, by, input: { from, to, minutes } }) {
      const isSaved = await saveVenueTravel(db, by, { from, to, minutes: travelOf(minutes) });
      return isSaved ? { ok: true, message: "Minutes saved." } : gone("venue");
    },
  }),
});

export const handle = { title: "Sessions and venues" };

export function loader({ request, context }: Route.LoaderArgs) {
  currentAdministrator(context);
  const { searchParams } = new URL(request.url);
  return load("Failed to load the sessions and venues.", async () => {
    const places = await readExamPlaces(getDb());
    return {
      places,
      session: places.sessions.find(({ id }) => id === searchParams.get("session")) ?? null,
      venue: places.venues.find(({ id }) => id === searchParams.get("venue")) ?? null,
      formKey: randomUUID(),
    };
  });
}

export const action = saveSeasonSetup;

export const clientAction = showAnswer<FormState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function SeasonSetup({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLatestAnswer(actionData);
  const { places, session, venue, formKey } = loaderData;
  const posted = (...intents: string[]) =>
    answer?.intent && intents.includes(answer.intent) ? answer : undefined;
  return (
    <>
      <BackLink to={href("/admin/season")}>Back to the exam season</BackLink>
      <PageHead title="Sessions and venues" />
      <div className="grid gap-x-12 gap-y-12 xl:grid-cols-2">
        <SessionsSection
          sessions={places.sessions}
          open={session}

          formKey={formKey}
          posted={posted("session", "remove-session")}
        />
        <div className="flex flex-col gap-12">
          <VenuesSection
            venues={places.venues}
            open={venue}

            formKey={formKey}
            posted={posted("venue", "remove-venue")}
          />
          {places.venues.length > 1 && <TravelSection places={places} posted={posted("travel")} />}
        </div>
      </div>
    </>
  );
}

type Answer = (FormState & { intent?: string }) | undefined;

type SectionProps<Row> = {
  open: Row | null;
  formKey: string;
  posted: Answer;
};

const setup = href("/admin/season/setup");

function SessionsSection({
  sessions,
  ...section
}: SectionProps<ExamSession> & { sessions: readonly ExamSession[] }) {
  const today = useToday();
  return (
    <Listed
      what="session"
      heading="Exam sessions"
      intro="The weeks in which a board examines."
      removal="Its bookings stay, without a session."
      rows={sessions.map((session) => ({ ...session, line: sessionDays(session, today) }))}
      {...section}
    >
      {(refused) => <SessionForm key={section.open?.id} {...section} posted={refused} />}
    </Listed>
  );
}

function SessionForm({ open, formKey, posted }: SectionProps<ExamSession>) {
  const { form, values, summary, field } = usePostedForm(sessionSchema, posted);
  return (
    <Form data-loading="Saving the session..." className="flex flex-col gap-3" {...form}>
      {summary}
      <FormFailure state={posted} />
      <Hidden intent="session" id={open?.id} formKey={formKey} values={values} />
      <Field {...field("sessionName", open?.name)} label="Name" hint="Such as Spring 2026." />
      <div className="grid grid-cols-2 gap-3">
        <Field {...field("firstDay", open?.firstDay)} type="date" label="First day" />
        <Field {...field("lastDay", open?.lastDay)} type="date" label="Last day" />
      </div>
      <SubmitButton className="button quiet self-start">Save session</SubmitButton>
    </Form>
  );
}

function VenuesSection({ venues, ...section }: SectionProps<Venue> & { venues: readonly Venue[] }) {
  return (
    <Listed
      what="venue"
      heading="Venues"
      intro="Families choose among them, and see the address with a map."
      removal="Its bookings keep its name and address."
      rows={venues.map((venue) => ({ ...venue, line: venue.address }))}
      {...section}
    >
      {(refused) => <VenueForm key={section.open?.id} {...section} posted={refused} />}
    </Listed>
  );
}

function VenueForm({ open, formKey, posted }: SectionProps<Venue>) {
  const { form, values, summary, field } = usePostedForm(venueSchema, posted);
  return (
    <Form data-loading="Saving the venue..." className="flex flex-col gap-3" {...form}>
      {summary}
      <FormFailure state={posted} />
      <Hidden intent="venue" id={open?.id} formKey={formKey} values={values} />
      <Field {...field("venueName", open?.name)} label="Name" hint="Such as AMEB Studios." />
      <Field {...field("address", open?.address)} label="Address" optional />
      <SubmitButton className="button quiet self-start">Save venue</SubmitButton>
    </Form>
  );
}

type HiddenProps = {
  intent: string;
  id: string | undefined;
  formKey: string;
  values: Record<string, string> | undefined;
};

const Hidden = ({ intent, id = "", formKey, values }: HiddenProps) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="id" value={id} />
    <input type="hidden" name={guardNames.key} value={values?.[guardNames.key] ?? formKey} />
  </>
);

type ListedProps = SectionProps<{ id: string; name: string }> & {
  what: "session" | "venue";
  heading: string;
  intro: string;
  removal: string;
  rows: readonly { id: string; name: string; line: string }[];
  children: (refused: Answer) => ReactNode;
};

function Listed({ what, heading, intro, removal, rows, open, posted, children }: ListedProps) {
  const refused = posted?.intent === what && !posted.ok ? posted : undefined;
  return (
    <section aria-labelledby={`${what}s`} className="flex flex-col gap-4">
      <h2 id={`${what}s`} className="display-3">
        {heading}
      </h2>
      <p className="text-soft">{intro}</p>
      <FormSuccess state={posted} />
      <ul className="empty:hidden">
        {rows.map(({ id, name, line }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-2">
            <p className="min-w-0 grow wrap-anywhere">
              <span className="font-semibold">{name}</span> {line}
            </p>
            <Link
              to={`${setup}?${new URLSearchParams({ [what]: id })}#${what}s`}
              className="link py-2"
              aria-current={open?.id === id ? "true" : undefined}
              preventScrollReset
            >
              Change<span className="sr-only"> {name}</span>
            </Link>
            <ConfirmedAction
              id={`remove-${id}`}
              label="Remove"
              describes={name}
              className="link cursor-pointer py-2"
              question={`Remove ${name}?`}
              yes="Remove"
              loading={`Removing the ${what}...`}
              values={{ intent: `remove-${what}`, id }}
            >
              <p>{removal}</p>
            </ConfirmedAction>
          </li>
        ))}
      </ul>
      <FoldedForm
        // A new key empties the form once one was added.
        key={open?.id ?? rows.length}
        label={open ? `Change ${open.name}` : `Add a ${what}`}
        isOpen={open !== null || refused !== undefined || rows.length === 0}
      >
        {children(refused)}
        {open && (
          <Link to={`${setup}#${what}s`} className="link tall mt-2" preventScrollReset>
            Add another
          </Link>
        )}
      </FoldedForm>
    </section>
  );
}

function TravelSection({ places, posted }: { places: ExamPlaces; posted: Answer }) {
  const { venues, travel } = places;
  const refused = posted && !posted.ok ? posted : undefined;
  const { form, summary, field } = usePostedForm(venueTravelSchema, refused);
  const nameOf = (id: string) => venues.find((venue) => venue.id === id)?.name ?? "";
  const options = optionsOf(venues, "Choose a venue");
  return (
    <section aria-labelledby="travel" className="flex flex-col gap-4">
      <h2 id="travel" className="display-3">
        Minutes between venues
      </h2>
      <p className="text-soft">{usualTravel} minutes where nothing else is set.</p>
      <FormSuccess state={posted} />
      <ul className="empty:hidden">
        {travel.map(({ venueId, otherId, minutes }) => (
          <li key={venueId + otherId} className="border-t border-line py-2">
            {nameOf(venueId)} – {nameOf(otherId)}:{" "}
            <span className="font-semibold">{minutes} min</span>
          </li>
        ))}
      </ul>
      <Form data-loading="Saving the minutes..." className="flex flex-col gap-3" {...form}>
        {summary}
        <FormFailure state={refused} />
        <input type="hidden" name="intent" value="travel" />
        <div className="grid grid-cols-2 gap-3">
          <SelectField {...field("from")} label="From" options={options} />
          <SelectField {...field("to")} label="To" options={options} />
        </div>
        <Field
          {...field("minutes")}
          label="Minutes"
          hint={`Leave it empty for the usual ${usualTravel}.`}
          inputMode="numeric"
          optional
        />
        <SubmitButton className="button quiet self-start">Save minutes</SubmitButton>
      </Form>
    </section>
  );
}
