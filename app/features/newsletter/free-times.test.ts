import { expect } from "vitest";
import { mailings } from "#app/server/database/tables.server.ts";
import { aLesson, anOpenWeek } from "#tests/support/diary.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { aMailing } from "#tests/support/newsletter.ts";
import { freeTimesText, appendToMailing } from "./mailing-commands.server.ts";

dbTest("the free times of the week stand above the sign-off", async ({ db }) => {
  expect(await freeTimesText(db, NOW)).toBe("");
  await anOpenWeek(db);
  await aLesson(db, { slug: "lesson", name: "Singing" });
  const text = await freeTimesText(db, NOW);
  expect(text).toMatch(
    /^# Free times this week\n\n\[Singing\]\(\/book\/[\w-]+\/lesson\): (\w{3} \d+ Mar, \d+:\d\d [ap]m(; |$)){3,8}$/,
  );
  const mailing = await aMailing(db, { body: "Hello.\n\nWarmly,\nImogen Hale" });
  expect(await appendToMailing(db, mailing, text)).toBe(true);
  expect(await appendToMailing(db, mailing, text)).toBe(false);
  const [{ body } = { body: "" }] = await db.select({ body: mailings.body }).from(mailings);
  expect(body).toBe(`Hello.\n\n${text}\n\nWarmly,\nImogen Hale`);
});
