import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { describe, expect } from "vitest";
import { confirmRequest, declineRequest } from "#app/features/appointments/finish.server.ts";
import { recordEntry } from "#app/features/diary/entries.server.ts";
import { asClient, type Entry } from "#app/features/diary/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry, minutesLater } from "#tests/support/diary.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { getDiaryEntry } from "#app/features/appointments/queries.server.ts";
import { EntryHistory } from "./parts.tsx";

const LATER = minutesLater(NOW, 30);

/** The first word of each entry, newest first. */
async function history(db: Db, { id }: Entry): Promise<string[]> {
  const { entry, changes, emails } = (await getDiaryEntry(db, owner, id))!;
  const Page = createRoutesStub([
    { path: "/", Component: () => <EntryHistory {...{ entry, changes, emails }} /> },
    { path: "/admin/sent-mail/:id" },
  ]);
  const [, ...lines] = renderToStaticMarkup(<Page />).split("<li ");
  return lines.map((line) => /^[^>]*>(?:<span[^>]*>)?(\w+)/.exec(line)![1]!);
}

describe("the history of an entry whose beginning was not logged", () => {
  dbTest("begins with when it was entered", async ({ db }) => {
    expect(await history(db, await anEntry(db))).toEqual(["Entered"]);
  });

  dbTest("begins with a request where it waits for an answer", async ({ db }) => {
    expect(await history(db, await anEntry(db, { state: "requested" }))).toEqual(["Requested"]);
  });

  for (const [answer, decide] of [
    ["confirmed", confirmRequest],
    ["declined", declineRequest],
  ] as const)
    dbTest(`begins with a request where one was ${answer}`, async ({ db }) => {
      const asked = await anEntry(db, { state: "requested" });
      expect(await decide(db, owner, { id: asked.id }, LATER)).toMatchObject({ ok: true });
      const told = await history(db, asked);
      expect([told.at(-1), told]).toEqual(["Requested", expect.arrayContaining([answer])]);
    });
});

dbTest("a history says once that a client has booked", async ({ db }) => {
  const entry = await anEntry(db);
  await recordEntry(db, entry, { action: "booked", actor: asClient }, NOW);
  expect(await history(db, entry)).toEqual(["booked"]);
});
