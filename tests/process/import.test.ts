import { inject, expect, test } from "vitest";
import { createPrepared, openClient } from "#tests/support/postgres.ts";
import { runScript } from "#tests/support/site.ts";
import { dataDirForTest } from "#tests/support/test-site.ts";

const run = (dataDir: string, ...args: string[]) => runScript("scripts/import.ts", args, dataDir);

test("the command brings the rows of another PostgreSQL along, and says what it did", async () => {
  const dataDir = dataDirForTest();
  const from = await createPrepared(inject("postgresUrl"));
  const client = await openClient(from);
  await client.query(
    `insert into contact_messages (name, email, message) values ('Bo', 'bo@client.example', 'Hello')`,
  );
  await client.end();
  expect(await run(dataDir, "--from", from)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /contact_messages: 1 new\n[\s\S]*1 row imported\. Nobody got an email/,
    ) as string,
  });
  const again = await run(dataDir, "--from", from);
  expect(again.stdout).toContain("contact_messages: 0 new, 1 known");
});

test("the command says what is missing, and which database does not answer", async () => {
  const dataDir = dataDirForTest();
  expect((await run(dataDir)).stderr).toContain("Usage: npm run import -- --from postgres://");
  const nowhere = await run(dataDir, "--from", "postgres://nobody@127.0.0.1:1/nothing");
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("can't be opened") as string,
  });
});
