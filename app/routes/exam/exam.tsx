import { href } from "react-router";
import {
  findFamilyExam,
  saveFamilyEntry,
  type FamilyExam,
} from "#app/features/ameb/family.server.tsx";
import { familyEntrySchema } from "#app/features/ameb/schema.ts";
import { musicRefusalText, musicLimits } from "#app/features/ameb/family.ts";
import { answerAppointment } from "#app/routes/appointment/load.server.ts";
import { MissingAppointment } from "#app/routes/appointment/parts.tsx";
import { loadBooking } from "#app/routes/book/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm, type FormState } from "#app/server/http/forms.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { MyEmail } from "#app/ui/my-email.tsx";
import { longDay } from "#app/values/calendar.ts";
import { unbroken } from "#app/values/unbroken.ts";
import type { ReactNode } from "react";
import { optionsOf } from "#app/features/ameb/places.ts";
import { linkedState } from "#app/features/invoices/public-invoice.ts";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure } from "#app/ui/form-messages.tsx";
import { sheetMusicKept } from "#app/values/terms.ts";
import { countOf } from "#app/values/wording.ts";
import type { Route } from "./+types/exam";

export const headers = () => secretLinkHeaders;
export const meta = () => privateMeta("Your exam");

export function loader({ request, params: { token } }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams;
  const isSaved = asked.has("saved");
  const musicAnswer = {
    refusal: musicRefusalText(asked.get("refused")),
    done: asked.has("received") ? musicReceived : asked.has("removed") ? musicRemoved : null,
  };
  return loadBooking(async () => {
    const exam = await findFamilyExam(getDb(), token, new Date());
    return exam && { exam, isSaved, musicAnswer };
  }, secretLinkHeaders);
}

const musicReceived = "Thank you, I have your music.";
const musicRemoved = "Removed.";

const refusals = {
  closed: "This exam is cancelled, so nothing was changed. Please email me.",
  changed: "Not saved: the details were changed meanwhile. Please check them and save again.",
  many: "That's a lot of changes today. Please email me the details instead.",
};

export async function action({ request, params: { token } }: Route.ActionArgs) {
  const form = await parseForm(request, familyEntrySchema);
  if (!form.ok) return form.reply;
  return answerAppointment(
    "Your details aren't saved yet. Please try again in a moment.",
    async () => {
      const outcome = await saveFamilyEntry(getDb(), token, form.value);
      if (outcome.ok) return `${href("/exams/:token", { token })}?saved`;
      if (outcome.reason === "not-found") return { status: 404 };
      if (outcome.reason === "invalid") return { errors: outcome.errors, status: 422 };
      return { message: refusals[outcome.reason], status: outcome.reason === "many" ? 429 : 409 };
    },
    form.values,
  );
}

export default function ExamPage({
  loaderData,
  actionData,
  params: { token },
}: Route.ComponentProps) {
  if (loaderData.state !== "found") return <MissingAppointment {...loaderData} what="exam" />;
  const { exam, isSaved, musicAnswer } = loaderData;
  const { examDate, time, status, isOver, candidate, examBoardGrade } = exam;
  const isAhead = status !== "cancelled" && !isOver;
  return (
    <main className="wrap max-w-3xl! py-10 lg:py-14">
      <h1 className="eyebrow font-sans wrap-anywhere">
        {candidate}, {examBoardGrade}
      </h1>
      <p className="mt-4 font-display">
        <span className="display-2 block leading-tight text-balance">
          {examDate ? unbroken(longDay(examDate)) : "The date isn't known yet"}
        </span>
        {examDate && (
          <span className="display-3 mt-1 block text-balance">{time ?? "Time to be advised"}</span>
        )}
      </p>
      <p className="measure mt-4 text-lg">{sentenceFor(exam)}</p>
      {isSaved && isAhead && (
        <p role="status" className="mt-4 border-l-4 border-good bg-raised p-4">
          Thank you, I have it now.
        </p>
      )}
      {isAhead && <WhatIsMissing exam={exam} />}
      <ExamFacts exam={exam} />
      <SheetMusic exam={exam} answer={musicAnswer} isOpen={isAhead} token={token} />
      {isAhead && <EntryForm exam={exam} posted={actionData} />}
      <p className="mt-8">
        Any questions? Email <MyEmail />.
      </p>
    </main>
  );
}

