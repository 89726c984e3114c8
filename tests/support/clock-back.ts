/*
 * Loaded into a site under test before anything else: at each SIGUSR2 its clock goes back by the
 * next of the hours. Timers run on.
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
  construct: (clock, given, asked) =>
    Reflect.construct(clock, given.length > 0 ? given : [now()], asked) as object,
  get: (clock, name) => (name === "now" ? now : Reflect.get(clock, name)),
});
