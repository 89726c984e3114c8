import { type ReactNode, useState } from "react";
import { Form, href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { rehearsalLengths } from "#app/server/database/enums.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { ChoiceField, Field, SelectField, TextField, TickField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { Day } from "#app/values/calendar.ts";
import { readSeen } from "#app/values/stale-form.ts";
import { clockTime } from "#app/values/time-of-day.ts";
import {
  bookingEditSchema,
  type BookingField,
  bookingLabels,
  type BookingTexts,
  overName,
  postedTexts,
  textsOf,
  sureName,
  bookingWords,
} from "#app/features/ameb/booking-edits.ts";
import { sayValue } from "#app/features/audit/changes.ts";
import {
  type AmebBooking,
  amebServices,
  amebStatusLabels,
  levelLabels,
  musicLabels,
  timeOfDay,
  usualExam,
} from "#app/features/ameb/model.ts";
import { nameIn, optionsOf, type ExamPlaces } from "#app/features/ameb/places.ts";
import { LeaveGuard, SubmitButton } from "#app/ui/admin/form.tsx";

export type BookingFormState = FormState & {
  theirs?: Partial<BookingTexts>;
  /** The overlapping diary entries, for the tick to send back. */
  over?: string;
};

type Props = {
  booking: AmebBooking;
  places: ExamPlaces;
  today: Day;
  posted: BookingFormState | undefined;
};

export function BookingForm({ booking, places, today, posted }: Props) {
  const { id } = booking;
  // Those that the form opened with or, after a refusal, the current record's.
  const seen = readSeen(posted?.values?.seen, postedTexts) ?? textsOf(booking);
  const hasVenues = places.venues.length > 0;
  const version = posted?.values?.version ?? booking.version;
  const { errors, handlers } = useFormErrors(bookingEditSchema(seen, today), posted?.errors);
  const agreed = posted?.values?.[overName];
  const over = posted?.over ?? agreed;
  const overlapTick = (
    // A new key for a new question: the tick for the last one must not answer it.
    <TickField key={over} name={overName} value={over} defaultChecked={over === agreed}>
      Yes, save it anyway
    </TickField>
  );
  const overlapping = (["examTime", "rehearsalTime"] as const).find(
    (name) => agreed !== undefined || isOverlap(posted?.errors?.[name]),
  );
  const texts = { ...seen, ...posted?.values };
  const [time, setTime] = useState(texts.examTime);
  const field = (name: BookingField, hint?: string) => {
    const theirs = posted?.theirs?.[name];
    return {
      name,
      label: bookingLabels[name],
      defaultValue: texts[name],
      error: errors[name],
      hint: theirs === undefined ? hint : meanwhile(name, nameIn(places, theirs)),
      optional: true,
    };
  };
  // Stays once asked: ticking clears the error, but the tick must not disappear.
  const [isAsking, setIsAsking] = useState(posted?.values?.[sureName] === "on");
  if (errors.rehearsalDate && !isAsking) setIsAsking(true);
  return (
    <Form method="post" className="flex flex-col gap-5" {...handlers}>
      <LeaveGuard />
      <ErrorSummary errors={posted?.errors ? errors : {}} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seen" value={JSON.stringify(seen)} />
      <div className="grid gap-x-14 gap-y-6 max-xl:max-w-4xl xl:grid-cols-2">
        <Part heading="Exam">
          <Field {...field("examDate", "Leave empty while it's to be advised.")} type="date" />
          <div>
            <Field
              {...field("examTime", timeHint(time))}
              onChange={({ currentTarget }) => setTime(currentTarget.value)}
            />
            {overlapping === "examTime" && overlapTick}
          </div>
          <Field {...field("examMinutes", `Left empty: ${usualExam}.`)} inputMode="numeric" />
          {places.sessions.length > 0 && (
            <SelectField {...field("sessionId")} options={optionsOf(places.sessions, "None")} />
          )}
          {hasVenues && (
            <SelectField {...field("venueId")} options={optionsOf(places.venues, "Not listed")} />
          )}
          <Field
            {...field("examVenue", hasVenues ? "If it isn't listed." : undefined)}
            label={bookingLabels[hasVenues ? "examVenue" : "venueId"]}
          />
          <Field
            {...field("travelMinutes", `Each way. Left empty: ${usualTravel()}.`)}
            inputMode="numeric"
          />
          <SelectField {...field("status")} optional={false} options={amebStatusLabels} />
          <Field {...field("examBoardGrade")} optional={false} />
          <SelectField {...field("level")} options={{ "": "Not set", ...levelLabels }} />
          <Field {...field("instrument")} />
          <Field {...field("teacherName")} />
          <SelectField {...field("music")} optional={false} options={musicLabels} />
          <div className="sm:col-span-2">
            <TextField {...field("works")} rows={2} />
          </div>
          <div className="sm:col-span-2">
            <Services chosen={texts.serviceRequired} seen={seen} error={errors.serviceRequired} />
          </div>
        </Part>
        <div className="flex flex-col gap-5 max-xl:border-t max-xl:border-line max-xl:pt-5">
          <Part heading="Rehearsal" isOptional>
            <div>
              <Field {...field("rehearsalDate")} type="date" />
              {isAsking && (
                <TickField name={sureName} defaultChecked={posted?.values?.[sureName] === "on"}>
                  Yes, rehearse after the exam
                </TickField>
              )}
            </div>
            <div>
              <Field {...field("rehearsalTime")} type="time" />
              {overlapping === "rehearsalTime" && overlapTick}
            </div>
            <div className="col-span-2">
              <SelectField {...field("rehearsalMinutes")} options={lengthOptions} />
            </div>
          </Part>
          <Part heading="Family">
            <Field {...field("studentParentName")} optional={false} />
            <Field {...field("candidateName", "Who sits the exam, if a parent wrote.")} />
            <div className="col-span-2">
              <Field {...field("contactEmail")} type="email" optional={false} />
            </div>
            <div className="sm:col-span-2">
              <TextField {...field("notes", "Families never see these.")} rows={4} />
            </div>
          </Part>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton
          loading="Saving booking..."
          done="Booking saved."
          data-failure="Failed to save booking."
          busy="Saving..."
        >
          Save
        </SubmitButton>
        <Link className="button quiet" to={href("/admin/ameb-bookings/:id", { id })}>
          Cancel
        </Link>
      </div>
    </Form>
  );
}

const usualTravel = () => content().prices.ameb.travelMinutes;

/** Tells an overlap question from an invalid time. */
const isOverlap = (error: string | undefined) => error?.endsWith(" anyway?") ?? false;

function meanwhile(name: BookingField, theirs: string): string {
  const say = bookingWords[name]?.say ?? sayValue;
  return theirs ? `Changed meanwhile to: ${say(theirs)}` : "Emptied meanwhile.";
}

// "Rehearsal Date (optional)" is too long for a phone: the heading says it for all fields.
const optionalClass = "[&_label[for]>span]:hidden";

const partClass =
  "clear-both grid grid-cols-[repeat(2,minmax(0,1fr))] gap-x-4 gap-y-3 sm:gap-x-5 " +
  "max-sm:*:not-has-[[name$=Date],[name$=Time]]:col-span-2";

type PartProps = { heading: string; isOptional?: boolean; children: ReactNode };

function Part({ heading, isOptional = false, children }: PartProps) {
  return (
    <fieldset className="border-line not-first-of-type:border-t not-first-of-type:pt-5">
      <legend className="display-3 float-left mb-4 w-full font-display leading-[1.12]">
        {heading}
        {isOptional && <span className="font-sans text-base text-soft"> (all optional)</span>}
      </legend>
      <div className={`${partClass} ${isOptional ? optionalClass : ""}`}>{children}</div>
    </fieldset>
  );
}

const lengthOptions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(rehearsalLengths.map((minutes) => [minutes, `${minutes} min`])),
  "": "Not set",
};

function timeHint(written: string): string {
  if (!written.trim()) return "Such as 10:40 am.";
  const time = timeOfDay(written);
  return time
    ? `In your calendar at ${clockTime(time)}.`
    : "In your calendar as a whole day: it can't read this time.";
}

type ServicesProps = { chosen: string; seen: BookingTexts; error: string | undefined };

function Services({ chosen, seen, error }: ServicesProps) {
  const lines = (text: string) => text.split("\n").filter(Boolean);
  const options = new Set([...amebServices, ...lines(seen.serviceRequired), ...lines(chosen)]);
  // One service includes the others; only bookings from elsewhere may have several.
  const areSeveral = [seen.serviceRequired, chosen].some((text) => lines(text).length > 1);
  return (
    <ChoiceField
      name="serviceRequired"
      legend={bookingLabels.serviceRequired}
      options={options}
      chosen={lines(chosen)}
      several={areSeveral}
      error={error}
    />
  );
}
