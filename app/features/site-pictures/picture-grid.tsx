import { Form, href, Link } from "react-router";
import { When } from "#app/ui/admin/when.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import type { PictureShape } from "#app/server/database/enums.ts";
import { FocusField } from "./focus-field.tsx";
import { type PictureSummary, shapeLabels } from "./model.ts";
import { originalPath, smallPath } from "./paths.ts";
import { PictureProgress } from "./picture-progress.tsx";
import { returnPath } from "./upload-form.ts";

type PictureGridProps = {
  pictures: readonly PictureSummary[];
  shape: PictureShape | null;
  /** Id of the picture just uploaded or cropped. */
  chosen: string | null;
  returnTo: string;
  chooseFor: string | null;
};

const cardClass = "flex min-w-0 flex-col gap-3 border bg-raised p-4";

export function PictureGrid(props: PictureGridProps) {
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
          <Cropping picture={picture} shape={shape ?? picture.shape} returnTo={returnTo} />
          <ConfirmedAction
            id={`delete-${picture.id}`}
            label="Delete"
            describes={picture.fileName}
            className="link min-h-11 cursor-pointer self-start"
            question="Delete this photograph?"
            yes="Delete for good"
            action={href("/admin/site/pictures/:id", { id: picture.id })}
            values={{ intent: "delete", returnTo }}
            busy={false}
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
      className="max-h-72 w-auto max-w-full"
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
