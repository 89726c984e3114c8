import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/* Every address of the site. A path is never typed anywhere else: links use href(). */
export default [
  layout("routes/site/layout.tsx", [
    index("routes/site/home.tsx"),
    route("about", "routes/site/about.tsx"),
    route("coaching", "routes/site/coaching.tsx"),
    route("voice-piano-services", "routes/site/voice-piano-services.tsx"),
    route("live-piano-services", "routes/site/live-piano-services.tsx"),
    route("projects-resources", "routes/site/projects-resources.tsx"),
    route("music-director-pianist", "routes/site/music-director-pianist.tsx"),
    route("archive", "routes/site/archive.tsx"),
    route("ameb-accompanying", "routes/site/ameb-accompanying.tsx"),
    route("book-voice-piano", "routes/booking/voice-piano.tsx"),
    route("book-embodiment-somatic", "routes/booking/embodiment-somatic.tsx"),
    route("book-presence-communication", "routes/booking/presence-communication.tsx"),
    route("live-piano-services/quote-confirmation", "routes/quote/confirmation.tsx"),
    route("quotes/:slug?", "routes/quote/quote.tsx"),
    route("*", "routes/system/not-found.tsx"),
  ]),
  route("programs", "routes/site/programs.ts"),
  layout("routes/auth/layout.tsx", [
    route("login", "routes/auth/login.tsx"),
    route("login/setup", "routes/auth/setup.tsx"),
  ]),
  route("logout", "routes/auth/logout.ts"),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/dashboard.tsx"),
    route("quotes", "routes/admin/quotes.tsx"),
    route("quotes/new", "routes/admin/new-quote.tsx"),
    route("quotes/:id", "routes/admin/quote.tsx"),
    route("quotes/:id/edit", "routes/admin/edit-quote.tsx"),
    route("ameb-bookings", "routes/admin/ameb-bookings.tsx"),
    route("inbox", "routes/admin/inbox.tsx"),
    route("*", "routes/admin/not-found.tsx"),
  ]),
  route("functions/:name", "routes/functions/call.ts"),
  route("api/auth/*", "routes/system/auth.ts"),
  route("sitemap.xml", "routes/system/sitemap.ts"),
  route("robots.txt", "routes/system/robots.ts"),
  route("healthz", "routes/system/healthz.ts"),
  route("readyz", "routes/system/readyz.ts"),
] satisfies RouteConfig;
