import type { BrowserContext, Page, Route } from "@playwright/test";

/* Records the requests and console messages of a test's windows; a message that the test has not announced fails it. */

export type Guard = {
  /** Every request so far, in order. */
  requests: { url: string; path: string; kind: string }[];
  /** Whatever went wrong and was not announced. */
  complaints: string[];
  /** Announces a console message that this test causes on purpose. */
  expectConsole: (pattern: RegExp) => void;
  /** Lets the windows open pages of another site, each replaced by a small fake. */
  fakePage: (address: string) => Promise<void>;
  /** Allows requests to a second site under test. */
  allow: (siteUrl: string) => void;
};

const fakeHtml =
  '<!doctype html><html lang="en"><head><title>Fake</title></head><body><main>' +
  "<h1>Another site</h1><button>Choose a time</button></main></body></html>";

export async function guardContext(context: BrowserContext, siteUrl: string): Promise<Guard> {
  const allowed = new Set([siteUrl]);
  const fakes = new Set<string>();
  // React Router fetches the styles of the page that is coming, and links them when it shows it: the browser may look
  // in between, which it does once, some seconds after the window has loaded.
  const expected = [/\/assets\/[\w-]+\.css was preloaded using link preload but not used/];
  const requests: Guard["requests"] = [];
  const complaints: string[] = [];

  // What the content policy stops is said on the console as well, but not in every frame.
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`Content policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  context.on("request", (request) => {
    const url = request.url();
    const { origin, pathname } = new URL(url);
    requests.push({ url, path: pathname, kind: request.resourceType() });
    if (!allowed.has(origin) && !fakes.has(origin)) complaints.push(`A request left for ${url}`);
  });
  context.on("weberror", (error) =>
    complaints.push(`Uncaught: ${error.error().stack ?? error.error().message}`),
  );
  context.on("console", (message) => {
    const said = `${message.type()}: ${message.text()} (${message.location().url})`;
    // What somebody else's change to the page causes is no error (entry.client.tsx); ours would be.
    const isRedraw = message.text().startsWith("React drew the page anew:");
    if (
      (isRedraw || ["error", "warning", "assert"].includes(message.type())) &&
      !expected.some((pattern) => pattern.test(said))
    )
      complaints.push(said);
  });

  return {
    requests,
    complaints,
    expectConsole: (pattern) => void expected.push(pattern),
    async fakePage(address) {
      const { origin } = new URL(address);
      fakes.add(origin);
      await context.route(
        (url) => url.origin === origin,
        (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: fakeHtml }),
      );
    },
    allow: (url) => void allowed.add(url),
  };
}

/** Holds back the requests that `which` picks, until they are let go. */
export async function holdRequests(
  page: Page,
  which: (request: { url: string; method: string }) => boolean,
): Promise<{ release: () => Promise<void> }> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const wait = async (route: Route) => {
    if (which({ url: route.request().url(), method: route.request().method() })) await opened;
    await route.fallback();
  };
  await page.route("**", wait);
  // The route stays: a request that is on its way as a route ends is never let out.
  return { release: () => Promise.resolve(open()) };
}

/**
 * Until `restore`, posted forms: `answer lost`, reach the server, and the connection is cut instead of
 * the answer; `cut off`, do not reach it; `refused`, are answered 503 by the server, which stores nothing.
 */
export async function breakPosts(
  page: Page,
  how: "answer lost" | "cut off" | "refused",
): Promise<{ restore: () => Promise<void> }> {
  const handle = async (route: Route) => {
    if (route.request().method() !== "POST") return route.fallback();
    if (how === "answer lost") await route.fetch({ maxRedirects: 0 });
    if (how !== "refused") return route.abort("connectionreset");
    const headers = { "X-Remix-Response": "yes", "Content-Type": "text/x-script" };
    const body = '[{"_1":2},"data",{"_3":4},"ok",false]\n';
    return route.fulfill({ status: 503, headers, body });
  };
  await page.route("**", handle);
  return { restore: () => page.unrouteAll({ behavior: "wait" }) };
}

/**
 * Stretches the moment in which the application has the page's events but cannot answer them yet: it has started, and
 * reads the page's data, which come to it through this stream.
 */
export async function holdHydration(
  page: Page,
): Promise<{ begun: () => Promise<unknown>; release: () => Promise<void> }> {
  await page.addInitScript(() => {
    const opened = new Promise((resolve) => addEventListener("let-go", resolve, { once: true }));
    const encoder = new TextEncoder();
    const transform = async (
      text: string,
      controller: TransformStreamDefaultController<Uint8Array>,
    ) => {
      await opened;
      controller.enqueue(encoder.encode(text));
    };
    Object.assign(window, {
      TextEncoderStream: class extends TransformStream {
        constructor() {
          super({ transform });
        }
      },
    });
  });
  return {
    begun: () =>
      page.waitForFunction(() =>
        Object.keys(document).some((key) => key.startsWith("__reactContainer")),
      ),
    release: () => page.evaluate(() => void dispatchEvent(new Event("let-go"))),
  };
}

/** Picks the application's own scripts. */
export const scriptsOnly = ({ url }: { url: string }) =>
  new URL(url).pathname.startsWith("/assets/") && url.endsWith(".js");

/** Picks what a form sends. */
export const postsOnly = ({ method }: { method: string }) => method === "POST";
