import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import type { StatementFormState } from "#app/features/bank/admin/form-state.ts";
import { readChoice } from "#app/features/bank/column-choice.server.ts";
import { decodeStatement } from "#app/features/bank/decode.ts";
import { importedMessage, leftOutMessage } from "#app/features/bank/import-messages.ts";
import { importCredits } from "#app/features/bank/import.server.ts";
import type { Direction } from "#app/features/bank/directions.ts";
import { findMappings, rememberMapping } from "#app/features/bank/mappings.server.ts";
import { statementLimits, tooLargeStatement } from "#app/features/bank/model.ts";
import type { ReadStatement, UnknownStatement } from "#app/features/bank/statement.server.ts";
import { readInThread } from "#app/features/bank/statement-thread.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { oneLine } from "#app/values/text.ts";
import type { FieldErrors } from "#app/values/rules.ts";

const reply = (state: StatementFormState, status = 200) => data<StatementFormState>(state, status);

type Given =
  | { ok: true; text: string; name: string }
  | { ok: false; field: string; message: string };

function fileOf(form: FormData): File | null {
  const file = form.get("file");
  return file instanceof File && file.size > 0 ? file : null;
}

async function givenStatement(form: FormData): Promise<Given> {
  const file = fileOf(form);
  if (!file) {
    const text = String(form.get("statement") ?? "");
    const name = oneLine(String(form.get("fileName") ?? "")).slice(0, 100);
    return text.trim()
      ? { ok: true, text, name }
      : { ok: false, field: "file", message: "Choose the file or paste its text." };
  }
  if (file.size > statementLimits.bytes)
    return { ok: false, field: "file", message: tooLargeStatement };
  const text = decodeStatement(await file.bytes());
  if (text !== null) return { ok: true, text, name: oneLine(file.name).slice(0, 100) };
  const message = "This isn't a CSV file. Export the statement from your bank as CSV.";
  return { ok: false, field: "file", message };
}

/** Asks about unknown columns before it stores the lines. */
export async function answerImport(form: FormData, by: Administrator) {
  const given = await givenStatement(form);
  if (!given.ok) return refused(form, given.field, given.message);
  const remembered = await findMappings(getDb(), by);
  const asks = form.get("columns") === "on" && ({ chosen: "ask" } as const);
  const statement = await readInThread({ text: given.text, today: today(), remembered, ...asks });
  if (statement.is === "unknown") return askColumns(statement, given);
  const field = fileOf(form) ? "file" : "statement";
  if (statement.is === "refused") return refused(form, field, statement.message);
  return store(form, by, statement, given.name);
}

export async function answerColumns(form: FormData, by: Administrator) {
  const given = await givenStatement(form);
  if (!given.ok) return refused(form, given.field, given.message);
  const reading = { text: given.text, today: today(), remembered: {} };
  const asked = await readInThread({ ...reading, chosen: "ask" });
  if (asked.is !== "unknown") return refused(form, "statement", unreadable);
  const chosen = readChoice(
    asked.choice.columns.map(({ field }) => String(form.get(field) ?? "")),
    String(form.get("order") ?? ""),
    chosenWords(form),
  );
  if (!chosen.ok) return askColumns(asked, given, form, chosen.errors);
  const { mapping } = chosen;
  const statement = await readInThread({ ...reading, chosen: mapping });
  if (statement.is === "unknown") return askColumns(statement, given, form, missing(statement));
  if (statement.is === "refused")
    return askColumns(asked, given, form, { "use-0": statement.message });
  await rememberMapping(getDb(), by, asked.key, mapping);
  return store(form, by, statement, given.name);
}

function chosenWords(form: FormData): Record<string, Direction> {
  const words = form.getAll("words").map((word, at) => [String(word), form.get(`word-${at}`)]);
  return Object.fromEntries(words.filter(([, means]) => means === "in" || means === "out"));
}

function missing({ choice }: UnknownStatement): FieldErrors {
  const word = choice.words.find(({ direction }) => direction === "");
  return word ? { [word.field]: "Choose what this means." } : { order: undecided };
}

const today = () => melbourneDay(new Date());
const undecided = "These dates can be read both ways. Choose which comes first.";
const unreadable = "This statement can't be read any more. Please choose the file again.";

function askColumns(
  statement: UnknownStatement,
  { text, name }: { text: string; name: string },
  form = new FormData(),
  errors?: FieldErrors,
) {
  const typed = [...form].filter(([field]) => /^(use|word)-\d+$|^order$/.test(field));
  const values = Object.fromEntries(typed.map(([field, value]) => [field, String(value)]));
  return reply(
    {
      ok: false,
      form: "columns",
      notice: "Choose what the columns hold.",
      choice: statement.choice,
      values: { ...values, statement: text, fileName: name },
      ...(errors && { errors }),
    },
    errors ? 422 : 200,
  );
}

function refused(form: FormData, field: string, message: string) {
  const values = {
    statement: String(form.get("statement") ?? ""),
    ...(form.get("columns") === "on" && { columns: "on" }),
  };
  return reply({ ok: false, form: "import", errors: { [field]: message }, values }, 422);
}

async function store(
  form: FormData,
  by: Administrator,
  { credits, until, leftOut }: ReadStatement,
  fileName: string,
) {
  const key = guardOf(Object.fromEntries(form)).key;
  const outcome = await importCredits(getDb(), by, { credits, until, fileName, key });
  return reply({
    ok: true,
    form: "import",
    message: importedMessage(outcome),
    ...(leftOut.length > 0 && { detail: leftOutMessage(leftOut) }),
  });
}
