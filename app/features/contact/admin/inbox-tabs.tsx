import { href, Link } from "react-router";
import { type InboxTab, inboxTabs } from "#app/features/contact/model.ts";

export const inboxTabUrl = (tab: InboxTab) =>
  tab === "new" ? href("/admin/inbox") : `${href("/admin/inbox")}?show=${tab}`;

export function InboxTabs({ current }: { current: InboxTab }) {
  return (
    <nav
      aria-label="Messages by status"
      className="mb-8 flex gap-4 overflow-x-auto border-b border-line sm:gap-6"
    >
      {(Object.keys(inboxTabs) as InboxTab[]).map((tab) => (
        <Link
          key={tab}
          to={inboxTabUrl(tab)}
          aria-current={tab === current ? "page" : undefined}
          className="border-b-2 border-transparent pb-2 aria-[current]:border-brass aria-[current]:font-semibold"
        >
          {inboxTabs[tab]}
        </Link>
      ))}
    </nav>
  );
}
