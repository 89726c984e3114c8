import type { ContentField, ContentFields } from "#app/content/fields.ts";
import { CalendarControl } from "./calendar-control.tsx";
import { childOf } from "./field-text.ts";
import { LeafControl } from "./leaf-control.tsx";
import { ListControl } from "./list-control.tsx";
import { PictureControl } from "./picture-control.tsx";
import { RatingControl } from "./rating-control.tsx";

/** `path` is the name of the form's field; `depth` counts the groups and lists around it. */
export type FieldProps<F extends ContentField> = {
  field: F;
  path: string;
  value: unknown;
  inList: boolean;
  depth: number;
  /** It is all of an entry, which names it. */
  isNamed?: boolean;
};

export function FieldControl({ field, ...props }: FieldProps<ContentField>) {
  switch (field.kind) {
    case "fixed":
      return null;
    case "group":
      return <GroupControl field={field} {...props} />;
    case "list":
      return (
        <ListControl
          field={field}
          {...props}
          renderEntry={(path, value) => (
            <EntryControls field={field.item} path={path} value={value} depth={props.depth + 2} />
          )}
        />
      );
    case "picture":
      return <PictureControl field={field} {...props} />;
    case "calendar":
      return <CalendarControl field={field} {...props} />;
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
}: {
  fields: ContentFields;
  path?: string;
  value: unknown;
  inList?: boolean;
  depth?: number;
}) {
  return Object.entries(fields).map(([name, field]) => (
    <FieldControl
      key={name}
      field={field}
      path={path ? `${path}.${name}` : name}
      value={childOf(value, name)}
      inList={inList}
      depth={depth}
    />
  ));
}

function EntryControls({ field, ...props }: Omit<FieldProps<ContentField>, "inList">) {
  return field.kind === "group" ? (
    <FieldControls fields={field.fields} {...props} inList />
  ) : (
    <FieldControl field={field} {...props} inList isNamed />
  );
}

/** A part of a page that has something to edit. */
export function isEditable(field: ContentField): boolean {
  if (field.kind === "group") return Object.values(field.fields).some(isEditable);
  return field.kind !== "fixed";
}

function GroupControl({
  field,
  path,
  depth,
  ...rest
}: FieldProps<Extract<ContentField, { kind: "group" }>>) {
  if (!isEditable(field)) return null;
  const controls = <FieldControls fields={field.fields} path={path} depth={depth + 1} {...rest} />;
  return (
    <fieldset
      id={path}
      tabIndex={-1}
      className={`min-w-0 scroll-mt-28 outline-none ${depth === 0 ? "border-t border-line pt-6" : ""}`}
    >
      <legend className={depth === 0 ? "float-left mb-4 w-full" : "mb-3"}>
        {depth === 0 ? (
          <h2 className="display-3">{field.label}</h2>
        ) : (
          <span className="font-semibold text-soft">{field.label}</span>
        )}
      </legend>
      <div className="short-fields clear-both">{controls}</div>
    </fieldset>
  );
}
