import { expect, test } from "vitest";
import { endpoints, rulesOf, factorEndpoints, signInEndpoints } from "./endpoints.server.ts";

const own = [signInEndpoints, factorEndpoints]
  .flatMap((plugin) => Object.values(plugin(undefined as never).endpoints))
  .map(({ path }) => path);

test("each of our sign-in endpoints has a row in the table, and each row an endpoint", () => {
  const rows = Object.entries(endpoints).filter(([, { handler }]) => handler === "ours");
  expect([...new Set(own)].sort()).toEqual(rows.map(([path]) => path).sort());
});

test("changing the password or a second factor takes more than a session", () => {
  const levels = Object.entries(endpoints).flatMap(([path, { level }]) =>
    level ? [[path, level]] : [],
  );
  expect(levels).toEqual([
    ["/change-password", "full"],
    ["/factors", "fresh"],
    ["/factors/:id/remove", "full"],
    ["/recovery-codes", "fresh"],
    ["/reauthenticate", "full"],
  ]);
  for (const [path] of levels) expect(rulesOf(path!)?.for).toBe("signed-in");
});

test("an endpoint of the library that is not in the table answers 404", () => {
  for (const path of ["/update-user", "/change-email", "/list-sessions", "/constructor"])
    expect(rulesOf(path)).toBeUndefined();
});
