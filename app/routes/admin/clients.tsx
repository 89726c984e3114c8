import { href } from "react-router";
import { ClientsTable } from "#app/features/clients/clients-table.tsx";
import { clientListShape } from "#app/features/clients/model.ts";
import { listClients } from "#app/features/clients/people.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTools } from "#app/ui/admin/list-tools.tsx";
import { NothingFound } from "#app/ui/admin/nothing-found.tsx";
import { PageHead } from "#app/ui/admin/page-head.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import type { Route } from "./+types/clients";
import { currentAdministrator } from "./administrator.server.ts";
import { orNull } from "./or-null.server.ts";

export const handle = { title: "Clients" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, clientListShape);
  const by = currentAdministrator(context);
  return { list, clients: await orNull(listClients(getDb(), by, list)) };
}

export default function Clients({ loaderData: { list, clients } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Clients" />
      {clients === null && (
        <LoadFailed href={href("/admin/clients")}>Failed to load clients.</LoadFailed>
      )}
      {clients && (clients.total > 0 || isNarrowed(list)) && (
        <ListTools
          label="Search by name, email or phone"
          noun="client"
          list={list}
          shape={clientListShape}
          total={clients.total}
          exports="clients"
        />
      )}
      {clients?.total === 0 &&
        (isNarrowed(list) ? <NothingFound /> : <EmptyList>No clients yet.</EmptyList>)}
      {clients && clients.total > 0 && <ClientsTable clients={clients.rows} list={list} />}
      {clients && <Pager page={clients.page} total={clients.total} />}
    </>
  );
}
