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
  ArrowLeft,
  Plus,
} from "#app/ui/icons.gen.tsx";
import type { WaitingCounts } from "#app/features/dashboard/model.ts";

type Count = { of: keyof WaitingCounts; word: string };

export type AdminPage = { name: string; to: string; also?: string; count?: Count };

/** `short`: the name where there is little room. `letter`: the key after `g`. */
export type NavigationPage = AdminPage & {
  icon: Icon;
  short?: string;
  letter?: string;
  /** A page that is reached from this one and has no navigation entry. */
  leadsTo?: string;
};

const dashboard = {
  name: "Dashboard",
  to: href("/admin"),
  icon: House,
  short: "Today",
  letter: "t",
};
const inbox = {
  name: "Inbox",
  to: href("/admin/inbox"),
  icon: Inbox,
  letter: "i",
  count: { of: "messages", word: "new" },
} as const;
const quotes = {
  name: "Quotes",
  to: href("/admin/quotes"),
  icon: FileText,
  letter: "q",
  count: { of: "quotes", word: "waiting" },
} as const;
const money = {
  name: "Money",
  to: href("/admin/money"),
  icon: Wallet,
  letter: "m",
  count: { of: "invoices", word: "overdue" },
} as const;
const diary = {
  name: "Diary",
  to: href("/admin/diary"),
  icon: CalendarDays,
  letter: "d",
  leadsTo: href("/admin/calendar"),
  count: { of: "requests", word: "to answer" },
} as const;
const bookings = {
  name: "AMEB Bookings",
  to: href("/admin/ameb-bookings"),
  icon: Music,
  short: "Exams",
  letter: "x",
  leadsTo: href("/admin/season"),
  count: { of: "bookings", word: "new" },
} as const;
const templates = {
  name: "Email Templates",
  to: href("/admin/email-templates"),
  icon: LayoutTemplate,
};
const clients = {
  name: "Clients",
  to: href("/admin/clients"),
  icon: Users,
  leadsTo: href("/admin/import"),
};
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
const activity = {
  name: "Activity",
  to: href("/admin/activity"),
  icon: Activity,
  leadsTo: href("/admin/deleted"),
};

/** For `aria-current`: includes paths below the page, except for the dashboard (above all). */
export function currentPage(
  page: Pick<NavigationPage, "to" | "leadsTo">,
  path: string,
): "page" | undefined {
  const { to, leadsTo } = page;
  const isBelow = to !== href("/admin") && path.startsWith(`${to}/`);
  return path === to || path === leadsTo || isBelow ? "page" : undefined;
}

export const sidebarGroups: readonly (readonly NavigationPage[])[] = [
  [dashboard, diary, quotes, bookings, money, templates],
  [inbox, clients, sentEmails, newsletter, services, hours, site, activity],
];

/** The first of them that a person may open are in the bar of a phone, the others under More. */
export const barLength = 4;
export const phonePages: readonly NavigationPage[] = [
  dashboard,
  diary,
  inbox,
  quotes,
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

const navigationPages = sidebarGroups.flat();

export const keyedPages: ReadonlyMap<string, string> = new Map(
  navigationPages.flatMap(({ letter, to }) => (letter ? [[letter, to] as const] : [])),
);

/** `also`: other names that somebody may type. */
type SearchedPage = AdminPage & { icon: Icon; letter?: string };

export const searchedPages: readonly SearchedPage[] = [
  ...navigationPages,
  { name: "Invoices", to: `${href("/admin/money")}?show=all`, icon: Wallet },
  { name: "Business details", to: href("/admin/money/settings"), icon: Wallet },
  { name: "Exam day", to: href("/admin/today"), icon: Music },
  { name: "Exam season", to: href("/admin/season"), icon: Music },
  { name: "Sessions and venues", to: href("/admin/season/setup"), icon: Music },
  { name: "Calendars", to: href("/admin/calendar"), icon: CalendarDays },
  { name: "Set-up", to: href("/admin/start"), icon: Globe },
  { name: "CV", to: href("/admin/site/cv"), icon: Globe },
  {
    name: "Ready to go live?",
    also: "launch check",
    to: `${href("/admin/start")}?step=launch`,
    icon: Globe,
  },
  { name: "Site history", to: href("/admin/site/history"), icon: Globe },
  { name: "Recently deleted", to: href("/admin/deleted"), icon: Activity },
  { name: "Account", to: href("/admin/account"), icon: Users },
  {
    name: "Two-step sign-in",
    also: "second factor, 2FA, authenticator",
    to: `${href("/admin/account")}#factors`,
    icon: Users,
  },
  { name: "Back to Site", to: href("/"), icon: ArrowLeft },
];

export const searchedActions: readonly SearchedPage[] = [
  { name: "New quote", to: href("/admin/quotes/new"), icon: Plus },
  { name: "New invoice", to: href("/admin/money/new"), icon: Plus },
  { name: "New appointment", to: href("/admin/diary/new"), icon: Plus },
  { name: "New service", to: href("/admin/services/:id", { id: "new" }), icon: Plus },
  { name: "New template", to: `${href("/admin/email-templates")}?new=yes`, icon: Plus },
  { name: "Block time", to: `${href("/admin/diary/new")}?kind=block`, icon: CalendarDays },
  { name: "Days away", to: `${href("/admin/diary/new")}?kind=away`, icon: CalendarDays },
  { name: "Import clients and appointments", to: href("/admin/import"), icon: Users },
  { name: "Import a bank statement", to: href("/admin/money/import"), icon: Wallet },
];
