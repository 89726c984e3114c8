import type { MouseEvent } from "react";
import { type Sending, sendingLabels } from "#app/features/quotes/reminder.ts";

export const sendFormId = "send";

/** Without scripts the browser jumps to the form and unfolds it. */
export function OpenSendForm({ sending, className }: { sending: Sending; className: string }) {
  return (
    <a href={`#${sendFormId}`} className={className} onClick={openFolded(sendFormId, "body")}>
      {sendingLabels[sending]}
    </a>
  );
}

export const openFolded = (id: string, field: string) => (event: MouseEvent) => {
  const form = document.getElementById(id);
  if (!form) return;
  event.preventDefault();
  const folded = form.closest("details");
  if (folded) folded.open = true;
  form.scrollIntoView({ block: "nearest" });
  form.querySelector<HTMLElement>(`[name=${field}]`)?.focus({ preventScroll: true });
};
