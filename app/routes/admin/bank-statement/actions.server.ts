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
import type { PaymentResult } from "#app/features/ledger/payments.server.ts";
import { countOf } from "#app/values/wording.ts";
import { readChoice } from "#app/features/bank/columns.server.ts";
import {
  importCredits,
  findMappings,
  rememberMapping,
  importedMessage,
  leftOutMessage,
  readInThread,
} from "#app/features/bank/import.server.ts";
import { type Direction, statementLimits, tooLargeStatement } from "#app/features/bank/model.ts";
import type { ReadStatement, UnknownStatement } from "#app/features/bank/statement.server.ts";
import type { Owner } from "#app/features/auth/model.ts";
import { guardOf } from "#app/features/intake/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { oneLine } from "#app/values/text.ts";
import { decodeText } from "#app/server/csv.server.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import type { StatementFormState } from "./parts.tsx";

const notImported = "Statement not imported. Please try again.";
const notBooked = "Nothing was booked. Please try again.";

export const answerStatementForms = answerForms<StatementFormState>({
  /** Asks about unknown columns before it stores the lines. */
  import: ownerAction({
    failure: notImported,
    async run({ db, by, form, values }) {
      const given = await givenStatement(form);
      if (!given.ok) return given;
      const remembered = await findMappings(db, by);
      const asks = values.columns === "on" && ({ chosen: "ask" } as const);
      const reading = { text: given.text, today: today(), remembered, ...asks };
      const statement = await readInThread(reading);
      if (statement.is === "unknown") return askColumns(statement, given, values);
      const field = fileOf(form) ? "file" : "statement";
      if (statement.is === "refused") return refused(field, statement.message);
      return store(db, by, statement, given.name, values);
    },
  }),
  columns: ownerAction({
    failure: notImported,
    async run({ db, by, form, values }) {
      const given = await givenStatement(form);
      if (!given.ok) return given;
      const reading = { text: given.text, today: today(), remembered: {} };
      const asked = await readInThread({ ...reading, chosen: "ask" });
      if (asked.is !== "unknown") return refused("statement", unreadable);
      const ask = (errors: FieldErrors, statement = asked) => ({
        ...askColumns(statement, given, values),
        errors,
        status: 422,
      });
      const uses = asked.choice.columns.map(({ field }) => values[field] ?? "");
      const chosen = readChoice(uses, values.order ?? "", chosenWords(form));
      if (!chosen.ok) return ask(chosen.errors);
      const { mapping } = chosen;
      const statement = await readInThread({ ...reading, chosen: mapping });
      if (statement.is === "unknown") return ask(missing(statement), statement);
      if (statement.is === "refused") return ask({ "use-0": statement.message });
      await rememberMapping(db, by, asked.key, mapping);
      return store(db, by, statement, given.name, values);
    },
  }),
  book: ownerAction({
    failure: notBooked,
    async run({ db, by, form }) {
      const outcome = await bookProposals(db, by, form.getAll("booking").map(String));
      return answerOutcome(
        outcome,
        (count) => `${countOf(count, "line")} booked. You can undo this under Booked.`,
      );
    },
  }),
  choose: ownerAction({
    failure: notBooked,
    async run({ db, by, form, values }) {
      const [line] = linesIn(form);
      if (line === undefined) return stale;
      const field = `invoice-${line}`;
      const invoice = await findInvoiceByNumber(db, by, (values.invoice ?? "").trim());
      if (!invoice)
        return refused(field, "There's no invoice with this number. Choose one from the list.");
      const outcome = await bookLine(db, by, line, invoice.id);
      if (!outcome.ok && outcome.reason === "refused")
        return { ...refused(field, lineRefusals[outcome.refusal.reason]), status: 409 };
      return answerOutcome(
        outcome,
        () => `Booked on ${invoice.number}. You can undo this under Booked.`,
      );
    },
  }),
  undo: ownerAction({
    failure: "Nothing was undone. Please try again.",
    async run({ db, by, form }) {
      const lines = linesIn(form);
      if (lines.length === 0) return stale;
      return answerOutcome(
        await undoLines(db, by, lines),
        (count) => `Undone: ${countOf(count, "line")} to decide again.`,
      );
    },
  }),
  "set-aside": decideLines(setAside, "set aside"),
  "put-back": decideLines(putBack, "put back"),
});

function decideLines(change: typeof setAside | typeof putBack, done: string) {
  return ownerAction({
    failure: `Nothing was ${done}. Please try again.`,
    async run({ db, by, form }) {
      const lines = linesIn(form);
      if (lines.length === 0 || !(await change(db, by, lines))) return stale;
      return { ok: true, message: `${countOf(lines.length, "line")} ${done}.` };
    },
  });
}

/** Empty if one of them is no line. */
function linesIn(form: FormData): number[] {
  const ids = form.getAll("line").map((line) => toLineId(String(line)));
  return ids.includes(null) ? [] : [...new Set(ids as number[])];
}

function answerOutcome(outcome: BankOutcome, done: (count: number) => string): StatementFormState {
  if (outcome.ok) return { ok: true, message: done(outcome.lines) };
  if (outcome.reason === "changed") return stale;
  const { refusal } = outcome;
  const number = refusal.reason === "not-found" ? "" : `${refusal.account.number}: `;
  return { ok: false, message: number + lineRefusals[refusal.reason] };
}

const stale: StatementFormState = {
  ok: false,
  message:
    "Something has changed since this page was loaded, so nothing was done. Here is how things stand now.",
};

const lineRefusals: Record<Exclude<PaymentResult, { ok: true }>["reason"], string> = {
  "not-found": "This invoice no longer exists.",
  draft: "This invoice is a draft. Issue it first.",
  void: "This invoice was voided. Choose the one that replaced it.",
  "credit-note": "This is a credit note. Choose the invoice itself.",
  zero: "There is no money on this line.",
  future: "The date of this line is in the future.",
  "no-reason": "A reason is missing.",
  "more-than-paid": "Some of this payment was refunded. Undo the refund first.",
  reversal: "This payment was undone before.",
};

const refused = (field: string, message: string) => ({
  ok: false as const,
  errors: { [field]: message },
});

function fileOf(form: FormData): File | null {
  const file = form.get("file");
  return file instanceof File && file.size > 0 ? file : null;
}

async function givenStatement(form: FormData) {
  const file = fileOf(form);
  if (!file) {
    const text = String(form.get("statement") ?? "");
    const name = oneLine(String(form.get("fileName") ?? "")).slice(0, 100);
    return text.trim()
      ? { ok: true as const, text, name }
      : refused("file", "Choose the file or paste its text.");
  }
  if (file.size > statementLimits.bytes) return refused("file", tooLargeStatement);
  const text = decodeText(await file.bytes());
  return text === null
    ? refused("file", "This isn't a CSV file. Export the statement from your bank as CSV.")
    : { ok: true as const, text, name: oneLine(file.name).slice(0, 100) };
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

type Values = Record<string, string>;

function askColumns(
  statement: UnknownStatement,
  { text, name }: { text: string; name: string },
  values: Values,
) {
  return {
    ok: false,
    notice: "Choose what the columns hold.",
    choice: statement.choice,
    values: { ...values, statement: text, fileName: name },
    status: 200,
  };
}

async function store(
  db: Db,
  by: Owner,
  { credits, until, leftOut }: ReadStatement,
  fileName: string,
  values: Values,
) {
  const { key } = guardOf(values);
  const outcome = await importCredits(db, by, { credits, until, fileName, key });
  const detail = leftOut.length > 0 && { detail: leftOutMessage(leftOut) };
  return { ok: true, message: importedMessage(outcome), ...detail };
}
