import { type SyntheticEvent, useState } from "react";
import { href, useNavigate } from "react-router";
import type { PictureShape } from "#app/server/database/enums.ts";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { FocusField } from "./focus-field.tsx";
import { acceptedFiles, shapeLabels } from "./model.ts";
import { sendPicture } from "./send-picture.ts";
import { readFocus, readShape, returnPath } from "./upload-form.ts";

type NewPictureProps = {
  shape: PictureShape | null;
  /** Path of this page, with the field that a picture is chosen for. */
  returnTo: string;
  refusal: string | undefined;
};

/** Posts to the upload path, which redirects back here. With scripts it shows progress. */
export function NewPicture({ shape, returnTo, refusal }: NewPictureProps) {
  const navigate = useNavigate();
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  const upload = async (event: SyntheticEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const data = new FormData(form);
    const file = data.get("file");
    const chosen = readShape(data.get("shape"));
    if (!(file instanceof File) || file.size === 0 || !chosen) return;
    event.preventDefault();
    setFailure(undefined);
    setSent(0);
    const focus = readFocus(data.get("focusX"), data.get("focusY"));
    const answer = await sendPicture({ file, shape: chosen, focus, onProgress: setSent });
    setSent(null);
    if ("message" in answer) return setFailure(answer.message);
    form.reset();
    await navigate(returnPath(returnTo, { picture: answer.id }), { preventScrollReset: true });
  };
  return (
    <form
      method="post"
      action={href("/admin/site/pictures")}
      encType="multipart/form-data"
      onSubmit={(event) => void upload(event)}
      className="flex max-w-2xl flex-col gap-4"
    >
      <h2 className="display-3">Upload a photo</h2>
      <input type="hidden" name="returnTo" value={returnTo} />
      {shape ? (
        <input type="hidden" name="shape" value={shape} />
      ) : (
        <SelectField name="shape" label="Shape" options={shapeLabels} />
      )}
      <Field
        name="file"
        type="file"
        label="Photo"
        accept={acceptedFiles}
        hint="JPEG, PNG or WebP, up to 15 MB. Where and when it was taken isn't kept."
        error={failure ?? (sent === null ? refusal : undefined)}
        disabled={sent !== null}
      />
      <details>
        <summary className="link min-h-11 cursor-pointer py-2">Focus point</summary>
        <FocusField shape={shape ?? "portrait"} prefix="new" />
      </details>
      {sent !== null && (
        <div role="status" className="flex flex-col gap-1">
          <progress
            className="w-full accent-(--fill)"
            value={sent}
            max={100}
            aria-label="Uploading"
          />
          <p className="text-soft">{sent < 100 ? `Uploading, ${sent}%` : "Checking the photo"}</p>
        </div>
      )}
      <button type="submit" disabled={sent !== null} className="button self-start">
        Upload
      </button>
    </form>
  );
}
