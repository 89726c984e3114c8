import { useEffect, type SyntheticEvent, useState } from "react";
import { Link, useRevalidator, href, useNavigate, Form } from "react-router";
import { listPictures, type PictureSummary } from "#app/features/site-pictures/queries.server.ts";
import {
  readShape,
  isPictureRefusal,
  refusalText,
  acceptedFiles,
  acceptedSentence,
  isLogo,
  readFocus,
  shapeLabels,
  originalPath,
  returnPath,
  smallPath,
} from "#app/features/site-pictures/model.ts";
import { documentLabels } from "#app/features/site-publishing/history.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { allOf } from "#app/values/wording.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import type { PictureShape } from "#app/server/database/enums.ts";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { FocusField, PictureProgress } from "#app/features/site-pictures/picture-parts.tsx";
import { sendPicture } from "#app/features/site-pictures/picture-upload.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Pictures" };

export function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const shape = readShape(searchParams.get("shape"));
  const chooseFor = searchParams.get("returnTo");
  const refusal = searchParams.get("pictureError");
  const here = new URLSearchParams({
    ...(shape && { shape }),
    ...(chooseFor && { returnTo: chooseFor }),
  });
  const by = currentAdministrator(context);
  return load("Failed to load pictures.", async () => ({
    shape,
    chooseFor,
    chosen: searchParams.get("picture"),
    isDeleted: searchParams.has("deleted"),
    usedIn: Object.entries(documentLabels())
      .filter(([name]) => searchParams.get("usedIn")?.split(".").includes(name))
      .map(([, label]) => label),
    refusal: isPictureRefusal(refusal) ? refusalText(refusal, shape) : undefined,
    returnTo: `${pathname.replace(/\.data$/, "")}${here.size > 0 ? `?${here}` : ""}`,
    pictures: await listPictures(getDb(), by),
  }));
}

export default function SitePictures({ loaderData }: Route.ComponentProps) {
  const { shape, chooseFor, chosen, isDeleted, usedIn, refusal, returnTo, pictures } = loaderData;
  const isWaiting = pictures.some(({ state }) => state === "waiting");
  useReloading(isWaiting);
  return (
    <div className="flex flex-col gap-10">
      <h1 className="display-3 mb-5">Pictures</h1>
      {isDeleted && <FormMessage ok>Photograph deleted.</FormMessage>}
      {usedIn.length > 0 && (
        <FormMessage ok={false}>
          Not deleted: {allOf(usedIn)} {usedIn.length === 1 ? "shows" : "show"} it, in public or in
          a draft. Choose another picture there first.
        </FormMessage>
      )}
      <NewPicture shape={shape} returnTo={returnTo} refusal={refusal} />
      <section aria-labelledby="uploaded" className="flex flex-col gap-4">
        <h2 id="uploaded" className="display-3">
          Uploaded
        </h2>
        <p className="max-w-prose text-soft">
          Pictures that no page uses are deleted after 30 days.
          {isWaiting && (
            <span className="[@media(scripting:enabled)]:hidden">
              {" "}
              <Link className="link" to={returnTo} reloadDocument>
                Reload to see how far they are
              </Link>
            </span>
          )}
        </p>
        {pictures.length === 0 && <EmptyList>No pictures yet.</EmptyList>}
        {pictures.length > 0 && (
          <PictureGrid
            pictures={pictures}
            shape={shape}
            chosen={chosen}
            returnTo={returnTo}
            chooseFor={chooseFor}
          />
        )}
      </section>
    </div>
  );
}

const interval = 1_500;

function useReloading(isWaiting: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWaiting || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), interval);
    return () => clearTimeout(timer);
  }, [isWaiting, state, revalidate]);
}

type NewPictureProps = {
  shape: PictureShape | null;
  /** Path of this page, with the field that a picture is chosen for. */
  returnTo: string;
  refusal: string | undefined;
};

