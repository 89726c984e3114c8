import type { PictureField } from "#app/content/fields.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { createContext, useContext, useState } from "react";
import type { FieldErrors } from "#app/values/rules.ts";

export type PictureChoice = {
  name: string;
  label: string;
  shape: PictureField["shape"];
  src: string;
};

export type FillInShown = { name: string; value: string };

export type FieldConflict = {
  path: string;
  label: string;
  yours: ShownValue;
  theirs: ShownValue;
  /** Form texts by field name, to take over `theirs`; null if the form has no such fields. */
  texts: Readonly<Record<string, string>> | null;
};

/** `picture` is a picture's name; `text` is then its description. */
export type ShownValue = { text: string; picture?: string };

export type EditorState = FormState & {
  /** The posted values, when the form continues with them. */
  words?: Readonly<Record<string, unknown>>;
  version?: number;
  conflict?: { by: string; at: Date; fields: readonly FieldConflict[] };
};

export const editorForm = "site-document";

type EditorTools = {
  errors: FieldErrors;
  pictures: readonly PictureChoice[];
  fillIns: readonly FillInShown[];
  /** Paths of fields that still hold sample text. */
  samples: readonly string[];
  /** Call it when a list's entries change: it drops messages that name old positions. */
  noteChange: (list: string) => void;
  /** Call it when a field changes without typing. */
  noteEdit: () => void;
};

export const EditorContext = createContext<EditorTools>({
  errors: {},
  pictures: [],
  fillIns: [],
  samples: [],
  noteChange: () => {},
  noteEdit: () => {},
});

export const useEditor = () => useContext(EditorContext);

/** Dispatches the events of typing, so that React and the form notice. */
export function typeInto(
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  text: string,
): void {
  control.value = text;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  if (control instanceof HTMLSelectElement)
    control.dispatchEvent(new Event("change", { bubbles: true }));
}

export function setFields(texts: Readonly<Record<string, string>>): void {
  const form = document.getElementById(editorForm) as HTMLFormElement;
  for (const [name, text] of Object.entries(texts))
    for (const control of form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)) {
      if (control.type === "radio") {
        if (control.value === text) control.click();
      } else if (control.type === "checkbox") {
        if (control.checked !== (text !== "")) control.click();
      } else typeInto(control, text);
    }
}

/** Whether a field still holds its sample. A list entry that moves keeps its answer. */
export function useIsSample(path: string, text: string): boolean {
  const { samples } = useEditor();
  const [first] = useState(text);
  const [wasSample] = useState(() => samples.includes(path));
  return wasSample && text === first;
}

/** Opens the folds around and inside a field. Returns whether any was closed. */
export function reveal(field: Element): boolean {
  const folds = [...field.querySelectorAll(":scope > details, :scope > div > details[data-fold]")];
  for (let fold = field.closest("details"); fold; fold = fold.parentElement!.closest("details"))
    folds.push(fold);
  const closed = folds.filter((fold) => !fold.hasAttribute("open"));
  for (const fold of closed) fold.setAttribute("open", "");
  return closed.length > 0;
}
