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

test("the link that the first start prints makes the first owner, once; a command makes others", async () => {
  const store = await storeForTest("postgres");
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
  const late = { ...form, email: "late@example.com" };
  expect((await postForm(site.url, path, late)).status).toBe(410);
  expect(await store.query("select email, role, email_verified from users")).toEqual([
    { email: owner.email, role: "admin", email_verified: true },
  ]);

  const settings = { ...store.settings, PORT: new URL(site.url).port };
  const run = (...args: string[]) => runScript("scripts/owner.ts", args, store.dataDir, settings);
  expect(await run("Other@Example.com", "--password", owner.password)).toEqual({
    code: 0,
    stdout: "Other@Example.com is the owner.\n",
    stderr: "",
  });
  const other = { ...owner, email: "other@example.com" };
  await expectSignedIn(site, await postForm(site.url, "/login", other), other.email);

  const { code, stdout } = await run("third@example.com");
  const made = new URL(/http\S+/.exec(stdout)![0]);
  expect([code, made.origin]).toEqual([0, site.url]);
  const third = { email: "third@example.com", password: "another password for the tests" };
  // Whoever opens a link that was made for one address becomes that one, whatever they type.
  await postForm(site.url, made.pathname + made.search, {
    ...third,
    email: "somebody@else.example",
    token: made.searchParams.get("token")!,
  });
  await expectSignedIn(site, await postForm(site.url, "/login", third), third.email);
});

describe("npm run owner", () => {
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
    const answers = refused.map(([args, settings]) =>
      runScript("scripts/owner.ts", args, dataDir, settings),
    );
    expect(await Promise.all(answers)).toEqual(
      refused.map(() => ({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^[^\n]+\n$/) as string,
      })),
    );
    expect(existsSync(join(dataDir, "database"))).toBe(false);
  });
});
