import { href } from "react-router";
import { type InboxTab, inboxTabs } from "#app/features/contact/model.ts";
import { Tabs } from "#app/ui/admin/tabs.tsx";

export const inboxTabUrl = (tab: InboxTab) =>
  tab === "new" ? href("/admin/inbox") : `${href("/admin/inbox")}?show=${tab}`;

export function InboxTabs({ current }: { current: InboxTab }) {
  return (
    <Tabs
      label="Messages by status"
      tabs={(Object.keys(inboxTabs) as InboxTab[]).map((tab) => ({
        name: inboxTabs[tab],
        to: inboxTabUrl(tab),
        isShown: tab === current,
      }))}
    />
  );
}
