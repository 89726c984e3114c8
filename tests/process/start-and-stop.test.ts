import { hash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { text as contentOf } from "node:stream/consumers";
import { deserialize, serialize } from "node:v8";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createDatabase, freePort } from "#tests/support/postgres.ts";
import { send, visibleText } from "#tests/support/request.ts";
import { runScript } from "#tests/support/site.ts";
import { AUTH_SECRET } from "#tests/support/store.ts";
import { dataDirForTest, startForTest, storeForTest } from "#tests/support/test-site.ts";

/* How the process begins and ends, and what it says when it cannot. */

const failed = (stderr: unknown) => ({ code: 1, stdout: "", stderr });

describe("a failed start exits with code 1 and prints one line for each reason", () => {
  test("a second process on one embedded folder", async () => {
    const { dataDir } = await storeForTest("embedded");
    const first = await startForTest(dataDir);
    const second = await runScript("server.ts", [], dataDir, { PORT: String(await freePort()) });
    const line = `The database in ${dataDir} is in use by another process. Stop that one first.`;
    expect(second).toEqual(failed(`${line}\n`));
    expect((await send(first.url, "/readyz")).status).toBe(200);
  });

  test("a port in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { dataDir, settings } = await storeForTest("postgres");
    const own = { ...settings, PORT: String(port) };
    const { code, stderr } = await runScript("server.ts", [], dataDir, own);
    const line = `Port ${port} is in use by another program. Set PORT to another one.\n`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: line });
  });

  test("wrong settings, one line for each wrong name", async () => {
    const dataDir = dataDirForTest();
    const { code, stdout, stderr } = await runScript("server.ts", [], dataDir, {
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

  test("a database that the server does not have, or refuses to open", async () => {
    const DATABASE_URL = new URL("/nowhere", inject("postgresUrl")).href;
    const settings = { DATABASE_URL, AUTH_SECRET };
    const line = 'The database that DATABASE_URL names refuses: database "nowhere" does not exist.';
    const run = runScript("server.ts", [], dataDirForTest(), settings);
    expect(await run).toEqual(failed(`${line}\n`));
  });

  test("a data folder with an empty secret or without pg_wal", async () => {
    const { dataDir } = await storeForTest("embedded");
    writeFileSync(join(dataDir, "auth-secret"), "");
    const run = async () => runScript("server.ts", [], dataDir, { PORT: String(await freePort()) });
    const line = expect.stringMatching(
      /^\S+\/auth-secret is empty or damaged\.[^\n]+\n$/,
    ) as string;
    expect(await run()).toEqual(failed(line));
    const database = join(dataDir, "database");
    rmSync(join(database, "pg_wal"), { recursive: true });
    const change = "Nothing was changed. Move it away and restore a backup into an empty folder.";
    expect(await run()).toEqual(failed(`${database} is not a whole database. ${change}\n`));
  });
});

test("three processes that start at once on an empty PostgreSQL print the same owner link", async () => {
  const settings = { DATABASE_URL: await createDatabase(inject("postgresUrl")), AUTH_SECRET };
  const dataDir = dataDirForTest();
  const sites = await Promise.all([1, 2, 3].map(() => startForTest(dataDir, settings)));
  for (const site of sites) {
    expect((await send(site.url, "/readyz")).status).toBe(200);
    expect(site.output()).not.toMatch(/"level":(40|50|60)/);
  }
  const links = await Promise.all(
    sites.map(async (site) => (await site.waitFor(/\/login\/setup\?token=\S+/))[0]),
  );
  expect(new Set(links).size).toBe(1);
  expect(visibleText((await send(sites[0]!.url, links[0]!)).text)).toContain("Create my account");
  expect(await Promise.all(sites.map((site) => site.stop()))).toEqual([0, 0, 0]);
});

test("a start takes the pages that the one before compressed, unless their file is damaged", async () => {
  const { dataDir, settings } = await storeForTest("postgres");
  const PORT = String(await freePort());
  const aboutPage = async () => {
    const site = await startForTest(dataDir, { ...settings, PORT });
    const { text } = await send(site.url, "/about");
    await site.stop();
    return text;
  };
  const made = await aboutPage();
  const file = join(dataDir, "pages");
  const kept = deserialize(readFileSync(file).subarray(32)) as Map<string, { identity: Buffer }>;
  const about = [...kept.values()].find(({ identity }) =>
    Buffer.from(identity).equals(Buffer.from(made)),
  );
  about!.identity = Buffer.from("kept");
  const bytes = serialize(kept);
  writeFileSync(file, Buffer.concat([hash("sha256", bytes, "buffer"), bytes]));
  expect(await aboutPage()).toBe("kept");
  writeFileSync(file, readFileSync(file).subarray(0, -1));
  expect(await aboutPage()).toBe(made);
});

test("a site answers while its first tasks still wait", async () => {
  const store = await storeForTest("postgres");
  await store.withConnection(async (query) => {
    await query("begin");
    await query("lock table diary_entries");
    const site = await startForTest(store.dataDir, store.settings);
    expect((await send(site.url, "/readyz")).status).toBe(200);
    await query("rollback");
  });
});

describe("a site that is told to stop", () => {
  const cases = [
    ["embedded", "SIGTERM"],
    ["postgres", "SIGINT"],
  ] as const;
  test.for(cases)(
    "finishes the request in flight, accepts no other and exits with 0 in ten seconds: %s, %s",
    async ([kind, signal]) => {
      const store = await storeForTest(kind);
      const site = await startForTest(store.dataDir, store.settings);
      const { port, host } = new URL(site.url);
      const body = new URLSearchParams({
        name: "Ada Visitor",
        email: "ada@visitor.example",
        message: "Sent while the site was stopping.",
      }).toString();
      // The server has taken the request when it asks for its body. Like a browser, the visitor
      // keeps the connection for more.
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
        slow.once("continue", resolve).on("error", reject),
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
      const answered = new Promise<unknown>((resolve, reject) =>
        slow
          .on("error", reject)
          .once("response", (response) =>
            contentOf(response).then(
              (said) => resolve({ status: response.statusCode, visible: visibleText(said) }),
              reject,
            ),
          ),
      );
      slow.end(body.slice(20));

      expect(await answered).toEqual({
        status: 200,
        visible: expect.stringContaining("Your message has been sent!"),
      });
      expect(await stopped).toBe(0);
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(site.output()).toContain('"msg":"stopped"');
      expect(await store.query("select message from contact_messages")).toEqual([
        { message: "Sent while the site was stopping." },
      ]);
    },
  );
});
