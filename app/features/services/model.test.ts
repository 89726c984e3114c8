import { describe, expect, test } from "vitest";
import { makeContentState, withContent } from "#app/content/state.server.ts";
import type { ServiceCategory } from "#app/server/database/enums.ts";
import { isOffered, priceOf } from "./model.ts";

const of = (category: ServiceCategory, minutes: number, price: number | null = null) => ({
  category,
  minutes,
  price,
  active: true,
});

describe("the price of a service", () => {
  test.each([
    ["voice-piano", 45, 75_00],
    ["embodiment", 60, 95_00],
    ["presence", 90, 140_00],
    ["discovery", 30, 0],
    ["ameb-rehearsal", 15, 30_00],
    ["ameb-rehearsal", 45, 75_00],
  ] as const)("of %s for %i minutes is that of the price list", (category, minutes, price) => {
    expect(priceOf(of(category, minutes))).toBe(price);
  });

  test("follows the price list", () => {
    const sessions = [{ minutes: 45, price: 80_00 }];
    const state = makeContentState({ prices: { coachingSessions: sessions } });
    expect(withContent(state, () => priceOf(of("voice-piano", 45)))).toBe(80_00);
    expect(withContent(state, () => priceOf(of("voice-piano", 60)))).toBeNull();
  });

  test("is its own where it has one, even none at all", () => {
    expect(priceOf(of("voice-piano", 45, 60_00))).toBe(60_00);
    expect(priceOf(of("voice-piano", 45, 0))).toBe(0);
  });
});

test("a service without a price, or that isn't active, is not offered", () => {
  expect(isOffered(of("voice-piano", 45))).toBe(true);
  expect(isOffered(of("voice-piano", 50))).toBe(false);
  expect(isOffered({ ...of("voice-piano", 45), active: false })).toBe(false);
});
