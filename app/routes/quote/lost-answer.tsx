import { useEffect, useRef } from "react";
import { Form, useNavigation, data } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { dismissFailure, type FormToasts } from "#app/ui/form-toasts.ts";

/** Pauses between looks, in milliseconds; the last one repeats for ever. */
const pauses = [0, 2_000, 5_000, 10_000, 30_000];

/** Asks the server until it knows what was recorded; at once when back online. */
export function LostAnswer({ posted }: { posted: FormState }) {
  const form = useRef<HTMLFormElement>(null);
  const looks = useRef(0);
  const { state, formData } = useNavigation();
  const looking = state !== "idle" && formData?.get("intent") === "look";
  useEffect(() => {
    const look = () => form.current?.requestSubmit();
    const timer = setTimeout(look, pauses[looks.current++] ?? pauses.at(-1));
    addEventListener("online", look);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", look);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each look that finds nothing out leads to the next
  }, [posted]);

  const declines = isDecline(posted);
  return (
    <div className="no-print mt-6">
      <FormMessage ok={false}>
        <p className="font-semibold">
          We can't tell yet whether your {declines ? "answer" : "acceptance"} arrived.
        </p>
        <p>We'll look again as soon as we can. Nothing is lost, and nothing counts twice.</p>
        <Form ref={form} method="post" replace preventScrollReset className="mt-3">
          <KeptValues values={posted.values} />
          <input type="hidden" name="intent" value="look" />
          <input type="hidden" name="about" value={declines ? "decline" : "acceptance"} />
          <button type="submit" className="button quiet">
            {looking ? "Looking..." : "Look again"}
          </button>
        </Form>
      </FormMessage>
    </div>
  );
}

/** For a page that can't show its form: the same answer can be sent again. */
export function FailedAnswer({ posted }: { posted: FormState }) {
  return (
    <FormMessage ok={false}>
      <p className="font-semibold">{posted.message ?? posted.notice}</p>
      {posted.detail && <p>{posted.detail}</p>}
      <Form method="post" className="mt-3">
        <KeptValues values={posted.values} />
        {isDecline(posted) && <input type="hidden" name="intent" value="decline" />}
        <button type="submit" className="button quiet">
          Send it again
        </button>
      </Form>
    </FormMessage>
  );
}

const isDecline = ({ values }: FormState) =>
  values?.intent === "decline" || values?.about === "decline";

function KeptValues({ values }: { values: FormState["values"] }) {
  return Object.entries(values ?? {})
    .filter(([name]) => name !== "intent" && name !== "about")
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** An unknown outcome keeps the sent form, to look again; no toast, as the page says it. */
export async function keepLostAnswer(
  form: FormData,
  send: () => Promise<unknown>,
  words: FormToasts,
) {
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const lost = () => data<FormState>({ ok: false, unknown: true, values }, 503);
  const isLook = form.get("intent") === "look";
  try {
    const sent = (await send()) as FormState | ReturnType<typeof lost>;
    const state = "init" in sent ? sent.data : sent;
    if (state.unknown || isLook) dismissFailure(words);
    return state.unknown ? lost() : sent;
  } catch (error) {
    if (error instanceof Response) {
      if (isLook) dismissFailure(words);
      throw error;
    }
    if (isLook) return lost();
    throw error;
  }
}
