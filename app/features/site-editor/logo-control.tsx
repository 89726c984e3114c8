import { type ReactNode, useState } from "react";
import { PictureUpload } from "#app/features/site-pictures/picture-upload.tsx";
import type { LogoShape } from "#app/features/site-pictures/model.ts";
import { isUuid } from "#app/values/text.ts";
import { turned } from "#app/ui/brand.tsx";
import { controlProps, FieldFrame } from "./field-frame.tsx";

type LogoProps = {
  /** The field's; its controls are `path.name` and `path.decorative`. */
  path: string;
  label: string;
  shape: LogoShape;
  name: string;
  error?: string | undefined;
  choices: readonly { name: string; label: string; src: string }[];
  onChange?: (name: string) => void;
  /** The file may be chosen from now on. */
  onReady: () => void;
  /** Without scripts: the way to an upload. */
  children: ReactNode;
};

/** What shows without one. */
const usual = { wordmark: "The name, typed", symbol: "The line drawing" };

const grounds = { light: "bg-white", dark: "bg-[#1b1512]" };

/** Links say the name of the business, so a logo needs no description. */
export function LogoControl(props: LogoProps) {
  const { path, label, shape, error, choices, onChange, onReady, children } = props;
  const [name, setName] = useState(props.name);
  const chosen = choices.find((choice) => choice.name === name);
  const choose = (id: string) => {
    setName(id);
    onChange?.(id);
  };
  const isForDark = path.endsWith("Dark");
  const none = isForDark ? "The same, with light and dark swapped" : usual[shape];
  return (
    <div id={path} tabIndex={-1} className="flex min-w-0 scroll-mt-28 flex-col gap-3 outline-none">
      <FieldFrame id={`${path}.name`} label={label} error={error}>
        <select
          {...controlProps(`${path}.name`, { ...(error && { error }) })}
          value={name}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          className="input"
        >
          <option value="">{none}</option>
          {name !== "" && !chosen && (
            <option value={name}>{isUuid(name) ? "Your file" : "No longer there"}</option>
          )}
          {choices.map((choice) => (
            <option key={choice.name} value={choice.name}>
              {choice.label}
            </option>
          ))}
        </select>
      </FieldFrame>
      {chosen && (
        <p className="flex flex-wrap gap-3">
          {(["light", "dark"] as const).map(
            (ground) =>
              (ground === "dark" || !isForDark) && (
                <span
                  key={ground}
                  className={`rounded-sm border border-line p-3 ${grounds[ground]}`}
                >
                  <img
                    src={chosen.src}
                    alt=""
                    className={`h-12 object-contain ${ground === "dark" && !isForDark ? turned : ""}`}
                  />
                </span>
              ),
          )}
        </p>
      )}
      <input type="hidden" name={`${path}.decorative`} value="on" />
      <PictureUpload
        prefix={path}
        shape={shape}
        name={name}
        others={[]}
        onName={choose}
        onReady={(id) => {
          // It was ready when the form loaded.
          if (!choices.some((choice) => choice.name === id)) onReady();
        }}
      />
      {children}
    </div>
  );
}
