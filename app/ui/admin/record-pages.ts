import { href } from "react-router";

export const recordPages = {
  message: (id: string) => href("/admin/inbox/:id", { id }),
  booking: (id: string) => href("/admin/ameb-bookings/:id", { id }),
  appointment: (id: string) => href("/admin/diary/:id", { id }),
  quote: (id: string) => href("/admin/quotes/:id", { id }),
  invoice: (id: string) => href("/admin/money/invoices/:id", { id }),
  email: (id: string) => href("/admin/sent-mail/:id", { id }),
};

export const isRecordKind = (kind: string): kind is keyof typeof recordPages =>
  Object.hasOwn(recordPages, kind);
