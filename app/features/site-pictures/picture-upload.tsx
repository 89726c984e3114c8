import { useEffect, useRef, useState } from "react";
import { href } from "react-router";
import type { PictureShape } from "#app/server/database/enums.ts";
import { isUuid } from "#app/values/text.ts";
import { FocusField, PictureProgress } from "./picture-parts.tsx";
import {
  acceptedFiles,
  acceptedSentence,
  type FocusPoint,
  originalPath,
  centre,
  isLogo,
  pictureLimits,
  isPictureRefusal,
  refusalText,
} from "./model.ts";
import type { PictureSummary } from "./queries.server.ts";

type PictureUploadProps = {
  prefix: string;
  shape: PictureShape;
  /** A drawing's name or an uploaded picture's id. */
  name: string;
  others: readonly { name: string; label: string }[];
  /** Called once a picture is sent or cropped; its files are not made yet. */
  onName: (id: string) => void;
  onReady: (id: string) => void;
};

/** Submits only the picture's id. Without scripts the pictures page has forms for this. */
export function PictureUpload(props: PictureUploadProps) {
  const { prefix, shape, name, others, onName, onReady } = props;
  const id = isUuid(name) ? name : null;
  const picture = usePicture(id);
  const [focus, setFocus] = useState<FocusPoint | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [message, setMessage] = useState<string>();
  const ready = picture?.state === "ready" ? picture.id : null;
  useEffect(() => {
    if (ready) onReady(ready);
    // oxlint-disable-next-line react/exhaustive-deps -- told once of each picture
  }, [ready]);
  const take = (answer: SentPicture) => {
    setSent(null);
    setFocus(null);
    if ("id" in answer) onName(answer.id);
    setMessage("message" in answer ? answer.message : undefined);
  };
  const upload = (file: File) => {
    setMessage(undefined);
    setSent(0);
    void sendPicture({ file, shape, onProgress: setSent }).then(take);
  };
  return (
    // The outer form must not react to a file or a point that is being chosen.
    <div
      className="flex flex-col gap-3 [@media(scripting:none)]:hidden"
      onInput={(event) => event.stopPropagation()}
    >
      {picture && <PictureProgress picture={picture} />}
      <FileChooser prefix={prefix} shape={shape} sent={sent} message={message} onFile={upload} />
      <CropAnother prefix={prefix} shape={shape} others={others} onSent={take} />
      {id && picture && !isLogo(shape) && (
        <details>
          <summary className="link min-h-11 cursor-pointer py-2">Change the crop</summary>
          <FocusField
            key={id}
            src={originalPath(id)}
            shape={shape}
            focus={picture.focus}
            prefix={prefix}
            isSubmitted={false}
            onChange={setFocus}
          />
          <button
            type="button"
            className="button quiet mt-3"
            disabled={!focus}
            onClick={() => focus && void sendCrop(id, { focus }).then(take)}
          >
            Crop around this point
          </button>
        </details>
      )}
    </div>
  );
}

type FileChooserProps = {
  prefix: string;
  shape: PictureShape;
  /** In per cent; null when no file is being sent. */
  sent: number | null;
  message: string | undefined;
  onFile: (file: File) => void;
};

function FileChooser({ prefix, shape, sent, message, onFile }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const choose = () => {
    const [file] = input.current?.files ?? [];
    if (!file) return;
    setName(file.name);
    onFile(file);
    // Lets the same file be chosen again after a refusal.
    input.current!.value = "";
  };
  // Chosen before hydration.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(choose, []);
  const id = `${prefix}-file`;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-4">
        <label className={buttonClass}>
          {isLogo(shape) ? "Upload a file" : "Upload a photo"}
          {/* Covers the button, so that a file can also be dropped on it. */}
          <input
            ref={input}
            id={id}
            type="file"
            accept={acceptedFiles(shape)}
            disabled={sent !== null}
            aria-invalid={message ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={choose}
            className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer"
          />
        </label>
        <p
          id={`${id}-note`}
          role="status"
          className={`min-w-0 leading-snug wrap-anywhere ${
            message ? "font-semibold text-danger" : "text-base text-soft"
          }`}
        >
          {message ?? (sent === null ? acceptedSentence(shape) : `Uploading ${name}, ${sent}%`)}
        </p>
      </div>
      {sent !== null && (
        <progress
          className="w-full accent-(--fill)"
          value={sent}
          max={100}
          aria-label="Uploading"
        />
      )}
    </div>
  );
}

