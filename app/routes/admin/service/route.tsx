import { randomUUID } from "node:crypto";
import { href, redirect } from "react-router";
import { isOffered, type Service } from "#app/features/services/model.ts";
import {
  storedColumns,
  newServiceTexts,
  serviceTexts,
  commonPlaces,
  postedService,
  serviceSchema,
} from "#app/features/services/service-schema.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { loadRecord } from "#app/routes/admin/load.server.ts";
import { ServiceForm, type ServiceState } from "./form.tsx";
import type { Route } from "./+types/route";
import { guardOf } from "#app/features/intake/model.ts";
import { createService, saveService } from "#app/features/services/service-commands.server.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { mergeTexts, readSeen } from "#app/values/stale-form.ts";

export const handle = { title: "Service" };

const missing = {
  message: "There is no such service.",
  back: { to: href("/admin/services"), label: "Back to Services" },
};

export function loader({ params: { id }, context }: Route.LoaderArgs) {
  currentAdministrator(context);
  return loadRecord("Failed to load the services.", missing, async () => {
    const all = await listServices(getDb(), { all: true });
    const service = all.find((one) => one.id === id);
    if (!service && id !== "new") return null;
    const others = all.filter((one) => one !== service);
    return {
      formKey: randomUUID(),
      isNew: !service,
      name: service?.name ?? "New service",
      version: service?.version ?? 0,
      texts: service ? serviceTexts(storedColumns(service)) : newServiceTexts,
      usual: commonPlaces(others),
      page: service && isOffered(service) ? pageOf(service) : null,
    };
  });
}

const pageOf = ({ category, slug }: Service) =>
  href("/book/:category/:service", { category, service: slug });

export const action = answerForms<ServiceState>(
  {
    create: ownerAction<ServiceState, typeof serviceSchema>({
      schema: serviceSchema,
      failure: "Failed to add the service.",
      async run({ db, by, input, values }) {
        const outcome = await createService(db, by, input, guardOf(values).key);
        if (outcome.ok) return redirect(href("/admin/services"), 303);
        return { ok: false, errors: outcome.errors };
      },
    }),
    save: ownerAction<ServiceState, typeof serviceSchema>({
      schema: serviceSchema,
      failure: "Failed to save the service.",
      async run({ db, by, id, input, values }) {
        const version = Number(values.version) || 0;
        const outcome = await saveService(db, by, { id, version, input });
        if (outcome.ok) return { ok: true, message: "Service saved." };
        if (outcome.reason === "not-found") return gone;
        if (outcome.reason === "invalid") return { ok: false, errors: outcome.errors };
        const current = serviceTexts(storedColumns(outcome.current));
        const seen = readSeen(values.seen, postedService) ?? current;
        const { texts, theirs } = mergeTexts(seen, postedService(values), current);
        const opened = { version: String(outcome.current.version), seen: JSON.stringify(current) };
        return {
          ok: false,
          message:
            "Not saved: this service was changed meanwhile. What you typed is still here: check it and save again.",
          values: { ...texts, ...opened },
          theirs,
        };
      },
    }),
  },
  () => "save",
);

export const clientAction = showAnswer<ServiceState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function EditService({
  loaderData: { name, page, ...service },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/services")}>Back to Services</BackLink>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="display-3 wrap-anywhere">{name}</h1>
        {page && (
          <a className="link py-2" href={page}>
            See its booking page
          </a>
        )}
      </div>
      {actionData?.ok && actionData.message && (
        <div className="mb-6 max-w-3xl">
          <FormMessage ok>{actionData.message}</FormMessage>
        </div>
      )}
      <ServiceForm
        key={`${service.isNew} ${service.version}`}
        {...service}
        posted={actionData && !actionData.ok ? actionData : undefined}
        cancel={href("/admin/services")}
      />
    </>
  );
}

const gone = { ok: false, message: "This service no longer exists.", status: 404 };
