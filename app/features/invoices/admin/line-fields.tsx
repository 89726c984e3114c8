import { Plus, X } from "#app/ui/icons.gen.tsx";
import { newInvoiceLimits, type TypedLine } from "#app/features/invoices/new-invoice.ts";
import { Field } from "#app/ui/fields.tsx";
import type { FieldErrors } from "#app/values/rules.ts";

const removableGrid = "grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_9rem_auto]";
const fixedGrid = "sm:grid-cols-[minmax(0,1fr)_9rem]";
const removeClass =
  "mt-8.5 flex size-11 cursor-pointer items-center justify-center rounded-sm text-soft hover:text-ink";

/** In columns, only the labels of the first line are visible. */
const belowHeads = "sm:[&_label[for]]:sr-only";

const Numbered = ({ label, of }: { label: string; of: string }) => (
  <>
    {label}
    <span className="sr-only">{of}</span>
  </>
);

/** `key` identifies a line when others are added or removed. */
export type FormLine = TypedLine & { key: number };

/** The buttons submit the form: without scripts the server adds and removes lines. */
export function LineFields({
  lines,
  errors,
  isRegistered,
}: {
  lines: readonly FormLine[];
  errors: FieldErrors;
  isRegistered: boolean;
}) {
  const lineClass = `grid gap-x-3 max-sm:gap-y-2 ${lines.length > 1 ? removableGrid : fixedGrid}`;
  return (
    <>
      <ol className="flex flex-col gap-4">
        {lines.map(({ key, text, amount, gstFree }, index) => {
          const number = index + 1;
          return (
            <li key={key} className={`${lineClass} ${index > 0 ? belowHeads : ""}`}>
              <div className="max-sm:col-span-full">
                <Field
                  name={`text${number}`}
                  label={<Numbered label="Item" of={`, line ${number}`} />}
                  defaultValue={text}
                  error={errors[`text${number}`]}
                  autoComplete="off"
                  required={false}
                />
              </div>
              <Field
                name={`amount${number}`}
                label={<Numbered label="Amount" of={` ${number}`} />}
                defaultValue={amount}
                error={errors[`amount${number}`]}
                autoComplete="off"
                required={false}
              />
              {lines.length > 1 && (
                <button
                  type="submit"
                  name="intent"
                  value={`remove-${number}`}
                  formNoValidate
                  className={`${removeClass} ${index > 0 ? "sm:mt-0" : ""}`}
                >
                  <X size={20} strokeWidth={1.6} />
                  <span className="sr-only">Remove line {number}</span>
                </button>
              )}
              {isRegistered && (
                <label className="col-span-full flex min-h-11 items-center gap-3 justify-self-start">
                  <input
                    type="checkbox"
                    name={`free${number}`}
                    defaultChecked={gstFree}
                    className="size-5 accent-(--fill)"
                  />
                  <Numbered label="GST-free" of={` ${number}`} />
                </label>
              )}
            </li>
          );
        })}
      </ol>
      {lines.length < newInvoiceLimits.linesMax && (
        <button
          type="submit"
          name="intent"
          value="add-line"
          formNoValidate
          className="button quiet min-h-11! self-start px-4!"
        >
          <Plus size={18} strokeWidth={1.6} />
          Add a Line
        </button>
      )}
    </>
  );
}
