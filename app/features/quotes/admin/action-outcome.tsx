import { useEffect, useRef } from "react";
import { href } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";

/** Takes the focus: the pressed button may have gone. */
export function ActionOutcome({ id, outcome }: { id: string; outcome: FormState | undefined }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) message.current?.focus();
  }, [outcome]);
  if (!outcome?.message) return null;
  return (
    <div ref={message} tabIndex={-1}>
      <FormMessage ok={outcome.ok}>
        <p>{outcome.message}</p>
        {!outcome.ok && (
          <a className="link" href={href("/admin/quotes/:id", { id })}>
            Reload this page
          </a>
        )}
      </FormMessage>
    </div>
  );
}
