import { expect, test } from "vitest";
import {
  withHashingPriority,
  hashInTurn,
  prioritiseHashing,
  TooBusy,
} from "./credentials.server.ts";

test("when many passwords are checked, known devices go first and some others are refused", async () => {
  const order: string[] = [];
  const stranger = () => withHashingPriority(() => hashInTurn("a guess"));
  const known = () =>
    withHashingPriority(() => {
      prioritiseHashing();
      return hashInTurn("the owner's own");
    });
  const flood = Array.from({ length: 12 }, () => stranger().then(() => order.push("stranger")));
  const settled = Promise.allSettled(flood);
  await known().then(() => order.push("known"));
  const refused = (await settled).filter((outcome) => outcome.status === "rejected");
  expect(refused.map(({ reason }) => reason instanceof TooBusy)).toEqual([true, true]);
  // Two were being looked at already.
  expect(order.indexOf("known")).toBeLessThanOrEqual(3);
  expect(order).toHaveLength(11);
});
