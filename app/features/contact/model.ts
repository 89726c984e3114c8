import type { contactMessages } from "#app/server/tables.server.ts";

export type ContactMessage = typeof contactMessages.$inferSelect;

export const limits = { nameMin: 2, nameMax: 100, messageMin: 10, messageMax: 500 } as const;

export const stateLabels: Record<ContactMessage["state"], string> = { new: "New", answered: "Answered", archived: "Archived" };
