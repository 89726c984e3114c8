import { Form } from "react-router";
import type { EditorState } from "./editor-model.ts";

export function UnscriptedAnswer({ answer }: { answer: EditorState | undefined }) {
  if (!answer?.ok || !answer.message) return null;
  return (
    <Form method="post" className={answerClass}>
      <p>
        {answer.message} {answer.notice}
      </p>
      {answer.publication !== undefined && (
        <>
          <input type="hidden" name="publication" value={answer.publication} />
          <button type="submit" name="intent" value="undo" className="link min-h-11 cursor-pointer">
            Undo
          </button>
        </>
      )}
    </Form>
  );
}

const answerClass =
  "[@media(scripting:enabled)]:hidden flex flex-wrap items-center gap-4 " +
  "border-l-4 border-good bg-raised p-4";
