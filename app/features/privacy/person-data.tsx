import { Form, href } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { retentionInWords } from "./retention.ts";

type PersonDataProps = {
  email: string;
  /** Why there is nobody to export or erase. */
  refused: string | null;
  posted: FormState | undefined;
  busy: boolean;
};

/** What the law lets a person ask for: a copy of everything, and to be forgotten. */
export function PersonData({ email, refused, posted, busy }: PersonDataProps) {
  if (refused) {
    return (
      <section className="no-print mt-12 border-t border-line pt-6">
        <h2 className="display-3 mb-2">Personal data</h2>
        <p className="measure">{refused}</p>
      </section>
    );
  }
  return (
    <section className="no-print mt-12 border-t border-line pt-6">
      <h2 className="display-3 mb-2">Personal data</h2>
      <p className="measure mb-4">
        Everything that is held about this address, in one file that you can hand over.
      </p>
      {/* A file that is downloaded: the browser asks for it itself. */}
      <form method="post" action={href("/admin/clients/:email/export", { email })}>
        <button type="submit" className="button quiet">
          Export
        </button>
      </form>
      <details className="mt-6" open={posted?.errors !== undefined}>
        <summary className="link w-fit cursor-pointer py-2">Erase this person</summary>
        <Form
          method="post"
          className="measure mt-2 flex flex-col items-start gap-4 border-l-4 border-danger bg-raised p-4"
        >
          <p>
            Messages, bookings, letters, the newsletter and every quote that was not accepted are
            erased for good; this cannot be undone. Accepted quotes stay for{" "}
            {retentionInWords.acceptedQuote}, as tax law asks, and their public pages end. Backups
            that were made before still hold this person until they are overwritten.
          </p>
          <Field
            name="address"
            label="To confirm, type the e-mail address of this page"
            autoComplete="off"
            defaultValue={posted?.values?.address}
            error={posted?.errors?.address}
          />
          <button type="submit" className="button" disabled={busy}>
            {busy ? "Erasing..." : "Erase for good"}
          </button>
        </Form>
      </details>
    </section>
  );
}
