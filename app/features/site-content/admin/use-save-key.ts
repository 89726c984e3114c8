import { type RefObject, useEffect } from "react";
import { editorForm } from "./editor-model.ts";

export function useSaveKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      const button = document.querySelector<HTMLButtonElement>(
        `button[form="${editorForm}"][value="save"]`,
      );
      if (button && !button.disabled) form.current?.requestSubmit(button);
    };
    addEventListener("keydown", save);
    return () => removeEventListener("keydown", save);
  }, [form]);
}
