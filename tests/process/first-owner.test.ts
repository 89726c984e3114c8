import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type HttpResponse, postForm, send, visibleText } from "#tests/support/request.ts";
import { runScript, type Site } from "#tests/support/site.ts";
import { dataDirForTest, startForTest, storeForTest } from "#tests/support/test-site.ts";

/* How an installation gets its owner: by the link of the first start, or by a command. */

const owner = { email: "owner@example.com", password: "a password for the tests" };

async function openPage(
  site: Site,
  path: string,
  cookies = "",
): Promise<{ status: number; visible: string }> {
  const { status, text } = await send(site.url, path, { headers: { Cookie: cookies } });
  return { status, visible: visibleText(text) };
}

async function expectSignedIn(site: Site, answer: HttpResponse, email: string): Promise<void> {
  expect([answer.status, answer.headers.location]).toEqual([302, "/admin"]);
  expect(await openPage(site, "/admin", answer.cookies)).toEqual({
    status: 200,
    visible: expect.stringContaining(`Logged in as ${email}`),
  });
}

describe("the first owner of a site", () => {
  test("is made by the link that the first start prints, once", async () => {
    const store = await storeForTest("embedded");
    const site = await startForTest(store.dataDir, store.settings);
    const [, link] = await site.waitFor(
      /This link makes the first one, once, within a day:\s+(\S+)\n/,
    );
    const { origin, pathname, search, searchParams } = new URL(link!);
    expect(origin).toBe(site.url);
    const path = pathname + search;
    const form = { token: searchParams.get("token")!, ...owner };

    expect(await openPage(site, path)).toMatchObject({
      status: 200,
      visible: expect.stringContaining("Create my account"),
    });
    expect((await postForm(site.url, path, { ...form, password: "too short" })).status).toBe(422);
    await expectSignedIn(site, await postForm(site.url, path, form), owner.email);

    expect((await openPage(site, path)).status).toBe(410);
    expect((await postForm(site.url, path, { ...form, email: "second@example.com" })).status).toBe(
      410,
    );
    expect(await site.stop()).toBe(0);
    expect(await store.query("select email, role, email_verified from users")).toEqual([
      { email: owner.email, role: "admin", email_verified: true },
    ]);

    const again = await startForTest(store.dataDir, store.settings);
    await expectSignedIn(again, await postForm(again.url, "/login", owner), owner.email);
    expect(again.output()).not.toContain("/login/setup");
  });
});

describe("npm run owner", () => {
  test("makes an owner on PostgreSQL while the site runs, directly or by a link", async () => {
    const store = await storeForTest("postgres");
    const site = await startForTest(store.dataDir, store.settings);
    const settings = { ...store.settings, PORT: new URL(site.url).port };
    const made = await runScript(
      "scripts/owner.ts",
      ["Owner@Example.com", "--password", owner.password],
      store.dataDir,
      settings,
    );
    expect(made).toEqual({ code: 0, stdout: "Owner@Example.com is the owner.\n", stderr: "" });
    await expectSignedIn(site, await postForm(site.url, "/login", owner), owner.email);

    const { code, stdout } = await runScript(
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

  test("makes an owner of an embedded database, but asks to stop its server first", async () => {
    const dataDir = dataDirForTest();
    const command = [
      "scripts/owner.ts",
      [owner.email, "--password", owner.password],
      dataDir,
    ] as const;
    expect(await runScript(...command)).toEqual({
      code: 0,
      stdout: `${owner.email} is the owner.\n`,
      stderr: "",
    });
    const site = await startForTest(dataDir);
    await expectSignedIn(site, await postForm(site.url, "/login", owner), owner.email);
    expect(site.output()).not.toContain("/login/setup");
    expect(await runScript(...command)).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^[^\n]*Stop that one first\.\n$/),
    });
  });

  test("refuses an invalid email or password, or wrong settings, without a database", async () => {
    const dataDir = dataDirForTest();
    const refused: [args: string[], settings?: Record<string, string>][] = [
      [[]],
      [["no address"]],
      [[owner.email, "--password", "short"]],
      [[owner.email, "--password", "passwordpassword"]],
      [[owner.email, "--passwort", owner.password]],
      [[owner.email, "--password"]],
      [[owner.email], { PORT: "abc" }],
    ];
    for (const [args, settings] of refused)
      expect(await runScript("scripts/owner.ts", args, dataDir, settings)).toEqual({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^[^\n]+\n$/),
      });
    expect(existsSync(join(dataDir, "database"))).toBe(false);
  });
});
