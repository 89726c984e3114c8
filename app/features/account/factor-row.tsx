import { Form } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { settingsRow } from "./settings-section.tsx";
import type { ShownFactor } from "./show-factors.server.ts";

export function FactorRow({
  factor: { id, label, verifiedAt },
  fresh,
}: {
  factor: ShownFactor;
  fresh: boolean;
}) {
  return (
    <li className={settingsRow}>
      <div>
        <p className="flex flex-wrap items-center gap-3">
          {label} <Badge tone="good">On</Badge>
        </p>
        <p className="text-base text-soft">
          Since <When at={verifiedAt!} />
        </p>
      </div>
      {fresh && (
        <details>
          <summary className="link cursor-pointer">
            Remove<span className="sr-only"> {label}</span>
          </summary>
          <Form method="post" className="pt-3">
            <input type="hidden" name="id" value={id} />
            <button type="submit" name="intent" value="remove-factor" className="button">
              Yes, remove it
            </button>
          </Form>
        </details>
      )}
    </li>
  );
}
