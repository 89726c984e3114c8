import { href } from "react-router";
import { useAccess } from "#app/ui/admin/access.tsx";
import { listAttachments } from "#app/features/email/delivery.server.ts";
import { emailList, type EmailTab, emailTabs } from "#app/features/email/model.ts";
import { readOwnerEmail } from "#app/features/email/outbox.server.ts";
import { listEmails, namesOfRecipients } from "#app/features/email/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readListQuery, readTab } from "#app/ui/admin/list-query.ts";
import { RecordList } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { ListTabs } from "#app/ui/admin/tabs.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { EmailRow } from "./parts.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Sent Emails" };

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const tab = readTab(emailTabs, searchParams.get("to"));
  const list = readListQuery(searchParams, emailList);
  const by = currentAdministrator(context);
  return load("Failed to load sent emails.", async () => {
    const emails = await listEmails(getDb(), by, tab, list);
    const ids = emails.rows.map(({ id }) => id);
    const names = await namesOfRecipients(getDb(), by, ids);
    const own = { address: await readOwnerEmail(getDb()), only: tab === "you" };
    return { tab, list, emails, names, own, attached: await listAttachments(getDb(), by, ids) };
  });
}

const tabUrl = (tab: EmailTab) =>
  tab === "clients" ? href("/admin/sent-mail") : `${href("/admin/sent-mail")}?to=${tab}`;

export default function SentMail({
  loaderData: { tab, list, emails, names, own, attached },
}: Route.ComponentProps) {
  const { isOwner } = useAccess();
  return (
    <>
      <PageHead title="Sent Emails" />
      {isOwner && <ListTabs label="Emails by recipient" tabs={emailTabs} shown={tab} to={tabUrl} />}
      <RecordList
        label="Search emails"
        noun="email"
        exports="sent-mail"
        keeps="to"
        list={list}
        shape={emailList}
        found={emails}
        empty={emailTabs[tab].empty}
        all={tabUrl(tab)}
        columns={[!own.only && { by: "recipient" }, "Subject", "Status", { by: "created" }]}
      >
        {(email) => (
          <EmailRow
            key={email.id}
            email={email}
            name={names[email.id]}
            attached={attached.filter(({ emailId }) => emailId === email.id)}
            own={own}
          />
        )}
      </RecordList>
    </>
  );
}
