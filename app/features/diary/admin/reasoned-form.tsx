import { Form } from "react-router";
import { OpenedForm } from "#app/ui/admin/opened-form.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { type EntryFormsProps, refusedOf } from "./entry-form-props.ts";

type Props = Pick<EntryFormsProps, "entry" | "posted" | "busy"> & {
  intent: "cancel" | "decline" | "end-series";
  label: string;
  yes: string;
  children: string;
};

export function ReasonedForm({ entry, intent, label, yes, children, posted, busy }: Props) {
  const refused = refusedOf(posted, intent);
  const isTold = entry.kind === "appointment" && entry.clientEmail;
  return (
    <OpenedForm
      label={label}
      isOpen={refused !== undefined}
      isAway
      isBesideAnswer={intent === "decline"}
    >
      <Form method="post" className="flex flex-col gap-4" preventScrollReset>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="version" value={entry.version} />
        <p>{children}</p>
        {isTold && (
          <TextField
            name="reason"
            id={`${intent}-reason`}
            label="A word to them"
            hint="It's in the email."
            rows={2}
            defaultValue={refused?.values?.reason}
            error={refused?.errors?.reason}
            optional
          />
        )}
        {intent !== "decline" && entry.kind === "appointment" && (
          <label className="flex items-start gap-3 pointer-coarse:py-2">
            <input
              type="checkbox"
              name="forClient"
              defaultChecked={refused?.values?.forClient === "on"}
              className="mt-1 size-5 shrink-0 accent-(--fill)"
            />
            The client has cancelled
          </label>
        )}
        <p>
          <button type="submit" disabled={busy} className="button">
            {yes}
          </button>
        </p>
      </Form>
    </OpenedForm>
  );
}
