import { Form } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { TextField } from "#app/ui/fields.tsx";
import { quoteLimits, type PublicQuote } from "./model.ts";

export function DeclineForm({
  quote,
  posted,
  sending,
}: {
  quote: PublicQuote;
  posted: FormState | undefined;
  sending: boolean;
}) {
  const error = posted?.errors?.reason;
  return (
    <details className="no-print mt-10 border-t border-line pt-5" open={error !== undefined}>
      <summary className="link w-fit cursor-pointer pointer-coarse:py-2.5">
        Decline this quote
      </summary>
      <Form method="post" className="mt-4 flex flex-col items-start gap-4">
        <input type="hidden" name="intent" value="decline" />
        <input type="hidden" name="version" value={quote.version} />
        <div className="w-full">
          <TextField
            name="reason"
            label="Reason"
            optional
            rows={3}
            maxLength={quoteLimits.reasonMax}
            defaultValue={posted?.values?.reason}
            error={error}
          />
        </div>
        <button type="submit" className="button quiet" disabled={sending}>
          Decline Quote
        </button>
      </Form>
    </details>
  );
}
