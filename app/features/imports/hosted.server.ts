import { sql } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { type Db, errorCode } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { countOf } from "#app/values/wording.ts";
import { findErased } from "./plan.server.ts";

/* The four tables that owners bring along from a hosted PostgreSQL, as they are there. */

/** With the column of the person's email address, if there is one. */
const hostedTables = {
  contact_messages: "email",
  ameb_bookings: "contact_email",
  invoices: "client_email",
  email_templates: null,
} as const;

type HostedOutcome = {
  table: string;
  added: number;
  known: number;
  /** Of people who were erased here. */
  erased: number;
  unreadable: { id: string; why: string }[];
  isMissing: boolean;
};

type Answer<Row> = Promise<{ rows: Row[] }>;

/** A connection of its own. */
export type HostedSource = { query<Row>(text: string, values?: unknown[]): Answer<Row> };

/** One transaction, which sends no email. Ids and times stay; a row whose id is here is left as it is. */
export function importHosted(
  db: Db,
  source: HostedSource,
  now = new Date(),
): Promise<HostedOutcome[]> {
  return db.transaction(async (tx) => {
    await source.query("begin isolation level repeatable read read only");
    // A time without a zone is UTC, on both sides.
    await source.query("set local timezone = 'UTC'");
    await tx.execute(sql`set local timezone = 'UTC'`);
    const outcomes: HostedOutcome[] = [];
    const isErased = await findErased(tx);
    for (const [table, email] of Object.entries(hostedTables))
      outcomes.push(await importTable(tx, source, { table, email, isErased }));
    await source.query("commit");
    const added = outcomes.filter((one) => one.added > 0);
    const counts = added.map((one) =>
      countOf(one.added, `row of ${one.table}`, `rows of ${one.table}`),
    );
    const label = `of a hosted database: ${counts.join(", ")}`;
    const subject = { kind: "records", label } as const;
    if (added.length > 0)
      await recordActivity(tx, { actor: "npm run import", action: "imported", subject }, now);
    return outcomes;
  });
}

type HostedTable = { table: string; email: string | null; isErased: (email: string) => boolean };

type HostedRow = { id: string; email: string | null; json: string };

/** Rows per SQL statement. */
const rowsAtOnce = 500;

async function importTable(
  tx: Db,
  source: HostedSource,
  { table, email, isErased }: HostedTable,
): Promise<HostedOutcome> {
  const outcome: HostedOutcome = {
    table,
    added: 0,
    known: 0,
    erased: 0,
    unreadable: [],
    isMissing: false,
  };
  const columns = await sharedColumns(tx, source, table);
  if (!columns.includes("id")) return { ...outcome, isMissing: true };
  const person = email && columns.includes(email) ? `lower(t."${email}")` : "null";
  await source.query(`declare hosted no scroll cursor for
    select t.id::text as id, ${person} as email, to_jsonb(t)::text as json from public."${table}" t`);
  for (;;) {
    const { rows } = await source.query<HostedRow>(`fetch ${rowsAtOnce} from hosted`);
    if (rows.length === 0) break;
    const kept = rows.filter((row) => row.email === null || !isErased(row.email));
    const { added, unreadable } = await insertRows(tx, table, columns, kept);
    outcome.added += added;
    outcome.known += kept.length - added - unreadable.length;
    outcome.erased += rows.length - kept.length;
    outcome.unreadable.push(...unreadable);
  }
  await source.query("close hosted");
  return outcome;
}

const columnsOfTable = `select column_name::text as name from information_schema.columns
  where table_schema = 'public' and is_generated = 'NEVER' and table_name = `;

async function sharedColumns(tx: Db, source: HostedSource, table: string): Promise<string[]> {
  const ours = await rowsOf<{ name: string }>(tx, sql.raw(`${columnsOfTable}'${table}'`));
  const { rows: theirs } = await source.query<{ name: string }>(`${columnsOfTable}$1`, [table]);
  const names = new Set(theirs.map(({ name }) => name));
  return ours.map(({ name }) => name).filter((name) => names.has(name));
}

type Inserted = { added: number; unreadable: HostedOutcome["unreadable"] };

/** If one of them is refused, row by row, so that the refused one can be named. */
async function insertRows(
  tx: Db,
  table: string,
  columns: readonly string[],
  rows: readonly HostedRow[],
): Promise<Inserted> {
  const names = sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const to = sql.identifier(table);
  try {
    // The savepoint keeps the transaction usable after a refusal.
    const inserted = await tx.transaction((inner) =>
      rowsOf<{ one: number }>(
        inner,
        sql`insert into ${to} (${names}) select ${names}
          from jsonb_populate_recordset(null::${to}, ${`[${rows.map(({ json }) => json).join()}]`}::jsonb)
          on conflict (id) do nothing returning 1 as one`,
      ),
    );
    return { added: inserted.length, unreadable: [] };
  } catch (error) {
    // Data exceptions and violated constraints.
    if (!/^2[23]/.test(errorCode(error) ?? "")) throw error;
    const [row] = rows;
    if (rows.length === 1 && row)
      return { added: 0, unreadable: [{ id: row.id, why: reasonOf(error) }] };
    const outcome: Inserted = { added: 0, unreadable: [] };
    for (const one of rows) {
      const { added, unreadable } = await insertRows(tx, table, columns, [one]);
      outcome.added += added;
      outcome.unreadable.push(...unreadable);
    }
    return outcome;
  }
}

/** PostgreSQL's own sentence. */
function reasonOf(error: unknown): string {
  const cause = (error as { cause?: unknown }).cause ?? error;
  return cause instanceof Error ? cause.message : String(cause);
}
