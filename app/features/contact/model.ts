import type { contactMessages } from "#app/server/tables.server.ts";
import type { ListShape } from "#app/values/list.ts";

export type ContactMessage = typeof contactMessages.$inferSelect;

export const limits = { nameMin: 2, nameMax: 100, messageMin: 10, messageMax: 500 } as const;

export const stateLabels: Record<ContactMessage["state"], string> = { new: "New", answered: "Answered", archived: "Archived" };

/** What the inbox can be asked for: newest first, unless the address says otherwise. */
export const messageList: ListShape = { sorts: ["created", "name"], sort: "-created", filters: { state: Object.keys(stateLabels) } };
