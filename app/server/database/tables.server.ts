/*
 * One schema for the embedded database and for PostgreSQL. The four tables of the specification
 * carry its column names; owners arrive with such rows from a hosted PostgreSQL, so everything
 * of ours beside them is nullable or has a default.
 */

export { searched } from "./tables/columns.server.ts";
export * from "./tables/enquiries.server.ts";
export * from "./tables/quotes.server.ts";
export * from "./tables/emails.server.ts";
export * from "./tables/newsletter.server.ts";
export * from "./tables/audit.server.ts";
export * from "./tables/sign-in.server.ts";
