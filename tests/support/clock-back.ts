/*
 * Preloaded into a site under test: at each SIGUSR2 its clock goes back by the next number of
 * hours in CLOCK_BACK, while timers run on.
 */

const hours = process.env.CLOCK_BACK!.split(",").map(Number);
const RealDate = Date;
let behind = 0;

process.on("SIGUSR2", () => {
  behind += hours.shift()! * 3_600_000;
  console.log(`The clock is ${behind / 3_600_000} hours behind.`);
});

const now = () => RealDate.now() - behind;

globalThis.Date = new Proxy(Date, {
  construct: (clock, given, target) =>
    Reflect.construct(clock, given.length > 0 ? given : [now()], target) as object,
  get: (clock, name) => (name === "now" ? now : Reflect.get(clock, name)),
});
