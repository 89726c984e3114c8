import { Form, href, Link } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { retentionInWords } from "./retention.ts";

type PersonDataProps = {
  email: string;
  refused: string | null;
  posted: FormState | undefined;
  busy: boolean;
};

const testimonials = href("/admin/site/:document", { document: "testimonials" });

export function PersonData({ email, refused, posted, busy }: PersonDataProps) {
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
          <p>
            Are they in your testimonials?{" "}
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
          <button type="submit" className="button" disabled={busy}>
            {busy ? "Deleting..." : "Delete for good"}
          </button>
        </Form>
      </details>
    </section>
  );
}
