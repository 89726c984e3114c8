import { href } from "react-router";
import { EmailsTable } from "#app/features/email/emails-table.tsx";
import { emailList, emailStateLabels } from "#app/features/email/model.ts";
import { listEmails } from "#app/features/email/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { FilterSelect } from "#app/ui/admin/list-filters.tsx";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTools } from "#app/ui/admin/list-tools.tsx";
import { NothingFound } from "#app/ui/admin/nothing-found.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import type { Route } from "./+types/sent-mail";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Sent Mail" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, emailList);
  try {
    return { list, letters: await listEmails(getDb(), currentAdministrator(context), list) };
  } catch (error) {
    log.error({ err: error }, "letters not loaded");
    return { list, letters: null };
  }
}

export default function SentMail({ loaderData: { list, letters } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="sr-only">Sent Mail</h1>
      {letters === null && (
        <LoadFailed href={href("/admin/sent-mail")}>Failed to load sent mail.</LoadFailed>
      )}
      {letters && (letters.total > 0 || isNarrowed(list)) && (
        <ListTools
          label="Search letters"
          noun="email"
          list={list}
          shape={emailList}
          total={letters.total}
          exports="sent-mail"
        >
          <FilterSelect name="state" label="State" list={list} options={emailStateLabels} />
        </ListTools>
      )}
      {letters?.total === 0 &&
        (isNarrowed(list) ? (
          <NothingFound />
        ) : (
          <EmptyList>No letters have been written yet.</EmptyList>
        ))}
      {letters && letters.total > 0 && <EmailsTable letters={letters.rows} list={list} />}
      {letters && <Pager page={letters.page} total={letters.total} />}
    </>
  );
}
