import type { ContentField, ContentFields, GroupField, PictureField } from "#app/content/fields.ts";
import { childOf, withFillInNames, longestAlt } from "#app/features/site-content/field-text.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { isLogo, type LogoShape } from "#app/features/site-pictures/model.ts";
import { PictureUpload } from "#app/features/site-pictures/picture-upload.tsx";
import { MarkedFields } from "#app/ui/admin/fields.tsx";
import { isUuid } from "#app/values/text.ts";
import {
  LeafControl,
  CalendarControl,
  ChoiceControl,
  RatingControl,
  ShownControl,
  Count,
  useFreshError,
} from "./leaf-controls.tsx";
import {
  cardClass,
  type EntryHead,
  controlProps,
  EntryHeadLine,
  FieldFrame,
  SampleMark,
  DefaultOffer,
} from "./field-frame.tsx";
import { FoldedGroup, FoldedPart, foldsParts } from "./folds.tsx";
import { ListControl } from "./list-control.tsx";
import { setFields, useEditor, useIsSample } from "./editor-model.ts";
import { LogoControl } from "./logo-control.tsx";

/** `path` is the form field's name; `depth` counts the groups and lists around it. */
export type FieldProps<F extends ContentField> = {
  field: F;
  path: string;
  value: unknown;
  /** Fields in list entries have no default of their own. */
  inList: boolean;
  depth: number;
  /** Set if this field is the whole list entry. */
  head?: EntryHead | undefined;
};

function FieldControl({ field, ...props }: FieldProps<ContentField>) {
  switch (field.kind) {
    case "fixed":
      return field.note && <p className="-mt-4 text-base text-soft">{field.note}</p>;
    case "group":
      return <GroupControl field={field} {...props} />;
    case "list":
      return (
        <ListControl
          field={field}
          {...props}
          renderEntry={(path, value, head) => {
            const { item } = field;
            const entry = { path, value, depth: props.depth + 2, inList: true };
            return item.kind === "group" ? (
              <FieldControls fields={item.fields} {...entry} />
            ) : (
              <FieldControl field={item} {...entry} head={head} />
            );
          }}
        />
      );
    case "picture":
      return <PictureControl field={field} {...props} />;
    case "calendar":
      return <CalendarControl field={field} {...props} />;
    case "shown":
      return <ShownControl field={field} {...props} />;
    case "choice":
      return <ChoiceControl field={field} {...props} />;
    case "rating":
      return <RatingControl field={field} {...props} />;
    default:
      return <LeafControl field={field} {...props} />;
  }
}

export function FieldControls({
  fields,
  path = "",
  value,
  inList = false,
  depth = 0,
  isFolded = false,
}: {
  fields: ContentFields;
  path?: string;
  value: unknown;
  inList?: boolean;
  depth?: number;
  /** Only the first group is open. */
  isFolded?: boolean;
}) {
  // Texts are edited most, so within a part its picture comes last.
  const isLast = ([, { kind }]: [string, ContentField]) =>
    Number(path !== "" && kind === "picture");
  const ordered = Object.entries(fields).toSorted((one, other) => isLast(one) - isLast(other));
  const hasFoldedParts = path !== "" && foldsParts(fields);
  return ordered.map(([name, field], index) => {
    const props = {
      path: path ? `${path}.${name}` : name,
      value: childOf(value, name),
      inList,
      depth,
    };
    if (field.kind !== "group" || !(isFolded || hasFoldedParts))
      return <FieldControl key={name} field={field} {...props} />;
    const controls = <FieldControls fields={field.fields} {...props} depth={depth + 1} />;
    return isFolded ? (
      <FoldedGroup key={name} label={field.label} path={props.path} isFirst={index === 0}>
        {controls}
      </FoldedGroup>
    ) : (
      <FoldedPart key={name} item={field} path={props.path} value={props.value}>
        {controls}
      </FoldedPart>
    );
  });
}

export function isEditable(field: ContentField): boolean {
  if (field.kind === "group") return Object.values(field.fields).some(isEditable);
  return field.kind !== "fixed";
}

