// Owners bring rows of contact_messages, ameb_bookings, invoices and email_templates from a hosted
// PostgreSQL: every further column of these tables is nullable or has a default.

export { searched } from "./tables/columns.server.ts";
export * from "./tables/imports.server.ts";
export * from "./tables/enquiries.server.ts";
export * from "./tables/quotes.server.ts";
export * from "./tables/invoices.server.ts";
export * from "./tables/payments.server.ts";
export * from "./tables/hours.server.ts";
export * from "./tables/diary.server.ts";
export * from "./tables/mailings.server.ts";
export * from "./tables/emails.server.ts";
export * from "./tables/site.server.ts";
export * from "./tables/sign-in.server.ts";