/** Posts to the upload path, which redirects back here. With scripts it shows progress. */
function NewPicture({ shape, returnTo, refusal }: NewPictureProps) {
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
      <h2 className="display-3">Upload a {isLogo(shape) ? shape : "photo"}</h2>
      <input type="hidden" name="returnTo" value={returnTo} />
      {shape ? (
        <input type="hidden" name="shape" value={shape} />
      ) : (
        <SelectField name="shape" label="Shape" options={shapeLabels} />
      )}
      <Field
        name="file"
        type="file"
        label={isLogo(shape) ? shapeLabels[shape] : "Photo"}
        accept={acceptedFiles(shape)}
        hint={`${acceptedSentence(shape)} Where and when it was taken isn't kept.`}
        error={failure ?? (sent === null ? refusal : undefined)}
        disabled={sent !== null}
      />
      {!isLogo(shape) && (
        <details>
          <summary className="link min-h-11 cursor-pointer py-2">Focus point</summary>
          <FocusField shape={shape ?? "portrait"} prefix="new" />
        </details>
      )}
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

type PictureGridProps = {
  pictures: readonly PictureSummary[];
  shape: PictureShape | null;
  /** Id of the picture just uploaded or cropped. */
  chosen: string | null;
  returnTo: string;
  chooseFor: string | null;
};

const cardClass = "flex min-w-0 flex-col gap-3 border bg-raised p-4";

function PictureGrid(props: PictureGridProps) {
  const { pictures, shape, chosen, returnTo, chooseFor } = props;
  return (
    <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
      {pictures.map((picture) => (
        <li
          key={picture.id}
          id={`picture-${picture.id}`}
          className={`${cardClass} ${picture.id === chosen ? "border-accent" : "border-line"}`}
        >
          <Thumbnail picture={picture} />
          <p className="min-w-0 break-words">
            <span className="font-semibold">{picture.fileName}</span>
            <span className="block text-soft">
              {shapeLabels[picture.shape]}, <When at={picture.createdAt} />
            </span>
          </p>
          {chooseFor && picture.state === "ready" && picture.shape === shape && (
            <Link className="button self-start" to={returnPath(chooseFor, { picture: picture.id })}>
              Use this picture
            </Link>
          )}
          {!isLogo(picture.shape) && !isLogo(shape) && (
            <Cropping picture={picture} shape={shape ?? picture.shape} returnTo={returnTo} />
          )}
          <ConfirmedAction
            id={`delete-${picture.id}`}
            label="Delete"
            describes={picture.fileName}
            className="link min-h-11 cursor-pointer self-start"
            question="Delete this photograph?"
            yes="Delete for good"
            action={href("/admin/site/pictures/:id", { id: picture.id })}
            values={{ intent: "delete", returnTo }}
          >
            <p>Every crop of {picture.fileName} goes, and no link to it works any more.</p>
            <p>The site's history keeps an empty frame. It can't be undone.</p>
          </ConfirmedAction>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ picture }: { picture: PictureSummary }) {
  if (picture.state !== "ready") return <PictureProgress picture={picture} />;
  const { id, fileName, shape, width, height } = picture;
  return (
    <img
      src={smallPath(id, shape, width!)}
      width={width!}
      height={height!}
      alt={fileName}
      loading="lazy"
      className="max-h-72 w-auto max-w-full self-start"
    />
  );
}

type CroppingProps = { picture: PictureSummary; shape: PictureShape; returnTo: string };

function Cropping({ picture, shape, returnTo }: CroppingProps) {
  const { id, focus } = picture;
  return (
    <details>
      <summary className="link min-h-11 cursor-pointer py-2">
        {shape === picture.shape ? "Change the crop" : "Crop for this place"}
      </summary>
      <Form
        method="post"
        action={href("/admin/site/pictures/:id", { id })}
        reloadDocument
        className="flex flex-col gap-3"
      >
        <input type="hidden" name="returnTo" value={returnTo} />
        <input type="hidden" name="shape" value={shape} />
        <FocusField src={originalPath(id)} shape={shape} focus={focus} prefix={id} />
        <button type="submit" className="button quiet self-start">
          Crop around this point
        </button>
      </Form>
    </details>
  );
}
