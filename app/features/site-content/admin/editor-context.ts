import { createContext, useContext, useState } from "react";
import type { FieldErrors } from "#app/values/rules.ts";
import type { PictureChoice } from "./editor-model.ts";

type EditorTools = {
  errors: FieldErrors;
  pictures: readonly PictureChoice[];
  /** The paths of what still says what a sample says. */
  samples: readonly string[];
  /** For what changes the entries of a list: messages about them name places that no longer hold. */
  noteChange: (list: string) => void;
};

export const EditorContext = createContext<EditorTools>({
  errors: {},
  pictures: [],
  samples: [],
  noteChange: () => {},
});

export const useEditor = () => useContext(EditorContext);

/** Puts a text into a control as if it was typed. */
export function typeInto(
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  text: string,
): void {
  control.value = text;
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Whether a field began as a sample and still says the same; entries of a list move, and stay samples. */
export function useIsSample(path: string, text: string): boolean {
  const { samples } = useEditor();
  const [first] = useState(text);
  const [wasSample] = useState(() => samples.includes(path));
  return wasSample && text === first;
}
