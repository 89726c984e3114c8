import { useCallback, useRef, useState } from "react";
import type { EditorState, OpenDocument } from "./editor-model.ts";

/** A newer version replaces the form's values only while the form has no unsaved changes. */
export function useOpenVersion(document: OpenDocument, answer: EditorState | undefined) {
  const [open, setOpen] = useState(() => ({
    answer,
    version: answer?.version ?? document.version,
    values: answer?.words ?? document.values,
    key: 0,
  }));
  const [isDirty, setDirty] = useState(answer ? !answer.ok : document.hasNewPicture);
  const changes = useRef(0);
  const sent = useRef(0);

  if (open.answer !== answer) {
    setOpen({ ...open, answer, version: answer?.version ?? open.version });
    if (answer?.ok && answer.intent === "discard") setDirty(false);
  } else if (document.version > open.version && !isDirty) {
    const { version, values } = document;
    setOpen({ ...open, version, values, key: open.key + 1 });
  }

  const kept = answer?.ok === true && (answer.intent === "save" || answer.intent === "publish");
  const [settled, setSettled] = useState(answer);
  if (kept && settled !== answer) {
    setSettled(answer);
    // oxlint-disable-next-line react-hooks/refs -- what was typed since the form was sent
    if (sent.current === changes.current) setDirty(false);
  }

  return {
    open,
    isDirty,
    noteChange: useCallback(() => {
      changes.current++;
      setDirty(true);
    }, []),
    noteSubmit: useCallback(() => {
      sent.current = changes.current;
    }, []),
  };
}
