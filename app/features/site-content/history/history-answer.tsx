import { Form } from "react-router";
import { FormMessage } from "#app/ui/form-messages.tsx";
import type { HistoryState } from "./toasts.ts";

export function HistoryAnswer({ answer }: { answer: HistoryState | undefined }) {
  const said = answer?.message ?? answer?.notice;
  if (!answer || !said) return null;
  return (
    <div className="mb-6 max-w-3xl">
      <FormMessage ok={answer.ok}>
        <p className="font-semibold">{said}</p>
        {answer.message && answer.notice && <p>{answer.notice}</p>}
        {answer.detail && <p>{answer.detail}</p>}
        {answer.ok && answer.publication !== undefined && (
          <Form method="post">
            <input type="hidden" name="publication" value={answer.publication} />
            <button
              type="submit"
              name="intent"
              value="undo"
              className="link min-h-11 cursor-pointer font-semibold"
            >
              Undo
            </button>
          </Form>
        )}
      </FormMessage>
    </div>
  );
}
