import { Form, href, Link } from "react-router";
import { When } from "#app/ui/admin/when.tsx";
import { FocusField } from "./focus-field.tsx";
import { type PictureSummary, shapeLabels } from "./model.ts";
import { mediaPath, originalPath } from "./paths.ts";
import { PictureProgress } from "./picture-progress.tsx";
import { returnPath } from "./upload-form.ts";

type PictureGridProps = {
  pictures: readonly PictureSummary[];
  /** Just uploaded or cropped. */
  chosen: string | null;
  /** Of this page. */
  returnTo: string;
  /** The page that a picture is chosen for. */
  chooseFor: string | null;
};

const cardClass = "flex min-w-0 flex-col gap-3 border bg-raised p-4";

export function PictureGrid({ pictures, chosen, returnTo, chooseFor }: PictureGridProps) {
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
          {chooseFor && picture.state === "ready" && (
            <Link className="button self-start" to={returnPath(chooseFor, { picture: picture.id })}>
              Use this picture
            </Link>
          )}
          <Cropping picture={picture} returnTo={returnTo} />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ picture }: { picture: PictureSummary }) {
  if (picture.state !== "ready") return <PictureProgress picture={picture} />;
  const { id, fileName, width, height } = picture;
  return (
    <picture>
      <source type="image/avif" srcSet={mediaPath(id, 360, "avif")} />
      <img
        src={mediaPath(id, 360, "webp")}
        width={width!}
        height={height!}
        alt={fileName}
        loading="lazy"
        className="max-h-72 w-auto max-w-full"
      />
    </picture>
  );
}

/** Its photograph is loaded when this is opened. */
function Cropping({ picture, returnTo }: { picture: PictureSummary; returnTo: string }) {
  const { id, shape, focus } = picture;
  return (
    <details>
      <summary className="link min-h-11 cursor-pointer py-2">Change the crop</summary>
      <Form
        method="post"
        action={href("/admin/site/pictures/:id", { id })}
        reloadDocument
        className="flex flex-col gap-3"
      >
        <input type="hidden" name="returnTo" value={returnTo} />
        <FocusField src={originalPath(id)} shape={shape} focus={focus} prefix={id} />
        <button type="submit" className="button quiet self-start">
          Crop around this point
        </button>
      </Form>
    </details>
  );
}
