import { href } from "react-router";
import type { WaitingCounts } from "#app/features/dashboard/model.ts";

/** Which number stands beside an entry, and what it counts: "3 new". */
type Count = { of: keyof WaitingCounts; word: string };

export type AdminPage = { name: string; to: string; count?: Count };

const dashboard = { name: "Dashboard", to: href("/admin") };
const inbox = {
  name: "Inbox",
  to: href("/admin/inbox"),
  count: { of: "messages", word: "new" },
} as const;
const quotes = {
  name: "Quotes",
  to: href("/admin/quotes"),
  count: { of: "quotes", word: "waiting" },
} as const;
const money = {
  name: "Money",
  to: href("/admin/money"),
  count: { of: "invoices", word: "overdue" },
} as const;
const diary = {
  name: "Diary",
  to: href("/admin/diary"),
  count: { of: "requests", word: "to answer" },
} as const;
const bookings = {
  name: "AMEB Bookings",
  to: href("/admin/ameb-bookings"),
  count: { of: "bookings", word: "new" },
} as const;
const templates = { name: "Email Templates", to: href("/admin/email-templates") };
const clients = { name: "Clients", to: href("/admin/clients") };
const sentEmails = {
  name: "Sent Emails",
  to: href("/admin/sent-mail"),
  count: { of: "emails", word: "failed" },
} as const;
const services = { name: "Services", to: href("/admin/services") };
const hours = { name: "Hours", to: href("/admin/hours") };
const site = { name: "Site", to: href("/admin/site") };
const newsletter = { name: "Newsletter", to: href("/admin/newsletter") };
const activity = { name: "Activity", to: href("/admin/activity") };

/** The sidebar of a wide screen, in two groups. */
export const sidebarGroups: readonly (readonly AdminPage[])[] = [
  [dashboard, diary, quotes, bookings, money, templates],
  [inbox, clients, sentEmails, newsletter, services, hours, site, activity],
];

/** The bar at the bottom of a small screen; "More" has the others. */
export const barPages: readonly AdminPage[] = [dashboard, diary, inbox, quotes];
export const morePages: readonly AdminPage[] = [
  bookings,
  money,
  templates,
  clients,
  sentEmails,
  newsletter,
  services,
  hours,
  site,
  activity,
];

/** What the search finds. */
export const adminPages: readonly AdminPage[] = [
  ...sidebarGroups.flat(),
  { name: "New appointment", to: href("/admin/diary/new") },
  { name: "Block time", to: `${href("/admin/diary/new")}?kind=block` },
  { name: "Days away", to: `${href("/admin/diary/new")}?kind=away` },
  { name: "New quote", to: href("/admin/quotes/new") },
  { name: "Invoices", to: `${href("/admin/money")}?show=all` },
  { name: "New invoice", to: href("/admin/money/new") },
  { name: "Import a bank statement", to: href("/admin/money/import") },
  { name: "New service", to: href("/admin/services/:id", { id: "new" }) },
  { name: "Business details", to: href("/admin/money/settings") },
  { name: "Site history", to: href("/admin/site/history") },
  { name: "Account", to: href("/admin/account") },
  { name: "Recently deleted", to: href("/admin/deleted") },
  { name: "Calendars", to: href("/admin/calendar") },
  { name: "Back to Site", to: href("/") },
];
