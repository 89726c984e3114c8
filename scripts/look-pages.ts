import type { Page } from "@playwright/test";
import { allPages } from "../app/content/pages.ts";

/* What `npm run look` takes pictures of. */

export type Shown = {
  name: string;
  path: string;
  asOwner?: boolean;
  /** Brings about the state that is shown. */
  act?: (page: Page) => Promise<unknown>;
};

/** A page hydrates once a hand moves over it. */
async function hydrate(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.mouse.move(6, 5);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached", timeout: 15_000 });
}

const button = (page: Page, name: string) => page.getByRole("button", { name }).first();

/** Pages in a state that a visitor's or the owner's hand brings about. */
const visitorStates: Shown[] = [
  {
    name: "state: menu open",
    path: "/",
    act: (page) => page.locator("header button:visible").last().click(),
  },
  {
    name: "state: contact form with mistakes",
    path: "/",
    act: async (page) => {
      await hydrate(page);
      await button(page, "Send Message").click();
      await page.getByText("Name must be at least 2 characters.").first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "state: AMEB form with mistakes",
    path: "/ameb-accompanying",
    act: async (page) => {
      await hydrate(page);
      await page.locator("main form button[type=submit]").last().click();
      await page.locator("[aria-invalid=true]").first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "state: discovery dialog",
    path: "/",
    act: (page) => button(page, "Book a Discovery Session").click(),
  },
];

const ownerStates: Shown[] = [
  { name: "state: admin search", path: "/admin/search", asOwner: true },
  {
    name: "state: template with mistakes",
    path: "/admin/email-templates?new=yes",
    asOwner: true,
    act: (page) => button(page, "Save Template").click(),
  },
  { name: "state: empty list", path: "/admin/quotes?q=nobody-of-this-name", asOwner: true },
];

/** The page of a quote, filled in as far as that it is not yet accepted. */
const quoteState = (path: string): Shown => ({
  name: "state: quote with an add-on and mistakes",
  path,
  act: async (page) => {
    await hydrate(page);
    await page.getByRole("checkbox", { name: /^Extra performance hour/ }).check();
    await page.getByLabel("Your email").fill("somebody");
    await page.getByLabel("Your full name").fill("");
    await page.keyboard.press("Tab");
    await page.locator("[aria-invalid=true]").first().scrollIntoViewIfNeeded();
  },
});

/** The steps of a booking: the first link of each leads to the next. */
export async function bookingSteps(page: Page, url: string): Promise<Shown[]> {
  const pages: Shown[] = [];
  for (let path: string | undefined = "/book"; path;) {
    pages.push({ name: path.slice(1), path });
    await page.goto(url + path);
    const links = await page.evaluate(() => [...document.links].map(({ pathname }) => pathname));
    const here: string = path;
    const depth = here.split("/").length + 1;
    path = links.find((link) => link.startsWith(`${here}/`) && link.split("/").length === depth);
  }
  return pages;
}

const signInPages = ["", "/sign-up", "/forgotten-password", "/code", "/magic-link?token=unknown"];

/** @param printed what the demo printed: its samples @param found paths that the admin leads to */
export function visitorPages(printed: string, found: ReadonlySet<string>): Shown[] {
  const samples = [
    ...printed.matchAll(/https?:\/\/[^/\s]+(\/(?:quotes|invoices|appointments)\/\S+)/g),
  ];
  const records = new Set([...samples.map(([, path]) => path!), ...found]);
  const paths = [...records];
  const confirmations = paths
    .filter((path) => path.startsWith("/quotes/"))
    .map((path) => `/live-piano-services/quote-confirmation?quote=${path.split("/")[2]}`);
  const booked = paths
    .filter((path) => path.startsWith("/appointments/"))
    .map((path) => `${path}?booked`);
  const others = [
    "/nowhere",
    "/quotes/unknown",
    "/invoices/unknown",
    "/appointments/unknown",
    "/newsletter",
  ];
  const open = paths.find((path) => path.startsWith("/quotes/"));
  return [
    ...allPages.map(({ path }) => path || "/"),
    ...paths,
    ...confirmations,
    ...booked,
    ...others,
    "/live-piano-services/quote-confirmation",
    ...signInPages.map((path) => `/login${path}`),
  ]
    .map((path): Shown => ({ name: path === "/" ? "home" : path.slice(1), path }))
    .concat(visitorStates, open ? quoteState(open) : []);
}

/** How many pages of one shape are shown: records in several states, of other pages one. */
const most: Record<string, number> = {
  "/admin/quotes/:id": 8,
  "/admin/money/invoices/:id": 6,
  "/admin/diary/:id": 5,
  "/admin/inbox/:id": 3,
  "/admin/ameb-bookings/:id": 4,
  "/admin/sent-mail/:id/as-sent": 30,
  "/admin/site/:document": 16,
};

function shapeOf(path: string): string {
  const [pathname, query = ""] = path.split("?");
  const shape = pathname!
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id")
    .replace(/\/clients\/[^/]+/, "/clients/:email")
    .replace(/\/quarter\/[^/]+/, "/quarter/:quarter")
    .replace(/\/admin\/site\/[^/]+$/, "/admin/site/:document");
  return query ? `${shape}?${[...new URLSearchParams(query).keys()].toSorted().join("&")}` : shape;
}

const isPage = (path: string) =>
  /^\/admin(\/|$)/.test(path) &&
  !/export|\.(csv|ics|pdf)|preview|\/frame|show=|sort=|page=/.test(path);

/** Follows the admin's links to every kind of page, and collects the clients' links on the way. */
export async function crawlAdmin(page: Page, url: string) {
  const publicPaths = new Set<string>();
  const counts = new Map<string, number>();
  const queue = ["/admin", "/admin/sent-mail?to=all"];
  const seen = new Set(queue);
  const pages: Shown[] = [];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const response = await page.goto(url + path);
    if (!response?.headers()["content-type"]?.includes("text/html")) continue;
    pages.push({ name: path.slice(1), path, asOwner: true });
    const links = await page.evaluate(() => [...document.links].map(({ href }) => href));
    if (/^\/admin\/sent-mail\/[^/?]+$/.test(path)) links.push(`${url}${path}/as-sent`);
    for (const link of links) {
      const { origin, pathname, search } = new URL(link);
      const next = pathname + search;
      if (origin !== url || seen.has(next)) continue;
      seen.add(next);
      if (/^\/(quotes|invoices|appointments)\/[^/]+$/.test(pathname)) publicPaths.add(pathname);
      if (!isPage(next)) continue;
      const shape = shapeOf(next);
      const count = counts.get(shape) ?? 0;
      const limit = most[shape] ?? (shape === "/admin/sent-mail/:id" ? 30 : 1);
      if (count >= limit) continue;
      counts.set(shape, count + 1);
      queue.push(next);
    }
  }
  const isListed = ({ path }: Shown) => !/^\/admin\/sent-mail\/[^/]+$/.test(path) || !count++;
  let count = 0;
  return { pages: [...pages.filter(isListed), ...ownerStates], publicPaths };
}
