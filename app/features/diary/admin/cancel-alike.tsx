import { Form } from "react-router";
import type { Alike } from "#app/features/diary/cancel-alike.server.ts";
import type { Entry } from "#app/features/diary/model.ts";
import { OpenedForm } from "#app/ui/admin/opened-form.tsx";
import { When } from "#app/ui/admin/when.tsx";

type Props = { alike: Alike; busy: boolean };

export function CancelAlike({ alike: { ofAddress, ofHour }, busy }: Props) {
  return (
    <>
      <AlikeForm entries={ofAddress} which="by this address" busy={busy} />
      <AlikeForm entries={ofHour} which="of this hour" busy={busy} />
    </>
  );
}

type FormProps = { entries: readonly Entry[]; which: string; busy: boolean };

function AlikeForm({ entries, which, busy }: FormProps) {
  if (entries.length < 2) return null;
  return (
    <OpenedForm label={`Cancel all ${entries.length} ${which}`} isOpen={false} isAway>
      <Form method="post" className="flex flex-col gap-4" preventScrollReset>
        <p>
          Nobody has shown yet that these are real. Their times are free again, and they aren't
          emailed: anyone can type an address.
        </p>
        <ul>
          {entries.map(({ id, startsAt, clientName, clientEmail }) => (
            <li key={id}>
              <label className="flex items-start gap-3 py-2">
                <input
                  type="checkbox"
                  name="ids"
                  value={id}
                  defaultChecked
                  className="mt-1 size-5 shrink-0 accent-(--fill)"
                />
                <span className="min-w-0 grow wrap-anywhere">
                  <When at={startsAt} /> · {clientName}
                  <span className="block text-base text-soft">{clientEmail}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <p>
          <button name="intent" value="cancel-alike" disabled={busy} className="button">
            Cancel Those Ticked
          </button>
        </p>
      </Form>
    </OpenedForm>
  );
}
