import { Form, href, Link } from "react-router";
import { ComposeButton } from "#app/features/email/admin/composer.tsx";
import { OwedBadge } from "#app/features/invoices/admin/invoice-panel.tsx";
import type { InvoicesPanel } from "#app/features/invoices/lists.ts";
import { EmailLink } from "#app/ui/admin/line-breaks.tsx";
import { composerKinds, type ClientNotes } from "#app/features/clients/model.ts";
import type { HistoryEntry } from "#app/features/clients/queries.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { usePostedForm } from "#app/ui/admin/form.tsx";
import { Field, TextField, TickField } from "#app/ui/fields.tsx";
import { notesSchema } from "#app/features/clients/notes.ts";
import { retentionInWords } from "#app/features/privacy/retention.ts";
import { testimonialTick } from "#app/features/privacy/schema.ts";

type HeaderProps = {
  email: string;
  /** Null if the client couldn't be loaded. */
  client: { names: string[]; entries: readonly HistoryEntry[]; panel: InvoicesPanel } | null;
};

export function ClientHeader({ email, client }: HeaderProps) {
  const latest = client?.entries.find(({ kind }) => composerKinds[kind] !== null);
  return (
    <div className="openers xl:items-start">
      <header className="whole w-full max-xl:mb-4 xl:w-auto xl:flex-[1_1_16rem]">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="display-3 wrap-anywhere">{client?.names.join(", ") || email}</h1>
          {client && <OwedBadge panel={client.panel} />}
        </div>
        <EmailLink email={email} />
      </header>
      {latest && (
        <ComposeButton
          kind={composerKinds[latest.kind]!}
          id={latest.id}
          className="button w-full min-h-11! px-4!"
        >
          Write<span className="sr-only"> to {email}</span>
        </ComposeButton>
      )}
    </div>
  );
}

export function NotesForm({
  saved,
  posted,
  busy,
}: {
  saved: ClientNotes;
  posted: FormState | undefined;
  busy: boolean;
}) {
  const { form, summary, field } = usePostedForm(notesSchema, posted);
  return (
    <Form {...form} className="flex flex-col gap-4">
      <h2 className="display-3">Phone and notes</h2>
      {summary}
      <input type="hidden" name="intent" value="notes" />
      <input type="hidden" name="updatedAt" value={saved.updatedAt ?? ""} />
      <Field
        {...field("phone", saved.phone)}
        label="Phone"
        type="tel"
        autoComplete="off"
        optional
      />
      <TextField
        {...field("notes", saved.notes)}
        label="Notes"
        rows={3}
        optional
        hint="Only you see these."
      />
      <button type="submit" className="button quiet self-start" disabled={busy}>
        {busy ? "Saving..." : "Save"}
      </button>
    </Form>
  );
}

type PersonDataProps = {
  email: string;
  /** Of testimonials that may be this client's. */
  authors: readonly string[];
  refused: string | null;
  posted: FormState | undefined;
  busy: boolean;
};

const testimonials = href("/admin/site/:document", { document: "testimonials" });

export function PersonData({ email, authors, refused, posted, busy }: PersonDataProps) {
  if (refused) {
    return (
      <section className="no-print mt-4 border-t border-line pt-6">
        <h2 className="display-3 mb-2">Personal data</h2>
        <p className="measure">{refused}</p>
      </section>
    );
  }
  return (
    <section className="no-print mt-4 border-t border-line pt-6">
      <h2 className="display-3 mb-2">Personal data</h2>
      <p className="measure mb-4">Download everything you hold about this client.</p>
      {/* Not a router form: the browser downloads the file. */}
      <form method="post" action={href("/admin/clients/:email/export", { email })}>
        <button type="submit" className="button quiet">
          Download
        </button>
      </form>
      <details className="mt-6" open={posted?.errors !== undefined}>
        <summary className="link w-fit cursor-pointer py-2">Delete client data</summary>
        <Form
          method="post"
          className="measure mt-2 flex flex-col items-start gap-4 border-l-4 border-danger bg-raised p-4"
        >
          <p>
            This deletes their messages, appointments, bookings, emails, newsletter subscription and
            open quotes for good; it can't be undone. The times of appointments to come are free
            again, and nobody is told. Accepted quotes, invoices and payments stay for{" "}
            {retentionInWords.invoice} for tax, but their public pages come down. Bank lines that
            pay no invoice go after {retentionInWords.bankLine}. Existing backups still contain this
            client until they are overwritten.
          </p>
          {authors.length > 0 && (
            <fieldset>
              <legend>Tick what's theirs in your testimonials, to withdraw it for good:</legend>
              {authors.map(testimonialTick).map((name, index) => (
                <TickField
                  key={name}
                  name={name}
                  defaultChecked={posted?.values?.[name] !== undefined}
                >
                  {authors[index]}
                </TickField>
              ))}
            </fieldset>
          )}
          <p>
            Are they in your testimonials{authors.length > 0 && " by another name"}?{" "}
            <Link className="link" to={`${testimonials}#withdraw`}>
              Withdraw those there
            </Link>
            .
          </p>
          <Field
            name="address"
            label="Type the client's email to confirm"
            autoComplete="off"
            defaultValue={posted?.values?.address}
            error={posted?.errors?.address}
          />
          <button type="submit" data-loading="Deleting..." className="button" disabled={busy}>
            {busy ? "Deleting..." : "Delete for good"}
          </button>
        </Form>
      </details>
    </section>
  );
}
