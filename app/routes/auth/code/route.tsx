import { href, Link } from "react-router";
import { maskedPhone } from "#app/features/auth/model.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { redirectSignedIn } from "#app/features/auth/session.server.ts";
import { type Other, toSignIn, View } from "#app/routes/auth/view.tsx";
import type { Route } from "./+types/route";
import { askForCode, changePhone, codeChannels, giveCode, newPhoneOf } from "./actions.server.ts";
import { type CodeState, CodeSteps, NewCodes } from "./steps.tsx";

export const meta = () => privateMeta("One-time code");

type CodeType = "email" | "sms" | "phone_change";

function typeOf(request: Request): CodeType {
  const asked = new URL(request.url).searchParams.get("type");
  return asked === "sms" || asked === "phone_change" ? asked : "email";
}

export async function loader({ request }: Route.LoaderArgs) {
  const type = typeOf(request);
  if (type === "phone_change") {
    const started = await newPhoneOf(request);
    return { type, to: started && maskedPhone(started.phone!) };
  }
  await redirectSignedIn(request);
  return { type, to: null };
}

export async function action({ request }: Route.ActionArgs) {
  const type = typeOf(request);
  if (type === "phone_change") return changePhone(request);
  const verifying = (await readForm(request)).get("intent") === "verify";
  return verifying
    ? giveCode(request, codeChannels[type])
    : askForCode(request, codeChannels[type]);
}

export default function Code({ loaderData: { type, to }, actionData }: Route.ComponentProps) {
  const state: CodeState | undefined = actionData;
  if (state?.recoveryCodes) {
    return (
      <View title="One-time code" state={state}>
        <NewCodes codes={state.recoveryCodes} />
      </View>
    );
  }
  const other: Other =
    type === "email"
      ? ["Get the code by text message", "/login/code", { type: "sms" }]
      : ["Get the code by email", "/login/code"];
  return (
    <View
      title="One-time code"
      state={state}
      others={type === "phone_change" ? undefined : [other, toSignIn]}
    >
      {type === "phone_change" && !to ? (
        <p>
          There's no new number to verify.{" "}
          <Link to={href("/admin/account")} className="link">
            Open your account
          </Link>
        </p>
      ) : (
        <CodeSteps
          key={`${type} ${state?.to ?? ""}`}
          type={type}
          to={to ?? state?.to ?? null}
          state={state}
        />
      )}
    </View>
  );
}
