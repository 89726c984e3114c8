import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { getBusinessSettings } from "#app/features/invoices/business-settings.server.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { BusinessForm } from "./form.tsx";
import {
  GstRegistrations,
  isPeriodAnswer,
  type SettingsState,
  NextNumbers,
  IssuedWithoutGst,
  SentWithEarlierDetails,
} from "./parts.tsx";
import type { Route } from "./+types/route";
import { answerSettingsForms } from "./actions.server.ts";

export const handle = { title: "Business details" };

export function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load the business details.", async () => ({
    settings: await getBusinessSettings(getDb(), by),
    formKey: randomUUID(),
  }));
}

export const action = answerSettingsForms;

export const clientAction = showAnswer<SettingsState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function MoneySettings({
  loaderData: { settings, formKey },
  actionData,
}: Route.ComponentProps) {
  const { details, registrations, next, numbers, issued, withEarlierWays, withoutGst } = settings;
  const answer: SettingsState | undefined = actionData;
  const isOfPeriod = isPeriodAnswer(answer);
  const isOfDetails = answer?.intent === "details";
  return (
    <div className="flex flex-col gap-8">
      <header>
        <BackLink to={href("/admin/money")}>Back to Money</BackLink>
        <h1 className="display-3">Business details</h1>
      </header>
      <FormFailure state={isOfPeriod || isOfDetails ? undefined : answer} />
      {answer?.ok && !isOfPeriod && answer.message && (
        <FormMessage ok>
          <p className="font-semibold">{answer.message}</p>
          {answer.notice && <p>{answer.notice}</p>}
        </FormMessage>
      )}
      <SentWithEarlierDetails invoices={withEarlierWays} formKey={formKey} />
      <IssuedWithoutGst invoices={withoutGst} />
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <BusinessForm
          key={details.version}
          details={details}
          next={next}
          issued={issued}
          hasGst={registrations.length > 0}
          posted={isOfDetails && !answer.ok ? answer : undefined}
        />
        <div className="flex flex-col gap-6">
          <GstRegistrations registrations={registrations} posted={answer} />
          <NextNumbers numbers={numbers} posted={answer} />
        </div>
      </div>
    </div>
  );
}
