import type { MessageState, SpamReason } from "#app/server/database/enums.ts";
import type { contactMessages } from "#app/server/database/tables.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";

export type ContactMessage = typeof contactMessages.$inferSelect;

export const contactLimits = { nameMin: 2, nameMax: 100, messageMin: 10, messageMax: 500 } as const;

export const messageStateLabels: Record<MessageState, string> = {
  new: "New",
  answered: "Answered",
  archived: "Archived",
};

export const inboxTabs = {
  new: { tab: messageStateLabels.new, empty: "No new messages." },
  answered: { tab: messageStateLabels.answered, empty: "No answered messages yet." },
  archived: { tab: messageStateLabels.archived, empty: "Nothing archived yet." },
  all: { tab: "All", empty: "No messages yet." },
  quarantine: { tab: "Spam", empty: "Nothing looks like spam." },
};
export type InboxTab = keyof typeof inboxTabs;

export const spamReasonLabels: Record<SpamReason, string> = {
  trap: "A field that people can't see was filled in.",
  forged: "The form wasn't sent from this site.",
  hasty: "It was sent faster than anyone can type.",
  links: "It's full of links.",
  many: "Many came at once that may be strangers'.",
};

export const messageListShape: ListShape = {
  sorts: { created: "Received", name: "Name" },
  sort: "-created",
  filters: { month: { label: "Received in", of: "month" } },
};
