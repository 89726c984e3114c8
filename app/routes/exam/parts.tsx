import type { ReactNode } from "react";
import { href } from "react-router";
import type { FamilyExam } from "#app/features/ameb/family.server.tsx";
import { optionsOf } from "#app/features/ameb/places.ts";
import { linkedState } from "#app/features/invoices/public-invoice.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure } from "#app/ui/form-messages.tsx";
import { longDay } from "#app/values/calendar.ts";
import { unbroken } from "#app/values/unbroken.ts";

type Props = { exam: FamilyExam };

const mapOf = (place: string) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: place })}`;

export function ExamFacts({ exam }: Props) {
  const { place, arrival, instrument, works, rehearsal } = exam;
  const facts: [string, string | null][] = [
    ["I arrive", arrival],
    ["Instrument", instrument],
    ["Works", works],
    ["Rehearsal", rehearsal],
  ];
  return (
    <dl className="mt-8 border-t-2 border-brass empty:hidden">
      {place && (
        <ExamFact term="Where">
          {place}{" "}
          <a className="link tall font-normal" href={mapOf(place)} rel="noreferrer" target="_blank">
            See the map
          </a>
        </ExamFact>
      )}
      {facts.map(([term, fact]) =>
        fact ? (
          <ExamFact key={term} term={term}>
            {fact}
          </ExamFact>
        ) : null,
      )}
      {exam.invoices.map((invoice) => (
        <ExamFact key={invoice.slug} term="Invoice">
          <a className="link tall" href={href("/invoices/:slug", { slug: invoice.slug })}>
            {invoice.number}
          </a>
          : {unbroken(linkedState(invoice))}
        </ExamFact>
      ))}
    </dl>
  );
}

function ExamFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_1fr] gap-x-4 border-b border-line py-3 sm:grid-cols-[7rem_1fr]">
      <dt className="text-soft">{term}</dt>
      <dd className="font-semibold whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

export function WhatIsMissing({ exam }: Props) {
  const { examDate, time, place, music, musicDue } = exam;
  const missing = [
    examDate ? null : "the date",
    time ? null : "the time",
    place ? null : "the venue",
    music === "missing"
      ? `the sheet music${musicDue ? `, by the end of ${longDay(musicDue)}` : ""}`
      : null,
  ].filter((part) => part !== null);
  if (missing.length === 0) return <p className="mt-6 font-semibold">I have all I need.</p>;
  return (
    <section aria-labelledby="missing" className="mt-6">
      <h2 id="missing" className="font-sans font-semibold tracking-normal">
        What I still need
      </h2>
      <ul className="mt-1 list-disc pl-6">
        {missing.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </section>
  );
}

export function EntryForm({ exam, posted }: Props & { posted: FormState | undefined }) {
  const field = (name: "examDate" | "examTime" | "venueId" | "examVenue") => ({
    name,
    defaultValue: posted?.values?.[name] ?? exam[name],
    error: posted?.errors?.[name],
  });
  const hasList = exam.venues.length > 0;
  return (
    <section aria-labelledby="entry" className="mt-10">
      <h2 id="entry" className="display-3">
        {exam.examDate ? "Has something changed?" : "Do you know the date?"}
      </h2>
      <form method="post" className="mt-4 flex flex-col gap-4">
        <ErrorSummary errors={posted?.errors ?? {}} />
        <FormFailure state={posted} />
        <input type="hidden" name="seen" value={exam.seen} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field {...field("examDate")} type="date" label="Date" />
          <Field
            {...field("examTime")}
            type="time"
            label="Time"
            optional
            hint={exam.time && !exam.examTime ? `You wrote: ${exam.time}` : undefined}
          />
        </div>
        {hasList && (
          <SelectField
            {...field("venueId")}
            label="Venue"
            options={optionsOf(exam.venues, "Choose one, or write it below")}
          />
        )}
        <Field
          {...field("examVenue")}
          label={hasList ? "Another venue" : "Venue"}
          optional
          hint="Its name and address."
          maxLength={100}
        />
        <button type="submit" className="button self-start">
          Save
        </button>
      </form>
    </section>
  );
}
