import type { FormState } from "#app/server/http/forms.server.ts";
import type { ColumnChoice } from "../column-choice.server.ts";

/** `form`: the one that was sent; a line's own form is called by its id. */
export type StatementFormState = FormState & {
  form?: string;
  choice?: ColumnChoice;
};
