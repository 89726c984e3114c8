import { useEffect, useRef, useState } from "react";
import { href, Link } from "react-router";
import type { PictureShape } from "#app/server/database/enums.ts";
import { Field, TickField } from "#app/ui/fields.tsx";
import { isUuid } from "#app/values/uuid.ts";
import { FocusField } from "./focus-field.tsx";
import { acceptedFiles, type FocusPoint } from "./model.ts";
import { mediaPath, originalPath } from "./paths.ts";
import { PictureProgress } from "./picture-progress.tsx";
import { sendFocus, sendPicture, type SentPicture } from "./send-picture.ts";
import { usePicture } from "./use-picture.ts";

/** `name` is a drawing's or an uploaded picture's id; an empty `alt` says that it only decorates. */
export type ChosenPicture = { readonly name: string; readonly alt: string };

type PictureUploadProps = {
  /** Of the fields that are submitted: `prefix.name`, `prefix.alt` and `prefix.decorative`. */
  prefix: string;
  label: string;
  shape: PictureShape;
  value: ChosenPicture;
  fallback: ChosenPicture;
  /** Where the page of all pictures leads back to. */
  returnTo: string;
  error?: string | undefined;
  onChange?: ((value: ChosenPicture) => void) | undefined;
};

/** Chooses a picture within a larger form, which submits its id and its alt text. */
export function PictureUpload(props: PictureUploadProps) {
  const { prefix, label, shape, value, fallback, returnTo, error, onChange } = props;
  const [name, setName] = useState(value.name);
  const [alt, setAlt] = useState(value.alt);
  const [decorative, setDecorative] = useState(value.alt === "");
  const change = (next: { name?: string; alt?: string; decorative?: boolean }) => {
    const now = { name, alt, decorative, ...next };
    setName(now.name);
    setAlt(now.alt);
    setDecorative(now.decorative);
    onChange?.({ name: now.name, alt: now.decorative ? "" : now.alt });
  };
  const pick = new URLSearchParams({ shape, returnTo });
  return (
    <fieldset className="flex flex-col gap-4 border-l-2 border-line pl-4">
      <legend className="font-semibold">{label}</legend>
      <input type="hidden" name={`${prefix}.name`} value={name} />
      <CurrentPicture
        name={name}
        shape={shape}
        prefix={prefix}
        onName={(id) => change({ name: id })}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Link className="link" to={`${href("/admin/site/pictures")}?${pick}`}>
          Choose another picture
        </Link>
        {name !== fallback.name && (
          <button
            type="button"
            className="link [@media(scripting:none)]:hidden"
            onClick={() => change({ name: fallback.name })}
          >
            Use the default picture
          </button>
        )}
      </div>
      <Field
        name={`${prefix}.alt`}
        label="Description"
        hint="What it shows, for people who can't see it."
        defaultValue={alt}
        error={error}
        maxLength={200}
        onChange={({ target }) => change({ alt: target.value })}
        optional
      />
      <TickField
        name={`${prefix}.decorative`}
        defaultChecked={decorative}
        onChange={({ target }) => change({ decorative: target.checked })}
      >
        It only decorates: leave the description out
      </TickField>
    </fieldset>
  );
}

type CurrentPictureProps = {
  name: string;
  shape: PictureShape;
  prefix: string;
  onName: (id: string) => void;
};

function CurrentPicture({ name, shape, prefix, onName }: CurrentPictureProps) {
  const id = isUuid(name) ? name : null;
  const picture = usePicture(id);
  const [focus, setFocus] = useState<FocusPoint | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [message, setMessage] = useState<string>();
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
  const src = id ? mediaPath(id, 360, "webp") : `/pictures/${name}-360.webp`;
  const isShown = !id || picture?.state === "ready";
  return (
    <div className="flex flex-col gap-3">
      {isShown && <img src={src} alt="" className="max-h-64 w-auto self-start" />}
      {picture && <PictureProgress picture={picture} />}
      <FileChooser prefix={prefix} sent={sent} message={message} onFile={upload} />
      {id && picture && (
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
            onClick={() => focus && void sendFocus(id, focus).then(take)}
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
  /** In per cent, while a file is being sent. */
  sent: number | null;
  message: string | undefined;
  onFile: (file: File) => void;
};

/** Uploads at once, so it needs scripts; without them the page of all pictures has a form. */
function FileChooser({ prefix, sent, message, onFile }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    const [file] = input.current?.files ?? [];
    if (!file) return;
    onFile(file);
    // The same file can be chosen again after a refusal.
    input.current!.value = "";
  };
  // Chosen before hydration.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(choose, []);
  const id = `${prefix}-file`;
  return (
    <div className="flex flex-col gap-1.5 [@media(scripting:none)]:hidden">
      <label htmlFor={id} className="font-semibold">
        Upload a photo
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={acceptedFiles}
        disabled={sent !== null}
        aria-invalid={message ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={choose}
        className="input"
      />
      {sent !== null && (
        <progress
          className="w-full accent-(--accent)"
          value={sent}
          max={100}
          aria-label="Uploading"
        />
      )}
      <p
        id={`${id}-note`}
        role="status"
        className={message ? "font-semibold text-danger" : "text-soft"}
      >
        {message ?? (sent === null ? "JPEG, PNG or WebP, up to 15 MB." : `Uploading, ${sent}%`)}
      </p>
    </div>
  );
}
