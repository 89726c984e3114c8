import { PGlite } from "@electric-sql/pglite";

/* Preloaded into a site under test: kills it just before its embedded database runs KILL_AT. */

const fatal = process.env.KILL_AT!;

const run = PGlite.prototype.execProtocolStream;
PGlite.prototype.execProtocolStream = function (...args) {
  if (Buffer.from(args[0]).includes(fatal)) process.kill(process.pid, "SIGKILL");
  return run.apply(this, args);
};
