import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { text as contentOf } from "node:stream/consumers";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createDatabase, freePort } from "#tests/support/postgres.ts";
import { type HttpResponse, postForm, send, visibleText } from "#tests/support/request.ts";
import { runProgram, type Site, startSite, temporaryDataDir } from "#tests/support/site.ts";
import { AUTH_SECRET, createStore, databaseKinds } from "#tests/support/store.ts";

/* How the process begins and ends, and what it says when it cannot. */

const owner = { email: "owner@example.com", password: "a password for the tests" };

async function start(dataDir: string, settings: Record<string, string> = {}): Promise<Site> {
  const site = await startSite(dataDir, settings);
  onTestFinished(site.kill);
  return site;
}

function folder(): string {
  const { dataDir, remove } = temporaryDataDir();
  onTestFinished(remove);
  return dataDir;
}

async function openPage(
  site: Site,
  path: string,
  cookies = "",
): Promise<{ status: number; words: string }> {
  const { status, text } = await send(site.url, path, { headers: { Cookie: cookies } });
  return { status, words: visibleText(text) };
}

async function expectSignedIn(site: Site, answer: HttpResponse, email: string): Promise<void> {
  expect([answer.status, answer.headers.location]).toEqual([302, "/admin"]);
  expect(await openPage(site, "/admin", answer.cookies)).toEqual({
    status: 200,
    words: expect.stringContaining(`Logged in as ${email}`),
  });
}