const buttonClass =
  "button quiet relative shrink-0 overflow-hidden px-4! has-focus-visible:outline-2 " +
  "has-focus-visible:outline-offset-3 has-focus-visible:outline-accent " +
  "has-disabled:border-line has-disabled:bg-raised has-disabled:text-soft";

type CropAnotherProps = {
  prefix: string;
  shape: PictureShape;
  /** Uploaded pictures of other shapes. */
  others: readonly { name: string; label: string }[];
  onSent: (answer: SentPicture) => void;
};

function CropAnother({ prefix, shape, others, onSent }: CropAnotherProps) {
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  if (others.length === 0) return null;
  const id = `${prefix}-other`;
  const crop = async () => {
    setBusy(true);
    const answer = await sendCrop(name, { shape });
    setBusy(false);
    setName("");
    onSent(answer);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        Or crop one of your other photos
      </label>
      <div className="flex flex-wrap gap-3">
        <select
          id={id}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          className="input min-w-40 flex-1"
        >
          <option value="">Choose one</option>
          {others.map((other) => (
            <option key={other.name} value={other.name}>
              {other.label}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="button quiet"
          disabled={name === "" || isBusy}
          onClick={() => void crop()}
        >
          Crop it
        </button>
      </div>
    </div>
  );
}

type Known = Pick<PictureSummary, "id" | "state" | "progress" | "error" | "focus">;

const interval = 1_000;

/** Polls until the picture's files are made. Null without an id. */
function usePicture(id: string | null): Known | null {
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    if (!id) return;
    let timer: ReturnType<typeof setTimeout>;
    const left = new AbortController();
    const ask = async () => {
      const picture = await load(id, left.signal);
      if (left.signal.aborted) return;
      if (picture) setKnown(picture);
      if (picture?.state !== "ready" && picture?.state !== "failed")
        timer = setTimeout(() => void ask(), interval);
    };
    void ask();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [id]);
  return known?.id === id ? known : null;
}

async function load(id: string, signal: AbortSignal): Promise<Known | null> {
  try {
    const answer = await fetch(href("/admin/site/pictures/:id", { id }), { signal });
    return answer.ok ? ((await answer.json()) as Known) : null;
  } catch {
    return null;
  }
}

type SentPicture = { id: string } | { message: string };

type Sending = {
  file: File;
  shape: PictureShape;
  focus?: FocusPoint;
  onProgress: (percent: number) => void;
};

/** XMLHttpRequest, because `fetch` reports no upload progress. */
export function sendPicture({ file, shape, focus = centre, onProgress }: Sending) {
  if (file.size > pictureLimits.bytes)
    return Promise.resolve<SentPicture>({ message: refusalText("too-large") });
  const form = new FormData();
  form.set("shape", shape);
  form.set("focusX", String(focus.x * 100));
  form.set("focusY", String(focus.y * 100));
  form.set("file", file);
  const request = new XMLHttpRequest();
  request.open("POST", href("/admin/site/pictures"));
  request.setRequestHeader("Accept", "application/json");
  request.upload.addEventListener("progress", ({ loaded, total }) =>
    onProgress(Math.floor((100 * loaded) / total)),
  );
  return new Promise<SentPicture>((resolve) => {
    request.addEventListener("load", () => resolve(readAnswer(request.responseText)));
    for (const event of ["error", "abort", "timeout"])
      request.addEventListener(event, () => resolve({ message: refusalText("interrupted") }));
    request.send(form);
  });
}

async function sendCrop(
  id: string,
  { focus, shape }: { focus?: FocusPoint; shape?: PictureShape },
): Promise<SentPicture> {
  const form = new URLSearchParams({
    ...(focus && { focusX: String(focus.x * 100), focusY: String(focus.y * 100) }),
    ...(shape && { shape }),
  });
  try {
    const answer = await fetch(href("/admin/site/pictures/:id", { id }), {
      method: "POST",
      headers: { Accept: "application/json" },
      body: form,
    });
    return readAnswer(await answer.text());
  } catch {
    return { message: refusalText("interrupted") };
  }
}

function readAnswer(text: string): SentPicture {
  try {
    const answer = JSON.parse(text) as { id?: string; error?: { code?: string; message?: string } };
    if (answer.id) return { id: answer.id };
    if (answer.error?.message && isPictureRefusal(answer.error.code))
      return { message: answer.error.message };
  } catch {
    // A proxy's own page.
  }
  return { message: refusalText("malformed") };
}
