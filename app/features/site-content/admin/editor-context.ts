import { createContext, useContext, useState } from "react";
import type { FieldErrors } from "#app/values/rules.ts";
import { editorForm, type FillInShown, type PictureChoice } from "./editor-model.ts";

type EditorTools = {
  errors: FieldErrors;
  pictures: readonly PictureChoice[];
  fillIns: readonly FillInShown[];
  /** The paths of what still says what a sample says. */
  samples: readonly string[];
  /** For what changes the entries of a list: messages about them name places that no longer hold. */
  noteChange: (list: string) => void;
  /** For what changes a field without typing. */
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

/** Puts a text into a control as if it was typed. */
export function typeInto(
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  text: string,
): void {
  control.value = text;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  if (control instanceof HTMLSelectElement)
    control.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Puts texts into the form's fields, by their names, as if they were typed, chosen or ticked. */
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

/** Whether a field began as a sample and still says the same; entries of a list move, and stay samples. */
export function useIsSample(path: string, text: string): boolean {
  const { samples } = useEditor();
  const [first] = useState(text);
  const [wasSample] = useState(() => samples.includes(path));
  return wasSample && text === first;
}
