import { expect, test } from "vitest";
import { makeContentState, withContent, wordsOf } from "#app/content/state.server.ts";
import { canBeOnline, withLength } from "./model.ts";

test.for([
  ["Discovery session", 30, "Discovery session, 30 minutes"],
  ["Audition cut playthrough", 15, "Audition cut playthrough, 15 minutes"],
  ["Voice and piano, 60 minutes", 60, "Voice and piano, 60 minutes"],
  ["A 15-minute drop-in", 15, "A 15-minute drop-in"],
  ["Voice and piano, 60 minutes", 90, "Voice and piano, 60 minutes"],
  ["Body and voice in an hour", 60, "Body and voice in an hour"],
  ["Discovery session", Number.NaN, "Discovery session"],
  ["Discovery session", -30, "Discovery session"],
] as const)("a session says its length once: %s", ([name, minutes, said]) => {
  expect(withLength(name, minutes)).toBe(said);
});

test("only coaching in the studio can be online as well", () => {
  expect(canBeOnline({ category: "presence", place: "studio" })).toBe(true);
  const { booking } = wordsOf({});
  const inStudioOnly = makeContentState({ booking: { ...booking, online: false } });
  const read = () => canBeOnline({ category: "presence", place: "studio" });
  expect(withContent(inStudioOnly, read)).toBe(false);
  expect(canBeOnline({ category: "presence", place: "client" })).toBe(false);
  expect(canBeOnline({ category: "ameb-rehearsal", place: "studio" })).toBe(false);
});
