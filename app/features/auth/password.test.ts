import { expect, test } from "vitest";
import { asCall, hash, preferCaller, TooBusy } from "./password.server.ts";

test("a flood of strangers is refused in part, and somebody known comes before all who wait", async () => {
  const order: string[] = [];
  const stranger = () => asCall(() => hash("a guess"));
  const known = () =>
    asCall(() => {
      preferCaller();
      return hash("the owner's own");
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
