import { When } from "#app/ui/admin/when.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { typeInto } from "./editor-context.ts";
import type { EditorState } from "./editor-model.ts";

/** What another tab has changed meanwhile, beside what is in the form. */
export function ConflictList({
  message,
  conflict: { by, at, fields },
}: {
  message: string;
  conflict: NonNullable<EditorState["conflict"]>;
}) {
  return (
    <FormMessage ok={false}>
      <p className="font-semibold">{message}</p>
      <p>Your text is still in the form. Check it, then save or publish again to keep yours.</p>
      <ul className="mt-4 flex flex-col gap-5">
        {fields.map(({ path, label, yours, theirs }) => (
          <li key={path}>
            <p className="font-semibold">
              <a className="link" href={`#${path}`}>
                {label}
              </a>
            </p>
            <div className="mt-1 grid gap-3 sm:grid-cols-2">
              <figure className={text}>
                <figcaption className="text-sm text-soft">Yours</figcaption>
                <p className="whitespace-pre-line wrap-anywhere">{yours || "(empty)"}</p>
              </figure>
              <figure className={text}>
                <figcaption className="text-sm text-soft">
                  Saved by {by}, <When at={at} />
                </figcaption>
                <p className="whitespace-pre-line wrap-anywhere">{theirs || "(empty)"}</p>
                <TakeTheirs path={path} text={theirs} />
              </figure>
            </div>
          </li>
        ))}
      </ul>
    </FormMessage>
  );
}

function TakeTheirs({ path, text: theirs }: { path: string; text: string }) {
  return (
    <button
      type="button"
      className="link mt-1 min-h-9 cursor-pointer text-base [@media(scripting:none)]:hidden"
      onClick={() => {
        const control = document.getElementById(path);
        if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
          typeInto(control, theirs);
        control?.focus();
      }}
    >
      Use this text
    </button>
  );
}

const text = "border-l-2 border-line pl-3";
