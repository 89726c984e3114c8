import { href, redirect } from "react-router";
import { dropFile, importStored, saveChoice } from "#app/features/imports/commands.server.ts";
import { choiceSchema, importNouns } from "#app/features/imports/model.ts";
import { undoImport } from "#app/features/imports/undo.server.ts";
import { leftOutMessage } from "#app/features/bank/import.server.ts";
import { check } from "#app/values/rules.ts";
import { countOf } from "#app/values/wording.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";

const gone = {
  ok: false as const,
  message: "This file is no longer here. Please choose it again.",
};

const refusals = {
  already: {
    ok: true as const,
    message: "It's imported.",
    notice: "It had been imported before, so nothing was added twice.",
  },
  gone,
  changed: {
    ok: false as const,
    message: "Another tab has changed what the columns hold. Here is how things stand now.",
  },
  open: { ok: false as const, message: "Please say first what the columns hold." },
};

export const answerImportForms = answerForms({
  import: ownerAction({
    failure: "Nothing was imported. Please try again.",
    async run({ db, by, id }) {
      const outcome = await importStored(db, by, id);
      if (outcome.is !== "imported") return refusals[outcome.is];
      const { kind, counts, unreadable } = outcome.plan;
      const detail = unreadable.length > 0 && { detail: leftOutMessage(unreadable) };
      return {
        ok: true,
        message: `${countOf(counts.new, importNouns[kind])} imported.`,
        ...detail,
      };
    },
  }),
  columns: ownerAction({
    failure: "Not saved. Please try again.",
    async run({ db, by, id, form, values }) {
      const said = (name: string) => values[name] || undefined;
      const uses = form.getAll("column").map((field) => values[String(field)] ?? "");
      // The columns were shown for the kind that was chosen before.
      const isSameKind = values.kind === values.shownKind;
      const choice = check(choiceSchema, {
        kind: said("kind"),
        order: said("order"),
        members: said("members"),
        ...(isSameKind && uses.length > 0 && { uses }),
      });
      if (!choice.ok) return { ok: false, errors: choice.errors };
      if (!(await saveChoice(db, by, id, choice.value))) return gone;
      return { ok: true, message: "Read again with what you said." };
    },
  }),
  drop: ownerAction({
    failure: "Not discarded. Please try again.",
    async run({ db, by, id }) {
      return (await dropFile(db, by, id)) ? redirect(href("/admin/import"), 303) : gone;
    },
  }),
  undo: ownerAction({
    failure: "Nothing was undone. Please try again.",
    async run({ db, by, id }) {
      const outcome = await undoImport(db, by, id);
      if (!outcome) return { ok: false, message: "This import can't be undone any more." };
      const { removed, stay } = outcome;
      const others = stay > 0 && {
        detail: `${countOf(stay, "record")} changed or used since then stayed.`,
      };
      return { ok: true, message: `Undone: ${countOf(removed, "record")} taken back.`, ...others };
    },
  }),
});
