import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  type BankIntent,
  bankToasts,
  isBankIntent,
  lineRefusals,
  staleStatement,
  type StatementFormState,
} from "#app/features/bank/copy.ts";
import {
  type BankOutcome,
  bookLine,
  bookProposals,
  undoLines,
  putBack,
  setAside,
} from "#app/features/bank/booking.server.ts";
import { toLineId } from "#app/features/bank/proposals.ts";
import { findInvoiceByNumber } from "#app/features/bank/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { countOf } from "#app/values/wording.ts";
import { readChoice } from "#app/features/bank/columns.server.ts";
import {
  importCredits,
  findMappings,
  rememberMapping,
  decodeStatement,
  importedMessage,
  leftOutMessage,
} from "#app/features/bank/import.server.ts";
import type { Direction } from "#app/features/bank/cells.ts";
import { statementLimits, tooLargeStatement } from "#app/features/bank/model.ts";
import type { ReadStatement, UnknownStatement } from "#app/features/bank/statement.server.ts";
import { readInThread } from "#app/features/bank/statement-thread.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { oneLine } from "#app/values/text.ts";
import type { FieldErrors } from "#app/values/rules.ts";

const reply = (state: StatementFormState, status = 200) => data<StatementFormState>(state, status);

export async function answerStatementAction(request: Request, by: Administrator) {
  const form = await readForm(request);
  const intent = form.get("intent");
  if (!isBankIntent(intent)) return reply({ ok: false }, 422);
  try {
    if (intent === "import") return await answerImport(form, by);
    if (intent === "columns") return await answerColumns(form, by);
    return await answerLines(form, by, intent);
  } catch (error) {
    log.error({ err: error, intent }, "bank lines not changed");
    const message = bankToasts[intent].failure.title;
    return reply({ ok: false, message, ...unknownOutcomeOf(error) }, 503);
  }
}

type LineIntent = Exclude<BankIntent, "import" | "columns">;

async function answerLines(form: FormData, by: Administrator, intent: LineIntent) {
  const db = getDb();
  if (intent === "book")
    return answerOutcome(await bookProposals(db, by, form.getAll("booking").map(String)), booked);
  const ids = form.getAll("line").map((line) => toLineId(String(line)));
  if (ids.length === 0 || ids.includes(null)) return stale();
  const lineIds = [...new Set(ids as number[])];
  if (intent === "choose") return answerChoice(form, by, lineIds[0]!);
  if (intent === "undo")
    return answerOutcome(
      await undoLines(db, by, lineIds),
      (count) => `Undone: ${countOf(count, "line")} to decide again.`,
    );
  const isAside = intent === "set-aside";
  const done = await (isAside ? setAside : putBack)(db, by, lineIds);
  if (!done) return stale();
  const lines = countOf(lineIds.length, "line");
  return reply({ ok: true, message: isAside ? `${lines} set aside.` : `${lines} put back.` });
}

const booked = (count: number) =>
  `${countOf(count, "line")} booked. You can undo this under Booked.`;

async function answerChoice(form: FormData, by: Administrator, lineId: number) {
  const typed = String(form.get("invoice") ?? "").trim();
  const refused = (message: string, status: number) =>
    reply(
      {
        ok: false,
        form: String(lineId),
        errors: { [`invoice-${lineId}`]: message },
        values: { invoice: typed },
      },
      status,
    );
  const invoice = await findInvoiceByNumber(getDb(), by, typed);
  if (!invoice)
    return refused("There's no invoice with this number. Choose one from the list.", 422);
  const outcome = await bookLine(getDb(), by, lineId, invoice.id);
  if (!outcome.ok && outcome.reason === "refused")
    return refused(lineRefusals[outcome.refusal.reason], 409);
  return answerOutcome(
    outcome,
    () => `Booked on ${invoice.number}. You can undo this under Booked.`,
  );
}

function answerOutcome(outcome: BankOutcome, done: (count: number) => string) {
  if (outcome.ok) return reply({ ok: true, message: done(outcome.lines) });
  if (outcome.reason === "changed") return stale();
  const { refusal } = outcome;
  const number = refusal.reason === "not-found" ? "" : `${refusal.account.number}: `;
  return reply({ ok: false, message: number + lineRefusals[refusal.reason] }, 409);
}

const stale = () => reply({ ok: false, message: staleStatement }, 409);

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
async function answerImport(form: FormData, by: Administrator) {
  const given = await givenStatement(form);
  if (!given.ok) return refusedImport(form, given.field, given.message);
  const remembered = await findMappings(getDb(), by);
  const asks = form.get("columns") === "on" && ({ chosen: "ask" } as const);
  const statement = await readInThread({ text: given.text, today: today(), remembered, ...asks });
  if (statement.is === "unknown") return askColumns(statement, given);
  const field = fileOf(form) ? "file" : "statement";
  if (statement.is === "refused") return refusedImport(form, field, statement.message);
  return store(form, by, statement, given.name);
}

async function answerColumns(form: FormData, by: Administrator) {
  const given = await givenStatement(form);
  if (!given.ok) return refusedImport(form, given.field, given.message);
  const reading = { text: given.text, today: today(), remembered: {} };
  const asked = await readInThread({ ...reading, chosen: "ask" });
  if (asked.is !== "unknown") return refusedImport(form, "statement", unreadable);
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

function refusedImport(form: FormData, field: string, message: string) {
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
