import { PGlite } from "@electric-sql/pglite";

/*
 * Loaded into a site under test before anything else: it is killed when its embedded database is
 * about to run a certain statement.
 */

const fatal = process.env.KILL_AT!;

const run = PGlite.prototype.execProtocolStream;
PGlite.prototype.execProtocolStream = function (...args) {
  if (Buffer.from(args[0]).includes(fatal)) process.kill(process.pid, "SIGKILL");
  return run.apply(this, args);
};
