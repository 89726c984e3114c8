/* Preloaded into a site under test: its clock stands still at FROZEN_AT, while timers run on. */

const at = Date.parse(process.env.FROZEN_AT!);

globalThis.Date = new Proxy(Date, {
  construct: (clock, given, target) =>
    Reflect.construct(clock, given.length > 0 ? given : [at], target) as object,
  get: (clock, name) => (name === "now" ? () => at : Reflect.get(clock, name)),
});
