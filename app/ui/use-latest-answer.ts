import { useState } from "react";
import { useFetchers } from "react-router";

/**
 * The answer to a page's form until something else is sent from the page: a fetcher leaves the answer
 * that the page arrived with where it is, so that an old error would stand beside a later success.
 */
export function useLatestAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const isSending = useFetchers().some(({ formMethod }) => formMethod === "POST");
  const [outdated, setOutdated] = useState<Answer>();
  if (isSending && answer !== undefined && outdated !== answer) setOutdated(answer);
  return isSending || outdated === answer ? undefined : answer;
}
