import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { startCaddy } from "#tests/support/caddy.ts";
import { startNginx } from "#tests/support/nginx.ts";
import { multipartType } from "#tests/support/multipart.ts";
import { freePort } from "#tests/support/postgres.ts";
import { openSocket } from "#tests/support/raw-socket.ts";
import { type TcpProxy, startTcpProxy } from "#tests/support/tcp-proxy.ts";
import { postForm, postJson, send, visibleText } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";
import { picturesPath, uploadHead, writeSlowly } from "#tests/support/uploads.ts";

/*
 * The proxy recipes of deploy/ as they are, each before the built site: many visitors at once, a
 * database that is away, and their logs.
 */

const slug = "a-slug-of-the-recipe-tests";
const quote = `/quotes/${slug}`;

let store: TestStore;
/** The way of the first process to the database. The second has its own. */
let relays: [TcpProxy, TcpProxy];
let sites: [Site, Site];
/** They take longer than a form may; the other tests go on meanwhile. */
let slowUploads: Map<string, Promise<string>>;

beforeAll(async () => {
  slowUploads = new Map(recipes.map((recipe) => [recipe.name, uploadSlowly(recipe)]));
  store = await createStore("postgres");
  await store.withConnection((query) => insertQuote(query, { slug }));
  const aRelay = () => startTcpProxy(store.settings.DATABASE_URL!);
  relays = await Promise.all([aRelay(), aRelay()]);
  const aSite = ({ url }: TcpProxy) =>
    startSite(store.dataDir, { ...store.settings, DATABASE_URL: url, TRUST_PROXY: "1" });
  sites = await Promise.all([aSite(relays[0]), aSite(relays[1])]);
});

afterAll(async () => {
  await Promise.all(sites.map(({ kill }) => kill()));
  await Promise.all(relays.map(({ stop }) => stop()));
  await Promise.all(slowUploads.values());
  store.remove();
});

type Recipe = {
  name: string;
  start: (
    apps: string[],
  ) => Promise<{ url: string; output: () => string; stop: () => Promise<void> }>;
};

const caddy = async (apps: string[]) => startCaddy(`http://localhost:${await freePort()}`, apps);
const nginx = async ([app]: string[]) => {
  const { proxied, output, stop } = await startNginx(app!);
  return { url: proxied, output, stop };
};
const recipes: Recipe[] = [
  { name: "nginx.conf", start: nginx },
  { name: "Caddyfile", start: ([app]) => caddy([app!]) },
  { name: "several.Caddyfile", start: caddy },
];

/** As a phone on a bad network; returns what an application answers that takes it whole. */
async function uploadSlowly({ start: begin }: Recipe): Promise<string> {
  const application = createServer((request, response) => {
    let size = 0;
    request.on("data", (chunk: Buffer) => (size += chunk.length));
    request.on("end", () => response.end(`Took ${size} bytes.`));
  });
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  const { port } = application.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const proxy = await begin([url, url]);
  const socket = await openSocket(proxy.url);
  let said = "";
  socket.on("data", (chunk) => (said += chunk.toString()));
  socket.write(uploadHead("", 2_200));
  await writeSlowly(socket, Buffer.alloc(2_200, "a"), 22);
  await expect.poll(() => said).toContain("\r\n\r\n");
  socket.destroy();
  await proxy.stop();
  application.close();
  return said;
}

async function start({ start: begin }: Recipe, apps = sites.map(({ url }) => url)) {
  const proxy = await begin(apps);
  onTestFinished(proxy.stop);
  return proxy;
}

/**
 * How long twenty visitors wait who come at the same time, in milliseconds; the best of three
 * times, since the machine has other work too.
 */
async function waitOfTwenty(url: string, path: string): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(url, path)));
    rounds.push(performance.now() - began);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }
  return Math.min(...rounds);
}

