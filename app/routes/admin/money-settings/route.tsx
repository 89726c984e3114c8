import { randomUUID } from "node:crypto";
import { data, href, useNavigation } from "react-router";
import { getBusinessSettings } from "#app/features/invoices/business-settings.server.tsx";
import {
  businessToasts,
  registrationToasts,
  settingsToasts,
} from "#app/features/invoices/business.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { LoadFailed } from "#app/ui/empty-list.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { BusinessForm } from "./form.tsx";
import {
  GstRegistrations,
  type SettingsState,
  NextNumbers,
  IssuedWithoutGst,
  SentWithEarlierDetails,
} from "./parts.tsx";
import type { Route } from "./+types/route";
import { saveSettings } from "./actions.server.ts";

export const handle = { title: "Business details" };

export async function loader({ context }: Route.LoaderArgs) {
  try {
    const settings = await getBusinessSettings(getDb(), currentAdministrator(context));
    return data({ settings, formKey: randomUUID() });
  } catch (error) {
    log.error({ err: error }, "business details not loaded");
    return data({ settings: null, formKey: "" }, 503);
  }
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings(request, currentAdministrator(context));
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = String(form.get("intent"));
  const others = { ...registrationToasts, ...settingsToasts };
  const toasts = Object.hasOwn(others, intent)
    ? others[intent as keyof typeof others]
    : businessToasts;
  return withToasts<SettingsState>(serverAction, toasts, String(form.get("id") ?? ""));
}

export const shouldRevalidate = reloadAfterAnswer;

export default function MoneySettings({
  loaderData: { settings, formKey },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  if (!settings)
    return (
      <LoadFailed href={href("/admin/money/settings")}>
        Failed to load the business details.
      </LoadFailed>
    );
  const { details, registrations, next, numbers, issued, withEarlierWays, withoutGst } = settings;
  const answer: SettingsState | undefined = actionData;
  return (
    <div className="flex flex-col gap-8">
      <header>
        <BackLink to={href("/admin/money")}>Back to Money</BackLink>
        <h1 className="display-3">Business details</h1>
      </header>
      <FormFailure state={answer?.of === "task" ? answer : undefined} />
      {answer?.ok && (answer.of === "details" || answer.of === "task") && answer.message && (
        <FormMessage ok>
          <p className="font-semibold">{answer.message}</p>
          {answer.notice && <p>{answer.notice}</p>}
        </FormMessage>
      )}
      <SentWithEarlierDetails invoices={withEarlierWays} formKey={formKey} busy={busy} />
      <IssuedWithoutGst invoices={withoutGst} busy={busy} />
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <BusinessForm
          key={details.version}
          details={details}
          next={next}
          issued={issued}
          hasGst={registrations.length > 0}
          posted={answer?.of === "details" && !answer.ok ? answer : undefined}
          busy={busy}
        />
        <div className="flex flex-col gap-6">
          <GstRegistrations registrations={registrations} posted={answer} busy={busy} />
          <NextNumbers numbers={numbers} posted={answer} busy={busy} />
        </div>
      </div>
    </div>
  );
}
