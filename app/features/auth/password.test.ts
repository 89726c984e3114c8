import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { takeTurn, prioritiseHashing, withHashingPriority } from "./credentials.server.ts";

test("when many passwords are checked, known devices go first and some others are refused", async () => {
  const begun: string[] = [];
  const hash = (who: string) =>
    takeTurn(async () => {
      begun.push(who);
      await nextTurn();
    });
  const flood = Array.from({ length: 12 }, () => withHashingPriority(() => hash("stranger")));
  const settled = Promise.allSettled(flood);
  await withHashingPriority(() => {
    prioritiseHashing();
    return hash("known");
  });
  const refused = (await settled).filter((outcome) => outcome.status === "rejected");
  expect(refused.map(({ reason }) => (reason as Error).name)).toEqual(["TooBusy", "TooBusy"]);
  // Two were being looked at already.
  expect(begun.indexOf("known")).toBe(2);
  expect(begun).toHaveLength(11);
});