describe("a start that cannot work ends with exit code 1 and one line for each reason", () => {
  test("a second process on one embedded folder", async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    const second = await runProgram("server.ts", [], dataDir, { PORT: String(await freePort()) });
    expect(second).toEqual({
      code: 1,
      stdout: "",
      stderr: `The database in ${dataDir} is in use by another process. Stop that one first.\n`,
    });
    expect((await send(first.url, "/readyz")).status).toBe(200);
  });

  test("a port that another program holds", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runProgram("server.ts", [], folder(), { PORT: String(port) });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Port ${port} is in use by another program. Set PORT to another one.\n`,
    });
  });

  test("wrong settings, one line for each wrong name", async () => {
    const dataDir = folder();
    const { code, stdout, stderr } = await runProgram("server.ts", [], dataDir, {
      PORT: "abc",
      TRUST_PROXY: "x",
      DATABASE_URL: "postgres://localhost/site",
      SMTP_URL: "mail",
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.trimEnd().split("\n").toSorted()).toEqual([
      "AUTH_SECRET is required when DATABASE_URL is set",
      "PORT must be a port from 0 to 65535",
      "SMTP_URL must be a URL such as smtps://user:password@smtp.example.com",
      "TRUST_PROXY must be a number of proxies from 0 to 10",
    ]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("a data folder without a secret in its file, and one without its pg_wal, which stays as it is", async () => {
    const { dataDir, look, remove } = await createStore("embedded");
    onTestFinished(remove);
    await look((query) => query("select 1"));
    writeFileSync(join(dataDir, "auth-secret"), "");
    const run = async () =>
      runProgram("server.ts", [], dataDir, { PORT: String(await freePort()) });
    expect(await run()).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^\S+\/auth-secret is empty or damaged\.[^\n]+\n$/),
    });
    const database = join(dataDir, "database");
    rmSync(join(database, "pg_wal"), { recursive: true });
    const before = contentsOf(database);
    expect(await run()).toEqual({
      code: 1,
      stdout: "",
      stderr: `${database} is not a whole database. Nothing was changed. Move it away and restore a backup into an empty folder.\n`,
    });
    expect(contentsOf(database)).toEqual(before);
  });
});

test("four processes that start at once on one empty PostgreSQL all become ready, and name one link that makes the owner", async () => {
  const settings = { DATABASE_URL: await createDatabase(inject("postgresUrl")), AUTH_SECRET };
  const dataDir = folder();
  const sites = await Promise.all([1, 2, 3, 4].map(() => start(dataDir, settings)));
  for (const site of sites) {
    expect((await send(site.url, "/readyz")).status).toBe(200);
    expect(site.output()).not.toMatch(/"level":(40|50|60)/);
  }
  const links = await Promise.all(
    sites.map(async (site) => (await site.waitFor(/\/login\/setup\?token=\S+/))[0]),
  );
  expect(new Set(links).size).toBe(1);
  expect((await openPage(sites[0]!, links[0]!)).words).toContain("Create my account");
  expect(await Promise.all(sites.map((site) => site.stop()))).toEqual([0, 0, 0, 0]);
});

describe("a site that is told to stop", () => {
  const cases = [
    ["embedded", "SIGTERM"],
    ["postgres", "SIGTERM"],
    ["postgres", "SIGINT"],
  ] as const;
  test.for(cases)(
    "finishes the request in flight, takes no other and exits 0 within ten seconds: %s, %s",
    async ([kind, signal]) => {
      const store = await createStore(kind);
      onTestFinished(store.remove);
      const site = await start(store.dataDir, store.settings);
      const { port, host } = new URL(site.url);
      const body = new URLSearchParams({
        name: "Ada Visitor",
        email: "ada@visitor.example",
        message: "Sent while the site was stopping.",
      }).toString();
      // The server has taken the request when it asks for its body. Like a browser, the visitor keeps the connection for more.
      const agent = new Agent({ keepAlive: true });
      onTestFinished(() => agent.destroy());
      const headers = {
        Host: host,
        Expect: "100-continue",
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": Buffer.byteLength(body),
      };
      const slow = request({
        agent,
        host: "127.0.0.1",
        port,
        path: "/?index",
        method: "POST",
        headers,
      });
      const asked = new Promise((resolve, reject) =>
        slow.once("continue", resolve).once("error", reject),
      );
      slow.flushHeaders();
      await asked;
      slow.write(body.slice(0, 20));

      const began = performance.now();
      const stopped = site.stop(signal);
      await site.waitFor(/"msg":"stopping"/);
      await expect(send(site.url, "/healthz")).rejects.toMatchObject({
        code: expect.stringMatching(/^ECONNRE(FUSED|SET)$/),
      });
      const answered = new Promise((resolve, reject) =>
        slow
          .once("error", reject)
          .once("response", async (response) =>
            resolve({ status: response.statusCode, words: visibleText(await contentOf(response)) }),
          ),
      );
      slow.end(body.slice(20));

      expect(await answered).toEqual({
        status: 200,
        words: expect.stringContaining("Your message has been sent!"),
      });
      expect(await stopped).toBe(0);
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(site.output()).toContain('"msg":"stopped"');
      expect(await store.look((query) => query("select message from contact_messages"))).toEqual([
        { message: "Sent while the site was stopping." },
      ]);
    },
  );
});

describe.for(databaseKinds)("the first owner of a site on %s", (kind) => {
  test("is made by the link that the first start prints, once", async () => {
    const store = await createStore(kind);
    onTestFinished(store.remove);
    const site = await start(store.dataDir, store.settings);
    const [, link] = await site.waitFor(
      /This link makes the first one, once, within a day:\s+(\S+)\n/,
    );
    const { origin, pathname, search, searchParams } = new URL(link!);
    expect(origin).toBe(site.url);
    const path = pathname + search;
    const form = { token: searchParams.get("token")!, ...owner };

    expect(await openPage(site, path)).toMatchObject({
      status: 200,
      words: expect.stringContaining("Create my account"),
    });
    expect((await postForm(site.url, path, { ...form, password: "too short" })).status).toBe(422);
    await expectSignedIn(site, await postForm(site.url, path, form), owner.email);

    expect((await openPage(site, path)).status).toBe(410);
    expect((await postForm(site.url, path, { ...form, email: "second@example.com" })).status).toBe(
      410,
    );
    expect(await site.stop()).toBe(0);
    expect(
      await store.look((query) => query("select email, role, email_verified from users")),
    ).toEqual([{ email: owner.email, role: "admin", email_verified: true }]);

    const again = await start(store.dataDir, store.settings);
    await expectSignedIn(again, await postForm(again.url, "/login", owner), owner.email);
    expect(again.output()).not.toContain("/login/setup");
  });
});

describe("npm run owner", () => {
  test("makes an owner on PostgreSQL while the site runs, at once or through a link", async () => {
    const store = await createStore("postgres");
    onTestFinished(store.remove);
    const site = await start(store.dataDir, store.settings);
    const settings = { ...store.settings, PORT: new URL(site.url).port };
    const made = await runProgram(
      "scripts/owner.ts",
      ["Owner@Example.com", "--password", owner.password],
      store.dataDir,
      settings,
    );
    expect(made).toEqual({ code: 0, stdout: "Owner@Example.com is the owner.\n", stderr: "" });
    await expectSignedIn(site, await postForm(site.url, "/login", owner), owner.email);

    const { code, stdout } = await runProgram(
      "scripts/owner.ts",
      ["second@example.com"],
      store.dataDir,
      settings,
    );
    const link = new URL(/http\S+/.exec(stdout)![0]);
    expect([code, link.origin]).toEqual([0, site.url]);
    const second = { email: "second@example.com", password: "another password for the tests" };
    // Whoever opens a link that was made for one address becomes that one, whatever they type.
    await postForm(site.url, link.pathname + link.search, {
      ...second,
      email: "somebody@else.example",
      token: link.searchParams.get("token")!,
    });
    await expectSignedIn(site, await postForm(site.url, "/login", second), second.email);
  });

  test("says on the embedded database to stop the server first, and works when it has stopped", async () => {
    const dataDir = folder();
    const command = [
      "scripts/owner.ts",
      [owner.email, "--password", owner.password],
      dataDir,
    ] as const;
    const site = await start(dataDir);
    expect(await runProgram(...command)).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^[^\n]*Stop that one first\.\n$/),
    });
    expect(await site.stop()).toBe(0);
    expect(await runProgram(...command)).toEqual({
      code: 0,
      stdout: `${owner.email} is the owner.\n`,
      stderr: "",
    });
    const again = await start(dataDir);
    await expectSignedIn(again, await postForm(again.url, "/login", owner), owner.email);
    expect(again.output()).not.toContain("/login/setup");
  });

  test("refuses an address or a password that cannot be used, in one line and without a database", async () => {
    const dataDir = folder();
    for (const args of [
      [],
      ["no address"],
      [owner.email, "--password", "short"],
      [owner.email, "--password", "passwordpassword"],
      [owner.email, "--passwort", owner.password],
      [owner.email, "--password"],
    ]) {
      const { code, stdout, stderr } = await runProgram("scripts/owner.ts", args, dataDir);
      expect({ code, stdout, stderr }).toEqual({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^[^\n]+\n$/),
      });
    }
    expect(existsSync(join(dataDir, "database"))).toBe(false);
  });

  test("refuses wrong settings as the server does", async () => {
    const { code, stdout, stderr } = await runProgram("scripts/owner.ts", [owner.email], folder(), {
      PORT: "abc",
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "",
      stderr: "PORT must be a port from 0 to 65535\n",
    });
  });
});

/** Every file of a folder with what is in it. */
function contentsOf(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      createHash("sha256")
        .update(readFileSync(join(parentPath, name)))
        .digest("hex"),
    ]),
  );
}
