import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import type { StatementFormState } from "#app/features/bank/admin/form-state.ts";
import {
  type BankOutcome,
  bookLine,
  bookProposals,
  undoLines,
} from "#app/features/bank/booking.server.ts";
import { toLineId } from "#app/features/bank/booking-token.ts";
import { putBack, setAside } from "#app/features/bank/dismissal.server.ts";
import { findInvoiceByNumber } from "#app/features/bank/queries.server.ts";
import {
  type BankIntent,
  bankToasts,
  isBankIntent,
  lineRefusals,
  staleStatement,
} from "#app/features/bank/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { countOf } from "#app/values/wording.ts";
import { answerColumns, answerImport } from "./statement-import.server.ts";

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
