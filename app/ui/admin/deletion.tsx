import { Form, useFetcher } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FormFailure } from "#app/ui/form-messages.tsx";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { announce } from "#app/ui/show-answer.ts";
import { toast } from "#app/ui/toast.tsx";

/* Without scripts the page asks the same question after the first press. */

export type DeletionToasts = {
  question: (name?: string) => string;
  deleting: FormToasts;
  restoring: FormToasts;
};

type Values = { intent: "delete" | "restore"; id: string; confirmed?: "yes" };

export function DeleteButton({
  id,
  name,
  question,
  toasts: { loading, failure },
  className = "link cursor-pointer max-md:min-h-11 pointer-coarse:min-h-11",
}: {
  id: string;
  name: string;
  question: string;
  toasts: FormToasts;
  className?: string;
}) {
  const { Form: QuietForm, submit, state, data } = useFetcher<FormState>();
  const confirmed: Values = { intent: "delete", id, confirmed: "yes" };
  return (
    <QuietForm method="post">
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        name="intent"
        value="delete"
        disabled={state !== "idle"}
        className={className}
        onClick={(event) => {
          event.preventDefault();
          toast.ask(question, {
            label: "Confirm Delete",
            run() {
              announce({ loading, failure: failure.title });
              void submit(confirmed, { method: "post" });
            },
          });
        }}
      >
        Delete<span className="sr-only"> {name}</span>
      </button>
      {state === "idle" && <FormFailure state={data} />}
    </QuietForm>
  );
}

type DeletionAnswerProps = {
  asked?: string | undefined;
  deleted?: string | undefined;
  name: string | undefined;
  words: DeletionToasts;
};

export function DeletionAnswer({ asked, deleted, name, words }: DeletionAnswerProps) {
  if (!asked && !deleted) return null;
  const toasts = asked ? words.deleting : words.restoring;
  return (
    <Form
      method="post"
      className="mb-6 flex flex-wrap items-center gap-4 border-l-4 border-danger bg-raised p-4"
    >
      <input type="hidden" name="id" value={asked ?? deleted} />
      {asked && <input type="hidden" name="confirmed" value="yes" />}
      <p>{asked ? words.question(name) : words.deleting.success.title}</p>
      <button
        type="submit"
        name="intent"
        value={asked ? "delete" : "restore"}
        data-loading={toasts.loading}
        data-failure={toasts.failure.title}
        className="button"
      >
        {asked ? "Confirm Delete" : "Undo"}
      </button>
    </Form>
  );
}
