import fc from "fast-check";
import { fuzzId as id, fuzzText as text, slug } from "./fuzz-fields.ts";

/* Every path of the site for the fuzz tests, and ends that turn some into others. */

/** Stand for a quote that is still open, and for the version that its page shows. */
export const openSlug = "an-open-quote-of-the-fuzz-tests";
export const openVersion = "the-version-of-that-quote";

const pages = [
  "/",
  "/?index",
  "/about",
  "/privacy",
  "/live-piano-services",
  "/ameb-accompanying",
  "/newsletter",
  "/newsletter/confirm",
  "/newsletter/unsubscribe",
  "/programs",
  `/quotes/${slug}`,
  `/quotes/${slug}/quote.pdf`,
  "/quotes",
  `/invoices/${slug}`,
  `/invoices/${slug}/invoice.pdf`,
  "/hooks/stripe",
  "/form-token",
  "/calendar/x.ics",
  "/.well-known/jwks.json",
  "/robots.txt",
  "/readyz",
  "/assets/x.js",
];
const signInPages = [
  "/login",
  "/login/sign-up",
  "/login/confirm",
  "/login/forgotten-password",
  "/login/update-password",
  "/login/magic-link",
  "/login/code",
  "/login/second-factor",
  "/login/setup",
  "/login/google",
];
const functions = [
  "add-mailchimp-subscriber",
  "send-ameb-booking-email",
  "submit-quote-acceptance",
  "submit-live-piano-services-quote",
  "send-admin-email",
  "none",
].map((name) => `/functions/${name}`);
const authLibrary = [
  "sign-in/email",
  "sign-up/email",
  "sign-in/magic-link",
  "magic-link/verify",
  "sign-in/email-otp",
  "phone-number/verify",
  "reset-password",
  "get-session",
  "token",
  "factors",
  "factors/x/verify",
  "callback/google",
  "error",
  "admin/list-users",
].map((path) => `/api/auth/${path}`);
const admin = [
  "",
  "/quotes",
  "/quotes/new",
  `/quotes/${id}`,
  `/quotes/${id}/edit`,
  "/ameb-bookings",
  `/ameb-bookings/${id}`,
  `/ameb-bookings/${id}?edit`,
  "/inbox",
  `/inbox/${id}`,
  "/newsletter",
  "/account",
  "/email-templates",
  `/compose/quotes/${id}`,
  `/compose/ameb-bookings/${id}`,
  `/compose/inbox/${id}`,
  "/sent-mail",
  `/sent-mail/${id}/as-sent`,
  "/clients/ada%40client.example",
  "/clients/x/export",
  "/activity",
  "/site/history",
  "/deleted",
  "/search",
  "/calendar",
  "/money",
  "/money/new",
  "/money/import",
  "/money/settings",
  "/money/quarter/2026-4",
  "/money/quarter/2026-4/export",
  `/money/invoices/${id}`,
  `/compose/invoices/${id}`,
  "/site/pictures",
  `/site/pictures/${id}`,
  `/site/pictures/${id}/original`,
  "/site",
  "/site/home",
  "/site/home/preview",
  `/site/${id}`,
  "/export/invoices",
  "/export/quotes",
].map((path) => `/admin${path}`);

export const fuzzTail = fc.oneof(
  { weight: 6, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.constantFrom(".data", "/", "/.data", ".json", "/x") },
  {
    weight: 1,
    arbitrary: text.map((words) => `/${encodeURIComponent(words.toWellFormed().slice(0, 200))}`),
  },
);
// Hashing a password takes 50 ms, so sign-in pages come less often.
export const fuzzPath = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...pages) },
  { weight: 1, arbitrary: fc.constantFrom(...signInPages) },
  { weight: 4, arbitrary: fc.constantFrom(...functions) },
  { weight: 2, arbitrary: fc.constantFrom(...authLibrary) },
  { weight: 8, arbitrary: fc.constantFrom(...admin) },
);
