import { href } from "react-router";
import { listAttachments } from "#app/features/email/attachments.server.ts";
import {
  emailList,
  emailStateLabels,
  type EmailTab,
  emailTabs,
  readEmailTab,
} from "#app/features/email/model.ts";
import { readOwnerEmail } from "#app/features/email/outbox.server.ts";
import { listEmails, namesOfRecipients } from "#app/features/email/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { ListTools, FilterMonth, FilterSelect } from "#app/ui/admin/list-tools.tsx";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { Pager, NothingFound } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { Tabs } from "#app/ui/admin/tabs.tsx";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { EmailsTable } from "./parts.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Sent Emails" };

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const tab = readEmailTab(searchParams);
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

const emptyText: Record<EmailTab, string> = {
  clients: "No emails have been sent yet.",
  you: "No notices to you yet.",
  all: "No emails have been sent yet.",
};

export default function SentMail({
  loaderData: { tab, list, emails, names, own, attached },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Sent Emails" />
      <Tabs
        label="Emails by recipient"
        tabs={(Object.keys(emailTabs) as EmailTab[]).map((name) => ({
          name: emailTabs[name],
          to: tabUrl(name),
          isShown: name === tab,
        }))}
      />
      {(emails.total > 0 || isNarrowed(list)) && (
        <ListTools
          label="Search emails"
          noun="email"
          list={list}
          shape={emailList}
          total={emails.total}
          exports="sent-mail"
          keeps={["to"]}
        >
          <FilterSelect name="state" label="Status" list={list} options={emailStateLabels} />
          <FilterMonth label="Sent in" list={list} />
        </ListTools>
      )}
      {emails.total === 0 &&
        (isNarrowed(list) ? (
          <NothingFound to={tabUrl(tab)} />
        ) : (
          <EmptyList>{emptyText[tab]}</EmptyList>
        ))}
      {emails.total > 0 && (
        <EmailsTable emails={emails.rows} names={names} attached={attached} list={list} own={own} />
      )}
      <Pager page={emails.page} total={emails.total} />
    </>
  );
}
