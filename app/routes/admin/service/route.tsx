import { randomUUID } from "node:crypto";
import { href, useNavigation } from "react-router";
import { isOffered, type Service } from "#app/features/services/model.ts";
import {
  storedColumns,
  newServiceTexts,
  serviceTexts,
  commonPlaces,
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
import { answerService } from "./actions.server.ts";

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

export const action = answerService;

export const clientAction = showAnswer<ServiceState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function EditService({
  loaderData: { name, page, ...service },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
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
        busy={busy}
        cancel={href("/admin/services")}
      />
    </>
  );
}
