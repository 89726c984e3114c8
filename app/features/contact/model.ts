import type { contactMessages } from "#app/server/database/tables.server.ts";
import type { SpamReason } from "#app/server/database/enums.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import type { MessageState } from "#app/server/database/enums.ts";

export type ContactMessage = typeof contactMessages.$inferSelect;
/** The tabs of the inbox, in order. */
export const inboxTabs = {
  new: "New",
  answered: "Answered",
  archived: "Archived",
  all: "All",
  quarantine: "Quarantine",
} as const;
export type InboxTab = keyof typeof inboxTabs;

export const contactLimits = { nameMin: 2, nameMax: 100, messageMin: 10, messageMax: 500 } as const;

/** Why a form stands in quarantine, to the owner. */
export const spamReasonLabels: Record<SpamReason, string> = {
  trap: "A field that no person sees was filled in.",
  forged: "The form did not come from this site.",
  hasty: "It was sent faster than anybody can type.",
  links: "It is full of links.",
};

export const messageStateLabels: Record<MessageState, string> = {
  new: "New",
  answered: "Answered",
  archived: "Archived",
};

/** What the inbox can be asked for beside its tab: newest first, unless the address says otherwise. */
export const messageListShape: ListShape = {
  sorts: { created: "Written", name: "Name" },
  sort: "-created",
};

/** The tab that a URL's `show` names; new messages where it names none. */
export function readInboxTab(params: URLSearchParams): InboxTab {
  const tab = params.get("show") ?? "new";
  return Object.hasOwn(inboxTabs, tab) ? (tab as InboxTab) : "new";
}
