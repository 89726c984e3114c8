import type { RatingField } from "#app/content/fields.ts";
import { useEditor } from "./editor-context.ts";
import { fieldText } from "./field-text.ts";

const choices = ["", "1", "2", "3", "4", "5"];

export function RatingControl({
  field,
  path,
  value,
}: {
  field: RatingField;
  path: string;
  value: unknown;
}) {
  const { errors } = useEditor();
  const chosen = fieldText(field, value);
  return (
    <fieldset id={path} tabIndex={-1} className="flex flex-col gap-1.5 outline-none">
      <legend className="mb-1.5 font-semibold">{field.label}</legend>
      <div className="grid max-w-md grid-cols-6 gap-1 sm:gap-2">
        {choices.map((stars) => (
          <label key={stars} className={choice}>
            <input
              type="radio"
              name={path}
              value={stars}
              defaultChecked={stars === chosen}
              className="sr-only"
            />
            {stars === "" ? "None" : <Stars count={Number(stars)} />}
          </label>
        ))}
      </div>
      {errors[path] && <p className="font-semibold text-danger">{errors[path]}</p>}
    </fieldset>
  );
}

function Stars({ count }: { count: number }) {
  return (
    <>
      <span aria-hidden="true">{count}&thinsp;★</span>
      <span className="sr-only">
        {count} {count === 1 ? "star" : "stars"}
      </span>
    </>
  );
}

const choice = [
  "relative flex min-h-11 cursor-pointer items-center justify-center rounded-sm border border-edge text-base",
  "has-checked:border-fill has-checked:bg-fill has-checked:text-on-fill",
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
].join(" ");
