import type { ContentField, ContentFields, GroupField } from "#app/content/fields.ts";
import {
  LeafControl,
  CalendarControl,
  ChoiceControl,
  RatingControl,
  ShownControl,
} from "./leaf-controls.tsx";
import { cardClass, type EntryHead } from "./field-frame.tsx";
import { FoldedGroup, FoldedPart, foldsParts } from "./folds.tsx";
import { childOf } from "#app/features/site-content/field-text.ts";
import { ListControl } from "./list-control.tsx";
import { PictureControl } from "./picture-control.tsx";

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
