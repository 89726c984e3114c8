import { href } from "react-router";

/** The pages of the desk, as its sidebar lists them. */
export const sidebarPages = [
  { name: "Dashboard", to: href("/admin") },
  { name: "Quotes", to: href("/admin/quotes") },
  { name: "AMEB Bookings", to: href("/admin/ameb-bookings") },
  { name: "Email Templates", to: href("/admin/email-templates") },
  { name: "Inbox", to: href("/admin/inbox") },
  { name: "Newsletter", to: href("/admin/newsletter") },
  { name: "Sent Mail", to: href("/admin/sent-mail") },
  { name: "Activity", to: href("/admin/activity") },
];

/** Every page that can be gone to by its name. */
export const adminPages = [
  ...sidebarPages,
  { name: "New quote", to: href("/admin/quotes/new") },
  { name: "Account", to: href("/admin/account") },
  { name: "Recently deleted", to: href("/admin/deleted") },
  { name: "Exam calendar", to: href("/admin/calendar") },
  { name: "Back to Site", to: href("/") },
];
