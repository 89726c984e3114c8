import { href, Link, data, redirect } from "react-router";
import { maskedPhone } from "#app/features/auth/model.ts";
import { readForm, type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import {
  redirectSignedIn,
  getSignedIn,
  nextPathOf,
  callAuth,
  formRefusal,
} from "#app/features/auth/session.server.ts";
import {
  type Other,
  toSignIn,
  View,
  emailField,
  KeepSignedIn,
  SendButton,
  SignInForm,
  useSignInForm,
} from "#app/routes/auth/view.tsx";
import type { Route } from "./+types/route";
import {
  codeSchema,
  emailSchema,
  phoneSchema,
  emailCodeSchema,
  textCodeSchema,
  sentMessages,
} from "#app/features/auth/schema.ts";
import { Field } from "#app/ui/fields.tsx";
import { RecoveryCodes } from "#app/features/account/recovery-codes.tsx";
import { listFactors } from "#app/features/auth/factors.server.ts";
import { getDb } from "#app/server/database/db.server.ts";

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

/** `to`: where the code was sent. */
type CodeState = FormState & { to?: string; recoveryCodes?: string[] };

const codeSentNotice =
  "has access, we've sent a code. It works once, in this browser, and expires in ten minutes.";

type Steps = {
  type: "email" | "sms" | "phone_change";
  to: string | null;
  state: CodeState | undefined;
};

function CodeSteps(steps: Steps) {
  return steps.to === null ? <AskForCode {...steps} /> : <GiveCode {...steps} />;
}

function AskForCode({ type, state }: Steps) {
  const { form, field } = useSignInForm(type === "email" ? emailSchema : phoneSchema, state);
  return (
    <SignInForm {...form}>
      <p>We'll {type === "email" ? "email" : "text"} you a code that signs you in.</p>
      {type === "email" ? (
        <Field {...field("email")} {...emailField} />
      ) : (
        <Field
          {...field("phone")}
          label="Telephone"
          type="tel"
          autoComplete="tel"
          hint="Such as 0400 000 000."
        />
      )}
      <SendButton busy="Sending code..." intent="send">
        Send code
      </SendButton>
    </SignInForm>
  );
}

function GiveCode({ type, to, state }: Steps) {
  const { form, field } = useSignInForm(codeSchema, state);
  return (
    <SignInForm {...form}>
      <p>
        If <strong className="wrap-anywhere">{to}</strong>{" "}
        {type === "phone_change" ? "is right, we've sent it a code." : codeSentNotice}
      </p>
      {type !== "phone_change" && (
        <input type="hidden" name={type === "email" ? "email" : "phone"} value={to ?? ""} />
      )}
      <Field
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={field("code").error}
      />
      {type !== "phone_change" && <KeepSignedIn />}
      <SendButton busy="Verifying code..." intent="verify">
        Verify code
      </SendButton>
    </SignInForm>
  );
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <RecoveryCodes codes={codes} />
      <Link to={href("/admin/account")} className="button">
        I've saved them
      </Link>
    </>
  );
}

/** The unverified phone number of the signed-in user, or null. */
async function newPhoneOf(request: Request) {
  const signedIn = await getSignedIn(request);
  const factors = signedIn ? await listFactors(getDb(), signedIn.id) : [];
  return factors.find(({ type, verifiedAt }) => type === "phone" && !verifiedAt) ?? null;
}

const codeChannels = {
  email: {
    field: "email",
    asking: emailSchema,
    giving: emailCodeSchema,
    send: (request: Request, email: string) =>
      callAuth(request, (api, call) => api.sendEmailCode({ ...call, body: { email } })),
    verify: (request: Request, email: string, otp: string, rememberMe: boolean) =>
      callAuth(request, (api, call) =>
        api.signInEmailCode({ ...call, body: { email, otp, rememberMe } }),
      ),
    sent: sentMessages.emailCode,
  },
  sms: {
    field: "phone",
    asking: phoneSchema,
    giving: textCodeSchema,
    send: (request: Request, phoneNumber: string) =>
      callAuth(request, (api, call) => api.sendTextCode({ ...call, body: { phoneNumber } })),
    verify: (request: Request, phoneNumber: string, code: string, rememberMe: boolean) =>
      callAuth(request, (api, call) =>
        api.signInTextCode({ ...call, body: { phoneNumber, code, rememberMe } }),
      ),
    sent: sentMessages.textCode,
  },
} as const;

type Channel = (typeof codeChannels)[keyof typeof codeChannels];

async function askForCode(request: Request, { field, asking, send, sent }: Channel) {
  const form = await parseForm<typeof asking>(request, asking);
  if (!form.ok) return form.reply;
  const to = form.values[field]!;
  const outcome = await send(request, to);
  // The code works only in this browser, identified by the device cookie.
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
  const outcome = await verify(request, to, form.value.code, form.value.remember);
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
  const { id } = started;
  const outcome = await callAuth<{ recoveryCodes?: string[] }>(request, (api, call) =>
    api.verifyFactor({ ...call, params: { id }, body: form.value }),
  );
  if (!outcome.ok) return formRefusal(outcome);
  const { recoveryCodes } = outcome.body;
  if (!recoveryCodes) throw redirect(href("/admin/account"), { headers: outcome.headers });
  return data<CodeState>(
    { ok: true, message: "Your telephone number is verified.", recoveryCodes },
    { headers: outcome.headers },
  );
}
