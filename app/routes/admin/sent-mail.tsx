import { href } from "react-router";
import { EmailsTable } from "#app/features/email/emails-table.tsx";
import { emailList, emailStateLabels } from "#app/features/email/model.ts";
import { listEmails } from "#app/features/email/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { FilterMonth, FilterSelect } from "#app/ui/admin/list-filters.tsx";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTools } from "#app/ui/admin/list-tools.tsx";
import { NothingFound } from "#app/ui/admin/nothing-found.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import type { Route } from "./+types/sent-mail";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Sent Emails" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, emailList);
  try {
    return { list, emails: await listEmails(getDb(), currentAdministrator(context), list) };
  } catch (error) {
    log.error({ err: error }, "emails not loaded");
    return { list, emails: null };
  }
}

export default function SentMail({ loaderData: { list, emails } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="sr-only">Sent Emails</h1>
      {emails === null && (
        <LoadFailed href={href("/admin/sent-mail")}>Failed to load sent emails.</LoadFailed>
      )}
      {emails && (emails.total > 0 || isNarrowed(list)) && (
        <ListTools
          label="Search emails"
          noun="email"
          list={list}
          shape={emailList}
          total={emails.total}
          exports="sent-mail"
        >
          <FilterSelect name="state" label="Status" list={list} options={emailStateLabels} />
          <FilterMonth label="Sent in" list={list} />
        </ListTools>
      )}
      {emails?.total === 0 &&
        (isNarrowed(list) ? (
          <NothingFound />
        ) : (
          <EmptyList>No emails have been sent yet.</EmptyList>
        ))}
      {emails && emails.total > 0 && <EmailsTable emails={emails.rows} list={list} />}
      {emails && <Pager page={emails.page} total={emails.total} />}
    </>
  );
}
