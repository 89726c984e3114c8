import type { FormState } from "#app/server/http/forms.server.ts";
import type { ColumnChoice } from "../column-choice.server.ts";

/** `form`: the submitted form; a line's own form has the line's id. */
export type StatementFormState = FormState & {
  form?: string;
  choice?: ColumnChoice;
};
