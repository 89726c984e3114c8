import { href } from "react-router";

/** The pages of the admin by name: the search finds all of them, the sidebar lists some. */
export const adminPages = [
  { name: "Dashboard", to: href("/admin"), inSidebar: true },
  { name: "Quotes", to: href("/admin/quotes"), inSidebar: true },
  { name: "AMEB Bookings", to: href("/admin/ameb-bookings"), inSidebar: true },
  { name: "Email Templates", to: href("/admin/email-templates"), inSidebar: true },
  { name: "Inbox", to: href("/admin/inbox"), inSidebar: true },
  { name: "Newsletter", to: href("/admin/newsletter"), inSidebar: true },
  { name: "Sent Emails", to: href("/admin/sent-mail"), inSidebar: true },
  { name: "Activity", to: href("/admin/activity"), inSidebar: true },
  { name: "New quote", to: href("/admin/quotes/new"), inSidebar: false },
  { name: "Account", to: href("/admin/account"), inSidebar: false },
  { name: "Recently deleted", to: href("/admin/deleted"), inSidebar: false },
  { name: "Exam calendar", to: href("/admin/calendar"), inSidebar: false },
  { name: "Back to Site", to: href("/"), inSidebar: false },
];

export const sidebarPages = adminPages.filter(({ inSidebar }) => inSidebar);
