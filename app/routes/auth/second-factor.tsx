import { data, Form, href, redirect } from "react-router";
import { listFactors } from "#app/features/auth/factors.server.ts";
import { maskedPhone } from "#app/features/auth/model.ts";
import { codeSchema, sentMessages } from "#app/features/auth/schema.ts";
import {
  getSignedIn,
  nextPathOf,
  callAuth,
  formRefusal,
} from "#app/features/auth/session.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, parseForm, readForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/second-factor";
import { SendButton, View } from "./view.tsx";

export const meta = () => privateMeta("Two-step sign-in");

async function requireUnfinishedSignIn(request: Request) {
  const signedIn = await getSignedIn(request);
  if (!signedIn)
    throw redirect(`${href("/login")}?${new URLSearchParams({ next: nextPathOf(request) })}`);
  if (signedIn.aal === signedIn.nextAal) throw redirect(nextPathOf(request));
  return signedIn;
}

/** The authenticator app comes first: nothing needs to be sent. The URL chooses the factor. */
export async function loader({ request }: Route.LoaderArgs) {
  const { id: userId } = await requireUnfinishedSignIn(request);
  const verified = (await listFactors(getDb(), userId))
    .filter(({ verifiedAt }) => verifiedAt)
    .sort((a, b) => b.type.localeCompare(a.type));
  const factors = verified.map(({ id, type, phone }) => ({
    id,
    label: type === "totp" ? "Authenticator app" : `Text message to ${maskedPhone(phone!)}`,
    type,
  }));
  const asked = new URL(request.url).searchParams.get("with");
  const chosen =
    asked === "recovery" ? null : (factors.find(({ id }) => id === asked) ?? factors[0]!);
  return { chosen, factors, next: nextPathOf(request) };
}

export async function action({ request }: Route.ActionArgs) {
  await requireUnfinishedSignIn(request);
  const id = new URL(request.url).searchParams.get("with") ?? "recovery";
  if ((await readForm(request)).get("intent") === "challenge") {
    const outcome = await callAuth(request, (api, call) =>
      api.challengeFactor({ ...call, params: { id } }),
    );
    return outcome.ok
      ? data<FormState>({ ok: true, message: sentMessages.textCode })
      : formRefusal(outcome);
  }
  const form = await parseForm(request, codeSchema);
  if (!form.ok) return form.reply;
  const { value: body } = form;
  const outcome = await callAuth(request, (api, call) =>
    id === "recovery"
      ? api.useRecoveryCode({ ...call, body })
      : api.verifyFactor({ ...call, params: { id }, body }),
  );
  if (!outcome.ok) return formRefusal(outcome);
  throw redirect(nextPathOf(request), { headers: outcome.headers });
}

export default function SecondFactor({
  loaderData: { chosen, factors, next },
  actionData,
}: Route.ComponentProps) {
  const { errors, handlers } = useFormErrors(codeSchema, actionData?.errors);
  const urlOf = (method: string) =>
    `${href("/login/second-factor")}?${new URLSearchParams({ with: method, next })}`;
  const here = urlOf(chosen?.id ?? "recovery");
  const others = [
    ...factors.filter(({ id }) => id !== chosen?.id).map(({ id, label }) => [label, id] as const),
    ...(chosen ? [["Recovery code", "recovery"] as const] : []),
  ];
  return (
    <View title="Two-step sign-in" state={actionData}>
      <p>
        {chosen?.type === "totp"
          ? "Enter the code from your authenticator app."
          : chosen
            ? `${chosen.label}: get a code, then enter it here.`
            : "Enter one of your recovery codes."}
      </p>
      {chosen?.type === "phone" && (
        <Form method="post" action={here} className="flex flex-col">
          <button type="submit" name="intent" value="challenge" className="button quiet">
            Send code
          </button>
        </Form>
      )}
      <Form key={here} method="post" action={here} className="flex flex-col gap-5" {...handlers}>
        <Field
          name="code"
          label={chosen ? "Code" : "Recovery code"}
          inputMode={chosen ? "numeric" : "text"}
          autoComplete="one-time-code"
          error={errors.code}
        />
        <SendButton busy="Verifying..." intent="verify">
          Verify
        </SendButton>
      </Form>
      <ul className="flex flex-col gap-1 border-t border-line pt-5">
        {others.map(([label, method]) => (
          <li key={method}>
            <a href={urlOf(method)} className="link tall">
              {label}
            </a>
          </li>
        ))}
        <li>
          <Form method="post" action={href("/logout")}>
            <button type="submit" className="link cursor-pointer pointer-coarse:min-h-11">
              Logout
            </button>
          </Form>
        </li>
      </ul>
    </View>
  );
}