function GroupControl({ field, path, depth, ...rest }: FieldProps<GroupField>) {
  if (!isEditable(field)) return null;
  const controls = <FieldControls fields={field.fields} path={path} depth={depth + 1} {...rest} />;
  return (
    <fieldset
      id={path}
      tabIndex={-1}
      className={
        depth === 0
          ? "min-w-0 scroll-mt-28 border-t border-line pt-6 outline-none"
          : foldsParts(field.fields)
            ? "min-w-0 scroll-mt-28 outline-none"
            : cardClass
      }
    >
      <legend className="float-left mb-4 w-full">
        {depth === 0 ? (
          <h2 className="display-3">{field.label}</h2>
        ) : (
          <h3 className="font-semibold">{field.label}</h3>
        )}
      </legend>
      <div className="short-fields clear-both">{controls}</div>
    </fieldset>
  );
}

const proportions: Partial<Record<PictureField["shape"], string>> = {
  portrait: "aspect-4/5",
  landscape: "aspect-3/2",
  share: "sm:max-w-80 aspect-1200/630",
};

function PictureControl(props: FieldProps<PictureField>) {
  return isLogo(props.field.shape) ? (
    <LogoField {...props} shape={props.field.shape} />
  ) : (
    <PhotographControl {...props} />
  );
}

function LogoField({ field, path, value, shape }: FieldProps<PictureField> & { shape: LogoShape }) {
  const { pictures, noteEdit } = useEditor();
  const { revalidate } = useRevalidator();
  const [name, setName] = useState(String(childOf(value, "name") ?? ""));
  const error = useFreshError(`${path}.name`, name);
  return (
    <LogoControl
      path={path}
      label={field.label}
      shape={shape}
      name={name}
      error={error}
      choices={pictures.filter((each) => each.shape === shape)}
      onChange={(id) => {
        setName(id);
        noteEdit();
      }}
      onReady={() => {
        void revalidate();
        noteEdit();
      }}
    >
      <UnscriptedUpload path={path} what="file" />
    </LogoControl>
  );
}

