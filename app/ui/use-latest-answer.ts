import { useState } from "react";
import { useFetchers } from "react-router";

/** Drops the page's answer once a fetcher sends: an old error would stay beside a new success. */
export function useLatestAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const isSending = useFetchers().some(({ formMethod }) => formMethod === "POST");
  const [outdated, setOutdated] = useState<Answer>();
  if (isSending && answer !== undefined && outdated !== answer) setOutdated(answer);
  return isSending || outdated === answer ? undefined : answer;
}
