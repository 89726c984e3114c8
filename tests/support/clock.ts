/* Loaded into a site under test before anything else: for it, it is always the same moment. Timers run on. */

const at = Date.parse(process.env.FROZEN_AT!);

globalThis.Date = new Proxy(Date, {
  construct: (clock, given, asked) =>
    Reflect.construct(clock, given.length > 0 ? given : [at], asked) as object,
  get: (clock, name) => (name === "now" ? () => at : Reflect.get(clock, name)),
});
