import { data, href, Link, redirect } from "react-router";
import { listFactors } from "#app/features/auth/factors.server.ts";
import { maskedPhone } from "#app/features/auth/phone.ts";
import {
  codeSchema,
  emailCodeSchema,
  emailSchema,
  phoneSchema,
  textCodeSchema,
} from "#app/features/auth/schema.ts";
import { getSignedIn } from "#app/features/auth/session.server.ts";
import { callAuth, formRefusal } from "#app/features/auth/sign-in.server.ts";
import { sentMessages } from "#app/features/auth/copy.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm, readForm } from "#app/server/http/forms.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/code";
import { type CodeState, CodeSteps } from "./code-steps.tsx";
import { redirectSignedIn, nextPathOf } from "./continue.server.ts";
import { NewCodes } from "./new-codes.tsx";
import { type Other, toSignIn, View } from "./view.tsx";

export { headers } from "./headers.ts";
export const meta = () => privateMeta("One-time code");

type CodeType = "email" | "sms" | "phone_change";

function typeOf(request: Request): CodeType {
  const asked = new URL(request.url).searchParams.get("type");
  return asked === "sms" || asked === "phone_change" ? asked : "email";
}

/** The telephone number that is being set or changed by whoever is signed in, or null. */
async function newPhoneOf(request: Request) {
  const signedIn = await getSignedIn(request);
  const factors = signedIn ? await listFactors(getDb(), signedIn.id) : [];
  return factors.find(({ type, verifiedAt }) => type === "phone" && !verifiedAt) ?? null;
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

/** How each kind of code is asked for and given: the form's field, and the library's addresses and words. */
const channels = {
  email: {
    field: "email",
    asking: emailSchema,
    giving: emailCodeSchema,
    send: (request: Request, email: string) =>
      callAuth(request, "/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" }),
    verify: (request: Request, email: string, otp: string) =>
      callAuth(request, "/api/auth/sign-in/email-otp", { email, otp }),
    sent: sentMessages.emailCode,
  },
  sms: {
    field: "phone",
    asking: phoneSchema,
    giving: textCodeSchema,
    send: (request: Request, phoneNumber: string) =>
      callAuth(request, "/api/auth/phone-number/send-otp", { phoneNumber }),
    verify: (request: Request, phoneNumber: string, code: string) =>
      callAuth(request, "/api/auth/phone-number/verify", { phoneNumber, code }),
    sent: sentMessages.textCode,
  },
} as const;

export async function action({ request }: Route.ActionArgs) {
  const type = typeOf(request);
  if (type === "phone_change") return changePhone(request);
  const verifying = (await readForm(request)).get("intent") === "verify";
  return verifying ? giveCode(request, channels[type]) : askForCode(request, channels[type]);
}

type Channel = (typeof channels)[keyof typeof channels];

async function askForCode(request: Request, { field, asking, send, sent }: Channel) {
  const form = await parseForm<typeof asking>(request, asking);
  if (!form.ok) return form.reply;
  const to = form.values[field]!;
  const outcome = await send(request, to);
  // The code is for this browser, which the answer's cookie names.
  return outcome.ok
    ? data<CodeState>({ ok: true, message: sent, to }, { headers: outcome.headers })
    : formRefusal(outcome, form.values);
}

async function giveCode(request: Request, { field, giving, verify }: Channel) {
  const form = await parseForm<typeof giving>(request, giving);
  if (!form.ok)
    return data<CodeState>(
      { ...form.reply.data, to: form.reply.data.values?.[field] ?? "" },
      form.reply.init ?? {},
    );
  const to = form.values[field]!;
  const outcome = await verify(request, to, form.value.code);
  if (!outcome.ok)
    return data<CodeState>(
      { ok: false, message: outcome.message, to },
      { status: outcome.status, headers: outcome.headers },
    );
  throw redirect(nextPathOf(request), { headers: outcome.headers });
}

async function changePhone(request: Request) {
  const started = await newPhoneOf(request);
  if (!started) throw redirect(href("/admin/account"));
  const form = await parseForm(request, codeSchema);
  if (!form.ok) return form.reply;
  const outcome = await callAuth(request, `/api/auth/factors/${started.id}/verify`, form.value);
  if (!outcome.ok) return formRefusal(outcome);
  const { recoveryCodes } = outcome.body as { recoveryCodes?: string[] };
  if (!recoveryCodes) throw redirect(href("/admin/account"), { headers: outcome.headers });
  return data<CodeState>(
    { ok: true, message: "Your telephone number is verified.", recoveryCodes },
    { headers: outcome.headers },
  );
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
      : ["Get the code by e-mail", "/login/code"];
  return (
    <View
      title="One-time code"
      state={state}
      others={type === "phone_change" ? undefined : [other, toSignIn]}
    >
      {type === "phone_change" && !to ? (
        <p>
          There is no new number to verify.{" "}
          <Link to={href("/admin/account")} className="link">
            Open the account page
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