function sentenceFor({ status, isOver, plays }: FamilyExam): string {
  if (status === "cancelled")
    return plays ? "This exam is cancelled: I won't be playing for it." : "This is cancelled.";
  if (isOver) return "This exam is over.";
  if (status === "booked")
    return plays ? "I'm booked to play for it." : "I'm booked to rehearse with you for it.";
  return "I haven't confirmed it yet; I'll email you when I do.";
}

type Props = { exam: FamilyExam };

const mapOf = (place: string) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: place })}`;

function ExamFacts({ exam }: Props) {
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

function WhatIsMissing({ exam }: Props) {
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

function EntryForm({ exam, posted }: Props & { posted: FormState | undefined }) {
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

type SheetMusicProps = {
  exam: FamilyExam;
  token: string;
  answer: { refusal: string | null; done: string | null };
  /** The exam is neither over nor cancelled. */
  isOpen: boolean;
};

function SheetMusic({ exam: { files }, token, answer, isOpen }: SheetMusicProps) {
  if (!isOpen && files.length === 0) return null;
  return (
    <section aria-labelledby="music" className="mt-10">
      <h2 id="music" className="display-3 scroll-mt-8">
        Sheet music
      </h2>
      {answer.done && (
        <p role="status" className="mt-4 border-l-4 border-good bg-raised p-4">
          {answer.done}
        </p>
      )}
      <ul className="mt-4 border-t border-line empty:hidden">
        {files.map((file) => (
          <li
            key={file.id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1"
          >
            <span className="min-w-0 wrap-anywhere">
              <a
                className="link tall"
                href={href("/exams/:token/music/:id", { token, id: file.id })}
                download
              >
                {file.fileName}
              </a>{" "}
              <span className="text-soft">{countOf(file.pages, "page")}</span>
            </span>
            {isOpen && (
              <form method="post" action={href("/exams/:token/music/:id", { token, id: file.id })}>
                <button type="submit" className="link tall" aria-label={`Remove ${file.fileName}`}>
                  Remove
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {isOpen && files.length < musicLimits.files && (
        <UploadForm token={token} refusal={answer.refusal} />
      )}
      {isOpen && files.length >= musicLimits.files && answer.refusal && (
        <p role="alert" className="mt-4 text-danger">
          {answer.refusal}
        </p>
      )}
    </section>
  );
}

// For this list an iPhone sends the photos of its gallery as JPEG.
const fileClass = [
  "w-full rounded-sm border border-line bg-raised p-2 text-base aria-invalid:border-danger",
  "file:mr-3 file:min-h-10 file:cursor-pointer file:rounded-sm file:border file:border-line",
  "file:bg-surface file:px-3 file:text-ink",
].join(" ");

function UploadForm({ token, refusal }: { token: string; refusal: string | null }) {
  const megabytes = musicLimits.bytes / 1024 / 1024;
  return (
    <form
      method="post"
      action={href("/exams/:token", { token })}
      encType="multipart/form-data"
      className="mt-4 flex flex-col gap-4"
    >
      <div className="flex flex-col gap-1.5">
        <label htmlFor="music-files" className="font-semibold">
          Add your music
        </label>
        <input
          id="music-files"
          type="file"
          name="music"
          multiple
          required
          accept="application/pdf,image/jpeg,image/png"
          className={fileClass}
          aria-invalid={refusal !== null}
          aria-describedby={refusal ? "music-refusal music-hint" : "music-hint"}
        />
        {refusal && (
          <p id="music-refusal" role="alert" className="text-danger">
            {refusal}
          </p>
        )}
        <p id="music-hint" className="text-base text-soft">
          {`PDFs or photos of the pages: up to ${musicLimits.files} files of ${megabytes} MB each, `}
          {`${musicLimits.pages} pages in all.`}
        </p>
      </div>
      <label className="flex gap-3">
        <input type="checkbox" name="owned" required className="mt-1 size-5 shrink-0" />
        <span>
          {`I own this music; the copy is for rehearsal and is deleted ${sheetMusicKept.days} days after the exam.`}
        </span>
      </label>
      <button type="submit" className="button self-start">
        Send the music
      </button>
    </form>
  );
}
