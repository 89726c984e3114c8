import { href } from "react-router";
import type { Icon } from "#app/ui/icon.tsx";
import {
  Activity,
  ArrowLeft,
  CalendarDays,
  Globe,
  Plus,
  Users,
  Wallet,
} from "#app/ui/icons.gen.tsx";
import { type AdminPage, navigationPages } from "./pages.ts";

type SearchedPage = AdminPage & { icon: Icon; letter?: string };

export const searchedPages: readonly SearchedPage[] = [
  ...navigationPages,
  { name: "Invoices", to: `${href("/admin/money")}?show=all`, icon: Wallet },
  { name: "Business details", to: href("/admin/money/settings"), icon: Wallet },
  { name: "Calendars", to: href("/admin/calendar"), icon: CalendarDays },
  { name: "Site history", to: href("/admin/site/history"), icon: Globe },
  { name: "Recently deleted", to: href("/admin/deleted"), icon: Activity },
  { name: "Account", to: href("/admin/account"), icon: Users },
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
  { name: "Import a bank statement", to: href("/admin/money/import"), icon: Wallet },
];