function PhotographControl({ field, path, value, inList, head }: FieldProps<PictureField>) {
  const { errors, pictures, fillIns, noteEdit } = useEditor();
  const { revalidate } = useRevalidator();
  const usual = { ...field.default, alt: withFillInNames(field.default.alt) };
  const [name, setName] = useState(String(childOf(value, "name") ?? ""));
  const [alt, setAlt] = useState(withFillInNames(String(childOf(value, "alt") ?? "")));
  const [described, setDescribed] = useState({ name, alt });
  const typed = childOf(value, "decorative");
  const [isDecorative, setDecorative] = useState(
    typeof typed === "boolean" ? typed : alt === "" && name !== "",
  );
  const choices = pictures.filter(({ shape }) => shape === field.shape);
  const others = pictures.filter(
    (each) => each.shape !== field.shape && !isLogo(each.shape) && isUuid(each.name),
  );
  const chosen = choices.find((choice) => choice.name === name);
  const isUsual = name === usual.name && alt === usual.alt;
  const isSample = useIsSample(path, `${name} ${alt}`);
  const nameError = useFreshError(`${path}.name`, name);
  const altError = useFreshError(`${path}.alt`, `${alt}${isDecorative}`);
  const use = () => {
    setFields({
      [`${path}.name`]: usual.name,
      [`${path}.alt`]: usual.alt,
      [`${path}.decorative`]: usual.alt === "" ? "on" : "",
    });
    document.getElementById(`${path}.name`)!.focus();
  };
  const isNone = field.optional && name === "";
  const mayDiffer = alt !== "" && !isDecorative && name !== described.name && alt === described.alt;
  return (
    <fieldset id={path} tabIndex={-1} className="min-w-0 scroll-mt-28 outline-none">
      <legend
        className={head ? "sr-only" : "mb-2 flex w-full items-baseline justify-between gap-3"}
      >
        <span className="font-semibold">{field.label}</span>
        {!head && isSample && <SampleMark />}
      </legend>
      {head && (
        <div className="mb-2">
          <EntryHeadLine head={head}>{isSample && <SampleMark />}</EntryHeadLine>
        </div>
      )}
      {errors[path] && <p className="mb-2 font-semibold text-danger">{errors[path]}</p>}
      {field.shape === "share" && (
        <p className="mb-3 text-base text-soft">
          Shown beside a link to the page in messages and on social networks. Best at{" "}
          <span className="whitespace-nowrap">1200 × 630 pixels</span>.
        </p>
      )}
      <div className={`${gridClass} ${field.shape === "share" ? "sm:grid-cols-2" : besideClass}`}>
        <img
          src={chosen?.src ?? "/pictures/placeholder.svg"}
          alt=""
          className={`w-full rounded-sm object-cover sm:row-span-2 ${proportions[field.shape]}`}
          loading="lazy"
        />
        <FieldFrame id={`${path}.name`} label="Which one" error={nameError}>
          <select
            {...controlProps(`${path}.name`, { ...(nameError && { error: nameError }) })}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            className="input"
          >
            {field.optional && <option value="">No picture</option>}
            {!chosen && !isNone && <option value={name}>{nameOfUnlisted(name)}</option>}
            {choices.map((choice) => (
              <option key={choice.name} value={choice.name}>
                {choice.label}
              </option>
            ))}
          </select>
        </FieldFrame>
        <div className="max-sm:col-span-full">
          <PictureUpload
            prefix={path}
            shape={field.shape}
            name={name}
            others={others}
            onName={(id) => {
              setName(id);
              noteEdit();
            }}
            onReady={(id) => {
              // The picture was ready when the form loaded.
              if (choices.some((choice) => choice.name === id)) return;
              void revalidate();
              noteEdit();
            }}
          />
          <UnscriptedUpload path={path} />
        </div>
        <div className={`col-span-full flex flex-col gap-4 ${isNone ? unneededClass : ""}`}>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name={`${path}.decorative`}
              checked={isDecorative}
              onChange={({ currentTarget }) => setDecorative(currentTarget.checked)}
              className="size-5 shrink-0 accent-(--fill)"
            />
            Decoration only, nothing to describe
          </label>
          <div className="group-has-[[name$=decorative]:checked]/picture:hidden">
            <FieldFrame
              id={`${path}.alt`}
              label="What it shows"
              count={<Count of={alt} most={longestAlt} />}
              hint={
                mayDiffer
                  ? "This was written for the picture before. Does it still fit?"
                  : "For people who can't see it, and for search engines."
              }
              error={altError}
            >
              <MarkedFields text={alt} names={fillIns.map((fillIn) => fillIn.name)}>
                <textarea
                  {...controlProps(`${path}.alt`, { hint: "-" })}
                  aria-invalid={altError ? true : undefined}
                  defaultValue={alt}
                  onInput={({ currentTarget }) => {
                    setAlt(currentTarget.value);
                    if (currentTarget.value !== "") setDecorative(false);
                    setDescribed({ name, alt: currentTarget.value });
                  }}
                  rows={2}
                  data-fill-ins=""
                  className="input"
                />
              </MarkedFields>
            </FieldFrame>
          </div>
          {!inList && !isUsual && (
            <DefaultOffer
              path={path}
              label={field.label}
              text={defaultOf(choices, usual)}
              use={use}
            />
          )}
        </div>
      </div>
    </fieldset>
  );
}

const gridClass = "group/picture grid grid-cols-1 items-start gap-x-4 gap-y-4 sm:gap-x-5";
const besideClass = "grid-cols-[7rem_minmax(0,1fr)]";

/** Without scripts a picture may be chosen after all. */
const unneededClass = "[@media(scripting:enabled)]:hidden";

/** Without scripts: saves the draft and opens the pictures page, which links back here. */
function UnscriptedUpload({ path, what = "photo" }: { path: string; what?: string }) {
  return (
    <button
      type="submit"
      name="do"
      value={`picture:${path}`}
      formNoValidate
      className="link min-h-11 cursor-pointer self-start [@media(scripting:enabled)]:hidden"
    >
      Save draft and upload a {what}
    </button>
  );
}

function nameOfUnlisted(name: string): string {
  if (name === "") return "Choose one";
  return isUuid(name) ? "Your photo" : "No longer there";
}

function defaultOf(
  choices: readonly { name: string; label: string }[],
  usual: PictureField["default"],
) {
  const label = choices.find(({ name }) => name === usual.name)?.label ?? usual.name;
  return `${label}: ${usual.alt || "decoration only"}`;
}
