import { href } from "react-router";
import type { FamilyExam } from "#app/features/ameb/family.server.tsx";
import { musicLimits } from "#app/features/ameb/music.ts";
import { sheetMusicKept } from "#app/values/terms.ts";
import { countOf } from "#app/values/wording.ts";

type Props = {
  exam: FamilyExam;
  token: string;
  answer: { refusal: string | null; done: string | null };
  /** The exam is neither over nor cancelled. */
  isOpen: boolean;
};

export function SheetMusic({ exam: { files }, token, answer, isOpen }: Props) {
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
