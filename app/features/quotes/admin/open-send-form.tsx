import type { MouseEvent } from "react";
import { type Sending, sendingLabels } from "#app/features/quotes/reminder.ts";

/** The id of the form that sends the quote. */
export const sendFormId = "send";

/** Without scripts the browser jumps to the form, and opens what it is folded in. */
export function OpenSendForm({ sending, className }: { sending: Sending; className: string }) {
  return (
    <a href={`#${sendFormId}`} className={className} onClick={openFolded(sendFormId, "body")}>
      {sendingLabels[sending]}
    </a>
  );
}

/** Opens what a form is folded in, and begins at one of its fields. */
export const openFolded = (id: string, field: string) => (event: MouseEvent) => {
  const form = document.getElementById(id);
  if (!form) return;
  event.preventDefault();
  const folded = form.closest("details");
  if (folded) folded.open = true;
  form.scrollIntoView({ block: "nearest" });
  form.querySelector<HTMLElement>(`[name=${field}]`)?.focus({ preventScroll: true });
};
