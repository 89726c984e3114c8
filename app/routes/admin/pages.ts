import { href } from "react-router";
import type { Icon } from "#app/ui/icon.tsx";
import {
  Activity,
  CalendarDays,
  Clock,
  FileText,
  Globe,
  House,
  Inbox,
  LayoutTemplate,
  Music,
  Newspaper,
  Send,
  Tags,
  Users,
  Wallet,
} from "#app/ui/icons.gen.tsx";
import type { WaitingCounts } from "#app/features/dashboard/model.ts";

/** Which number stands beside an entry, and what it counts: "3 new". */
type Count = { of: keyof WaitingCounts; word: string };

export type AdminPage = { name: string; to: string; count?: Count };

/** A page of the navigation; `short` is its name where there is little room. */
export type NavigationPage = AdminPage & { icon: Icon; short?: string };

const dashboard = { name: "Dashboard", to: href("/admin"), icon: House, short: "Today" };
const inbox = {
  name: "Inbox",
  to: href("/admin/inbox"),
  icon: Inbox,
  count: { of: "messages", word: "new" },
} as const;
const quotes = {
  name: "Quotes",
  to: href("/admin/quotes"),
  icon: FileText,
  count: { of: "quotes", word: "waiting" },
} as const;
const money = {
  name: "Money",
  to: href("/admin/money"),
  icon: Wallet,
  count: { of: "invoices", word: "overdue" },
} as const;
const diary = {
  name: "Diary",
  to: href("/admin/diary"),
  icon: CalendarDays,
  count: { of: "requests", word: "to answer" },
} as const;
const bookings = {
  name: "AMEB Bookings",
  to: href("/admin/ameb-bookings"),
  icon: Music,
  short: "Exams",
  count: { of: "bookings", word: "new" },
} as const;
const templates = {
  name: "Email Templates",
  to: href("/admin/email-templates"),
  icon: LayoutTemplate,
};
const clients = { name: "Clients", to: href("/admin/clients"), icon: Users };
const sentEmails = {
  name: "Sent Emails",
  to: href("/admin/sent-mail"),
  icon: Send,
  count: { of: "emails", word: "failed" },
} as const;
const services = { name: "Services", to: href("/admin/services"), icon: Tags };
const hours = { name: "Hours", to: href("/admin/hours"), icon: Clock };
const site = { name: "Site", to: href("/admin/site"), icon: Globe };
const newsletter = { name: "Newsletter", to: href("/admin/newsletter"), icon: Newspaper };
const activity = { name: "Activity", to: href("/admin/activity"), icon: Activity };

/** The sidebar of a wide screen, in two groups. */
export const sidebarGroups: readonly (readonly NavigationPage[])[] = [
  [dashboard, diary, quotes, bookings, money, templates],
  [inbox, clients, sentEmails, newsletter, services, hours, site, activity],
];

/** The bar at the bottom of a small screen; "More" has the others. */
export const barPages: readonly NavigationPage[] = [dashboard, inbox, quotes, bookings];
export const morePages: readonly NavigationPage[] = [
  diary,
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
  ...sidebarGroups.flat().map(({ name, to }) => ({ name, to })),
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
