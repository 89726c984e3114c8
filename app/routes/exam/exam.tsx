import { href } from "react-router";
import { findFamilyExam, saveFamilyEntry } from "#app/features/ameb/family.server.tsx";
import { musicRefusalText } from "#app/features/ameb/music.ts";
import { familyEntrySchema } from "#app/features/ameb/schema.ts";
import { answerAppointment } from "#app/routes/appointment/load.server.ts";
import { MissingAppointment } from "#app/routes/appointment/parts.tsx";
import { loadBooking } from "#app/routes/book/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { MyEmail } from "#app/ui/my-email.tsx";
import { longDay } from "#app/values/calendar.ts";
import { unbroken } from "#app/values/unbroken.ts";
import type { Route } from "./+types/exam";
import { SheetMusic } from "./music-parts.tsx";
import { EntryForm, ExamFacts, WhatIsMissing } from "./parts.tsx";

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

function sentenceFor({ status, isOver }: { status: string; isOver: boolean }): string {
  if (status === "cancelled") return "This exam is cancelled: I won't be playing for it.";
  if (isOver) return "This exam is over.";
  if (status === "booked") return "I'm booked to play for it.";
  return "I haven't confirmed it yet; I'll email you when I do.";
}
