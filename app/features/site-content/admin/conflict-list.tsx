import { FieldedText } from "#app/features/email/fielded-text.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { setFields } from "./editor-context.ts";
import type { EditorState, FieldConflict, PictureChoice, ShownValue } from "./editor-model.ts";
import { reveal } from "./reveal.ts";

type ListProps = {
  message: string;
  conflict: NonNullable<EditorState["conflict"]>;
  pictures: readonly PictureChoice[];
};

export function ConflictList({ message, conflict: { by, at, fields }, pictures }: ListProps) {
  return (
    <FormMessage ok={false}>
      <p className="font-semibold">{message}</p>
      <p>Your text is still in the form. Check it, then save or publish again to keep yours.</p>
      <ul className="mt-4 flex flex-col gap-5">
        {fields.map((field) => (
          <li key={field.path}>
            <p className="font-semibold">
              <a className="link" href={`#${field.path}`}>
                {field.label}
              </a>
            </p>
            <div className="mt-1 grid gap-3 sm:grid-cols-2">
              <figure className={text}>
                <figcaption className="text-sm text-soft">Yours</figcaption>
                <Shown value={field.yours} pictures={pictures} />
              </figure>
              <figure className={text}>
                <figcaption className="text-sm text-soft">
                  Saved by {by}, <When at={at} />
                </figcaption>
                <Shown value={field.theirs} pictures={pictures} />
                <TakeTheirs field={field} />
              </figure>
            </div>
          </li>
        ))}
      </ul>
    </FormMessage>
  );
}

type ShownProps = { value: ShownValue; pictures: readonly PictureChoice[] };

function Shown({ value, pictures }: ShownProps) {
  const picture = pictures.find(({ name }) => name === value.picture);
  return (
    <>
      {picture && <img src={picture.src} alt={picture.label} className="my-1 max-h-28 w-auto" />}
      <p className="whitespace-pre-line wrap-anywhere">
        {value.text ? <FieldedText text={value.text} /> : "(empty)"}
      </p>
    </>
  );
}

function TakeTheirs({ field: { path, label, theirs, texts } }: { field: FieldConflict }) {
  if (!texts) return null;
  return (
    <button
      type="button"
      className="link mt-1 min-h-9 pointer-coarse:min-h-11 cursor-pointer text-base [@media(scripting:none)]:hidden"
      onClick={() => {
        setFields(texts);
        const field = document.getElementById(path);
        if (field) reveal(field);
        field?.focus();
      }}
    >
      {theirs.picture === undefined ? "Use this text" : "Use this picture"}
      <span className="sr-only"> for {label}</span>
    </button>
  );
}

const text = "border-l-2 border-line pl-3";
