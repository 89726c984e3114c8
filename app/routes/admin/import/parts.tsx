import { Form, href, Link } from "react-router";
import type { getImport } from "#app/features/imports/queries.server.ts";
import {
  columnUses,
  type ImportCounts,
  importKindLabels,
  type LineNote,
} from "#app/features/imports/model.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { countOf, formatCount } from "#app/values/wording.ts";
import { orderLabels } from "#app/values/written-dates.ts";

export const countsInSentence = (counts: ImportCounts) =>
  [
    `${formatCount(counts.new)} new`,
    counts.known > 0 && `${formatCount(counts.known)} known`,
    counts.leaving && `${formatCount(counts.leaving)} of them leave the list`,
    counts.skipped > 0 && `${formatCount(counts.skipped)} skipped`,
    counts.unreadable > 0 && `${formatCount(counts.unreadable)} unreadable`,
  ]
    .filter(Boolean)
    .join(", ");

type Shown = NonNullable<Awaited<ReturnType<typeof getImport>>>;
type Preview = Extract<Shown["preview"], { is: "read" }>;

export function ImportPreview({ preview }: { preview: Preview }) {
  const { choice, counts, examples, notes, overlapping } = preview;
  const hasWork = counts.new > 0 || Boolean(counts.leaving);
  return (
    <section aria-labelledby="becomes" className="flex max-w-3xl flex-col gap-5">
      <div>
        <h2 id="becomes" className="display-3">
          {importKindLabels[choice.kind]}: {countsInSentence(counts)}
        </h2>
        {examples.length > 0 && (
          <ul className="mt-2 text-soft wrap-anywhere">
            {examples.map((example) => (
              <li key={example}>{example}</li>
            ))}
            {counts.new > examples.length && (
              <li>and {formatCount(counts.new - examples.length)} more</li>
            )}
          </ul>
        )}
      </div>
      <LineNotes label="Can't be read" count={counts.unreadable} notes={notes.unreadable} isOpen />
      <LineNotes label="Overlap with others" count={overlapping} notes={notes.overlaps} isOpen />
      <LineNotes label="Skipped" count={counts.skipped} notes={notes.skipped} />
      {!hasWork && <p>There's nothing new in it.</p>}
      <div className="flex flex-wrap gap-3">
        {hasWork && (
          <Form method="post">
            <input type="hidden" name="intent" value="import" />
            <SubmitButton loading="Importing...">
              {counts.new > 0 ? `Import ${formatCount(counts.new)} New` : "Import"}
            </SubmitButton>
          </Form>
        )}
        <DiscardButton />
      </div>
      <p className="max-w-prose text-soft">{promises[choice.kind]}</p>
    </section>
  );
}

function DiscardButton() {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="drop" />
      <SubmitButton loading="Discarding..." done="Discarded." className="button quiet">
        Discard the File
      </SubmitButton>
    </Form>
  );
}

const promises = {
  clients: "Nobody gets an email. You can undo the import for 30 days.",
  appointments:
    "Nobody gets an email: no confirmation, no reminder and no invoice. " +
    "Where two overlap, your diary shows both. You can undo the import for 30 days.",
  subscribers:
    "Nobody gets an email. Of those who left, only the address is kept, " +
    "so that nobody writes to it again. You can undo the import for 30 days.",
};

type NotesProps = { label: string; count: number; notes: readonly LineNote[]; isOpen?: boolean };

function LineNotes({ label, count, notes, isOpen = false }: NotesProps) {
  if (count === 0) return null;
  return (
    <details open={isOpen}>
      <summary className="link min-h-11 cursor-pointer py-2">
        {label}: {countOf(count, "line")}
      </summary>
      <ul className="mt-1 flex flex-col gap-1 wrap-anywhere">
        {notes.map(({ line, why }) => (
          <li key={`${line} ${why}`}>
            Line {line}: {why}
          </li>
        ))}
        {count > notes.length && <li>and {countOf(count - notes.length, "more line")}</li>}
      </ul>
    </details>
  );
}

const members = {
  "": "As the file says",
  subscribed: "They're subscribed",
  unsubscribed: "They left, or their address failed",
};

type ColumnsProps = { preview: Preview; posted: FormState | undefined };

/** Alone while something has to be said first. */
export function ImportColumns({ preview, posted }: ColumnsProps) {
  if (isToBeSaid(preview))
    return (
      <section aria-labelledby="columns" className="flex max-w-2xl flex-col gap-5">
        <h2 id="columns" className="display-3">
          What do these columns hold?
        </h2>
        <ColumnsForm preview={preview} posted={posted} className="button self-start" />
        <DiscardButton />
      </section>
    );
  return (
    <details open={posted?.errors !== undefined} className="max-w-2xl">
      <summary className="link min-h-11 cursor-pointer py-2">
        Is something read wrongly? Say what the columns hold
      </summary>
      <ColumnsForm preview={preview} posted={posted} className="button quiet self-start" />
    </details>
  );
}

export const isToBeSaid = ({ open }: Preview) => Object.keys(open).length > 0;

type ColumnsFormProps = ColumnsProps & { className: string };

/** A longer list has the button above it too. */
const mostBelow = 6;

function ColumnsForm({ preview, posted, className }: ColumnsFormProps) {
  const { choice, columns, open } = preview;
  const errors = { ...open, ...posted?.errors };
  const again = (
    <SubmitButton loading="Reading the file..." className={className}>
      Read It Again
    </SubmitButton>
  );
  return (
    <Form method="post" className="mt-3 flex flex-col gap-5">
      <ErrorSummary errors={posted?.errors ?? {}} />
      <input type="hidden" name="intent" value="columns" />
      <input type="hidden" name="shownKind" value={choice.kind} />
      <SelectField
        name="kind"
        label="These are"
        options={importKindLabels}
        defaultValue={choice.kind}
      />
      {choice.kind === "appointments" && (
        <SelectField
          name="order"
          label="Dates are written"
          options={orderLabels}
          error={errors.order}
          defaultValue={choice.order ?? ""}
        />
      )}
      {choice.kind === "subscribers" && (
        <SelectField
          name="members"
          label="Everyone in it"
          options={members}
          error={errors.members}
          defaultValue={choice.members ?? ""}
        />
      )}
      {columns.length > mostBelow && again}
      {columns.map(({ field, name, examples, use }) => (
        <div key={field}>
          <input type="hidden" name="column" value={field} />
          <SelectField
            name={field}
            label={name}
            hint={examples.length > 0 ? `Such as ${examples.join(" · ")}` : "Empty"}
            error={errors[field]}
            options={{ "": "Nothing I need", ...columnUses[choice.kind] }}
            defaultValue={use}
          />
        </div>
      ))}
      {again}
    </Form>
  );
}

export function BesideOthers({ beside }: Pick<Shown, "beside">) {
  if (beside.length === 0) return null;
  return (
    <section aria-labelledby="beside">
      <h2 id="beside" className="display-3 mb-2">
        Overlap with others
      </h2>
      <ul className="flex flex-col gap-1">
        {beside.map(({ id, when, what }) => (
          <li key={id}>
            <Link to={href("/admin/diary/:id", { id })} className="link">
              {when}
            </Link>
            : {what}
          </li>
        ))}
      </ul>
    </section>
  );
}
