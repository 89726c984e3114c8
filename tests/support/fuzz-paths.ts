import fc from "fast-check";
import { fuzzText as text } from "./fuzz-fields.ts";
import { fuzzId as id, slug } from "./fuzz-valid.ts";
import { filledPaths } from "./route-paths.ts";

/* Every path of the site for the fuzz tests, and ends that turn some into others. */

const paths = filledPaths(
  {
    id,
    pdfId: id,
    email: "ada%40client.example",
    category: "voice-piano",
    service: "lesson",
    start: "20300108T2300Z",
    kind: "quotes",
    quarter: "2026-4",
    document: "home",
    list: "quotes",
  },
  slug,
).filter((path) => !/^\/(functions|api)\//.test(path));
const isSignIn = (path: string) => path.startsWith("/login");
const isAdmin = (path: string) => path.startsWith("/admin");
const pages = [
  ...paths.filter((path) => !isSignIn(path) && !isAdmin(path)),
  "/?index",
  `/book/${slug}`,
  `/book/voice-piano/${slug}`,
  `/book/voice-piano/lesson/${slug}`,
  "/book/voice-piano/lesson?week=9999-12-31&zone=Asia/Tokyo",
  "/assets/x.js",
];
const signInPages = paths.filter(isSignIn);
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
  ...paths.filter(isAdmin),
  ...[
    "diary?day=2026-10-04",
    "diary?view=agenda",
    "diary/new?kind=away",
    `ameb-bookings/${id}?edit`,
    `compose/ameb-bookings/${id}`,
    `compose/inbox/${id}`,
    `compose/invoices/${id}`,
    "clients/x/export",
    "hours?week=new",
    `hours?week=${id}`,
    `hours?service=${id}`,
    `hours?day=${id}`,
    `site/${id}`,
    "export/invoices",
  ].map((path) => `/admin/${path}`),
];

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