describe.each(recipes)("$name", (recipe) => {
  test.for(["/form-token", quote, "/login"])(
    "twenty visitors at once are as fast with %s as without",
    async (path) => {
      const proxy = await start(recipe);
      const direct = await waitOfTwenty(sites[0].url, path);
      // A proxy costs a little. Letting one after the other through cost five seconds.
      expect(await waitOfTwenty(proxy.url, path)).toBeLessThan(5 * direct + 250);
    },
  );

  test("does not show its version", async () => {
    const proxy = await start(recipe);
    for (const path of ["/", "/login", "/no-such-page", "/%00"])
      expect((await send(proxy.url, path)).headers.server ?? "").not.toMatch(/\d/);
  });

  test("passes on the site's own message about a body that is too large", async () => {
    const proxy = await start(recipe);
    const payload = { email: "a".repeat(70_000) };
    const { status, text } = await postJson(
      proxy.url,
      "/functions/add-mailchimp-subscriber",
      payload,
    );
    expect({ status, says: JSON.parse(text) }).toMatchObject({
      status: 413,
      says: { error: { code: "too-large" } },
    });
  });

  test("waits for a picture from a slow network", async () => {
    expect(await slowUploads.get(recipe.name)).toMatch(/^HTTP\/1\.1 200 [\s\S]*Took 2200 bytes\./);
  });

  test.for([
    [picturesPath, 3, "signed-out"],
    ["/admin/money/import", 2, "too-large"],
    ["/admin/import", 8, "too-large"],
    ["/admin/site/about", 0.5, "too-large"],
  ] as const)("leaves the answer to %s MB at %s to the site", async ([path, megabytes, code]) => {
    const proxy = await start(recipe);
    const { text } = await send(proxy.url, path, {
      method: "POST",
      headers: { ...multipartType, Accept: "application/json" },
      body: Buffer.alloc(megabytes * 1_000_000),
    });
    expect(JSON.parse(text)).toMatchObject({ error: { code } });
  });

  test("answers with Retry-After while the site is down, and does not log quote links", async () => {
    const [nobody, nobodyElse] = await Promise.all([freePort(), freePort()]);
    const proxy = await start(recipe, [
      `http://127.0.0.1:${nobody}`,
      `http://127.0.0.1:${nobodyElse}`,
    ]);
    const refused = async () => {
      const { status, headers, text } = await postForm(
        proxy.url,
        quote,
        { clientName: "Ada" },
        { Referer: `http://localhost${quote}` },
      );
      return { status, again: headers["retry-after"], kept: headers["cache-control"], text };
    };
    // Caddy looks every two seconds what is there, its own words included.
    await expect.poll(refused).toEqual({
      status: expect.toBeOneOf([502, 503]),
      again: "5",
      kept: "no-store",
      text: "The site is away for a moment. Please try again.",
    });
    expect(proxy.output()).not.toContain(slug);
  });
});

test("nginx.conf passes on a picture as it comes, so that the site answers before it is there", async () => {
  const proxy = await start(recipes[0]!);
  const socket = await openSocket(proxy.url);
  onTestFinished(() => void socket.destroy());
  let said = "";
  socket.on("data", (chunk) => (said += chunk.toString()));
  socket.write(uploadHead("", 15_500_000));
  socket.write(Buffer.alloc(100_000));
  await expect.poll(() => said).toMatch(/^HTTP\/1\.1 401 [\s\S]*"signed-out"/);
});

test.for(["/login", `${picturesPath}/1`, "/admin/site/about"])(
  "nginx.conf lets no two megabytes through to %s",
  async (path) => {
    const proxy = await start(recipes[0]!);
    const { status, headers } = await send(proxy.url, path, {
      method: "POST",
      headers: multipartType,
      body: Buffer.alloc(2_000_000),
    });
    expect([status, headers.server]).toEqual([413, "nginx"]);
  },
);

describe("several.Caddyfile, where a database cannot be reached,", () => {
  const several = recipes[2]!;

  test("leaves out a process whose database cannot be reached, while another one reaches it", async () => {
    const proxy = await start(several);
    onTestFinished(relays[0].restore);
    relays[0].cut();
    expect((await send(sites[0].url, quote)).status).toBe(503);
    // It finds out within two seconds.
    await expect.poll(() => statusesOf(proxy.url, quote, 10)).toEqual(Array<number>(10).fill(200));
    expect(await statusesOf(proxy.url, quote, 100)).toEqual(Array<number>(100).fill(200));
  });

  test("serves pages and the site's form errors while no process reaches the database", async () => {
    const proxy = await start(several);
    for (const relay of relays) {
      onTestFinished(relay.restore);
      relay.cut();
    }
    await expect.poll(async () => (await send(proxy.url, "/readyz")).status).toBe(503);
    // All the while, until Caddy knows of both and longer.
    const known = () =>
      relays.length ===
      new Set(
        Array.from(
          proxy.output().matchAll(/"status_code":503,"host":"([^"]+)"/g),
          ([, host]) => host,
        ),
      ).size;
    while (!known())
      expect(await statusesOf(proxy.url, "/about", 5)).toEqual([200, 200, 200, 200, 200]);
    const direct = await waitOfTwenty(sites[0].url, "/about");
    expect(await waitOfTwenty(proxy.url, "/about")).toBeLessThan(5 * direct + 250);
    const message = {
      name: "Ada Visitor",
      email: "ada@visitor.example",
      message: "Could you play at our garden party?",
    };
    const { status, text } = await postForm(proxy.url, "/?index", message);
    expect({ status, visible: visibleText(text) }).toEqual({
      status: 503,
      visible: expect.stringContaining("Failed to send message."),
    });
    expect(text).toContain(message.message);
  });
});

test("several.Caddyfile reports no health while every process is down", async () => {
  const proxy = await start(recipes[2]!, [
    `http://127.0.0.1:${await freePort()}`,
    `http://127.0.0.1:${await freePort()}`,
  ]);
  for (const path of ["/healthz", "/readyz"])
    await expect
      .poll(() => send(proxy.url, path))
      .toMatchObject({ status: 503, text: expect.stringContaining("away") });
});

async function statusesOf(url: string, path: string, count: number): Promise<number[]> {
  return (await Promise.all(Array.from({ length: count }, () => send(url, path)))).map(
    ({ status }) => status,
  );
}
