import { type DocumentName, siteDocuments } from "#app/content/documents.ts";
import type { PutBackOutcome } from "#app/features/site-content/put-back.server.ts";
import { fieldLabel } from "./stored-state.server.ts";
import type { HistoryIntent } from "./toasts.ts";

const mostNamed = 3;

export function putBackRefusal(
  outcome: Extract<PutBackOutcome, { ok: false }>,
  intent: HistoryIntent,
  document: DocumentName | null,
): { status: number; message: string; detail?: string } {
  const not = intent === "undo" ? "Not undone" : "Not put back";
  switch (outcome.reason) {
    case "not-found":
      return { status: 404, message: `${not}: the history has no such entry.` };
    case "changed":
      return {
        status: 409,
        message: `${not}: something newer has been published since.`,
        detail: "It's at the top of the history.",
      };
    case "invalid":
      return {
        status: 422,
        message: `${not}: these words no longer fit the site.`,
        detail: Object.entries(outcome.errors)
          .slice(0, mostNamed)
          .map(([path, problem]) =>
            document ? `${fieldLabel(siteDocuments[document], path)}: ${problem}` : problem,
          )
          .join(" "),
      };
    case "page":
      return {
        status: 422,
        message: `${not}: ${outcome.page} could not be made.`,
        detail: outcome.message,
      };
  }
}
